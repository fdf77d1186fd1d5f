import type { Pipeline, Stage } from '#contract/records/crm.ts'
import { nothing, part, type Part } from '#db/sql.ts'
import { type Arranged, defaultFor, holds } from '#domains/crm/pipeline-rules.ts'
import { pick } from '#domains/workspace/reference.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** All pipelines with their stages: the defaults first, then by name. */
export function list(ctx: Context): Promise<Pipeline[]> {
  return select(ctx, part`order by p.is_default desc, lower(p.name), p.id`)
}

type Wanted = { pipeline?: string | undefined; pipeline_id?: string | undefined }

/** The pipeline the caller means, by id or by name. */
export async function get(ctx: Context, wanted: Wanted): Promise<Pipeline> {
  return choosePipeline(await list(ctx), wanted)
}

function choosePipeline(all: readonly Pipeline[], { pipeline, pipeline_id }: Wanted): Pipeline {
  return pick(all, { name: pipeline, id: pipeline_id }, kind)
}

const kind = { what: 'pipeline', fields: ['pipeline', 'pipeline_id'], names: (each: Pipeline) => [each.name] } as const

/** The pipeline, held until the transaction ends, so that nobody changes it in between. */
export async function getLocked(ctx: Context, wanted: Wanted): Promise<Pipeline> {
  const { id } = await get(ctx, wanted)
  await ctx.sql`select from pipelines where account_id = ${ctx.actor.account.id} and id = ${id} for no key update`
  return get(ctx, { pipeline_id: id })
}

/** Pipelines of a kind wait for one another while one of them becomes the default. */
export async function lockAll({ sql, actor }: Context): Promise<void> {
  await sql`select from pipelines where account_id = ${actor.account.id} order by id for no key update`
}

type Sort = 'leads' | 'opportunities'
export type Place = Stage & { pipeline_id: string }
type WantedPlace = { pipeline?: string | undefined; stage?: string | undefined }

/** Where something new is put: in the pipeline and stage named, else in the first stage of the default pipeline. */
export async function getPlace(
  ctx: Context,
  sort: Sort,
  wanted: WantedPlace,
): Promise<{ pipeline: Pipeline; stage: Place }> {
  const all = await list(ctx)
  const pipeline = wanted.pipeline === undefined ? defaultFor(all, sort) : choosePipeline(all, wanted)
  if (!holds(pipeline, sort)) {
    reject('invalid_value', `${pipeline.name} is a pipeline of ${pipeline.kind}; choose one for ${sort}.`, 'pipeline')
  }
  const stage = wanted.stage === undefined ? pipeline.stages[0] : pickStage(pipeline.stages, wanted.stage)
  if (!stage)
    reject('invalid_state', `${pipeline.name} has no stage yet; add some with update_pipeline_stages.`, 'pipeline')
  return { pipeline, stage: placeIn(pipeline, stage) }
}

/** The stage a record is to move to: one of its pipeline by name or id, or by id one of another that holds its like. */
export async function getTarget(ctx: Context, sort: Sort, pipeline_id: string, stage: string): Promise<Place> {
  return targetIn(await list(ctx), sort, pipeline_id, stage)
}

/** The same for many: by the pipeline each is in, unless one is named for all. */
export async function getTargets(
  ctx: Context,
  sort: Sort,
  wanted: WantedPlace,
): Promise<(pipeline_id: string) => Place> {
  if (wanted.pipeline !== undefined) {
    const { stage } = await getPlace(ctx, sort, wanted)
    return () => stage
  }
  const all = await list(ctx)
  return (pipeline_id) => targetIn(all, sort, pipeline_id, wanted.stage!)
}

function targetIn(all: readonly Pipeline[], sort: Sort, pipeline_id: string, stage: string): Place {
  const fitting = all.filter((each) => holds(each, sort))
  const own = fitting.find(({ id }) => id === pipeline_id)
  const elsewhere = fitting.find(({ stages }) => stages.some(({ id }) => id === stage))
  const named = own?.stages.some(({ name }) => name === stage)
  if (elsewhere && !named)
    return placeIn(
      elsewhere,
      elsewhere.stages.find(({ id }) => id === stage)!,
    )
  return placeIn(own!, pickStage(own!.stages, stage))
}

function pickStage(stages: readonly Stage[], stage: string): Stage {
  return pick(stages, { name: stage }, stage_kind)
}

const stage_kind = { what: 'stage', fields: ['stage', 'stage_id'], names: (each: Stage) => [each.name] } as const

/** The stage and pipeline a list is narrowed to; a stage by name is one of the pipeline named. */
export async function getFilter(
  ctx: Context,
  wanted: Wanted & { stage?: string | undefined; stage_id?: string | undefined },
): Promise<{ pipeline_id: string | undefined; stage_id: string | undefined }> {
  const all = await list(ctx)
  const named = wanted.pipeline !== undefined || wanted.pipeline_id !== undefined
  const pipeline = named ? choosePipeline(all, wanted) : undefined
  if (wanted.stage === undefined && wanted.stage_id === undefined)
    return { pipeline_id: pipeline?.id, stage_id: undefined }
  if (wanted.stage !== undefined && !pipeline) {
    reject('missing_field', 'A stage is looked up in its pipeline: give pipeline or pipeline_id too.', 'pipeline')
  }
  const among = pipeline ? pipeline.stages : all.flatMap(({ stages }) => stages)
  const stage = pick(among, { name: wanted.stage, id: wanted.stage_id }, stage_kind)
  return { pipeline_id: all.find(({ stages }) => stages.includes(stage))!.id, stage_id: stage.id }
}

/** The first stage of a type in a pipeline. */
export async function findFirst(ctx: Context, pipeline_id: string, type: Stage['type']): Promise<Place | undefined> {
  const pipeline = await get(ctx, { pipeline_id })
  const stage = pipeline.stages.find((each) => each.type === type)
  return stage && placeIn(pipeline, stage)
}

function placeIn(pipeline: Pipeline, stage: Stage): Place {
  return { ...stage, pipeline_id: pipeline.id }
}

export type Fields = Pick<Pipeline, 'name' | 'description' | 'default_currency' | 'is_default'>

/** A new pipeline with the stages every pipeline of its kind begins with. */
export async function insert(ctx: Context, pipeline_kind: Pipeline['kind'], pipeline: Fields): Promise<Pipeline> {
  const { sql, actor, now } = ctx
  if (pipeline.is_default) await unsetDefault(ctx, pipeline_kind)
  const [row] = await sql<{ id: string }>`
    insert into pipelines (account_id, name, kind, description, default_currency, is_default, created_at, updated_at)
    values (${actor.account.id}, ${pipeline.name}, ${pipeline_kind}, ${pipeline.description}, ${pipeline.default_currency},
            ${pipeline.is_default}, ${now}, ${now})
    returning id`
  await sql`select seed_stages(${actor.account.id}, ${row!.id}, ${pipeline_kind}, ${actor.account.locale})`
  return get(ctx, { pipeline_id: row!.id })
}

export async function update(ctx: Context, { id, kind: of }: Pipeline, pipeline: Fields): Promise<Pipeline> {
  if (pipeline.is_default) await unsetDefault(ctx, of, id)
  await ctx.sql`
    update pipelines set name = ${pipeline.name}, description = ${pipeline.description}, default_currency = ${pipeline.default_currency},
           is_default = ${pipeline.is_default}, updated_at = ${ctx.now}
     where account_id = ${ctx.actor.account.id} and id = ${id}`
  return get(ctx, { pipeline_id: id })
}

/** There is one default for a kind: the one before no longer is. */
async function unsetDefault({ sql, actor, now }: Context, of: Pipeline['kind'], but = '0'): Promise<void> {
  await sql`
    update pipelines set is_default = false, updated_at = ${now}
     where account_id = ${actor.account.id} and kind = ${of} and is_default and id <> ${but}`
}

export async function remove({ sql, actor }: Context, id: string): Promise<void> {
  await sql`delete from pipelines where account_id = ${actor.account.id} and id = ${id}`
}

/** Puts the stages in this order, and makes those that are new. */
export async function arrange(ctx: Context, pipeline_id: string, stages: readonly Arranged[]): Promise<Pipeline> {
  const { sql, actor, now } = ctx
  for (const [i, { id, name, probability }] of stages.entries()) {
    if (id === undefined)
      await sql`
        insert into stages (account_id, pipeline_id, name, type, "order", probability, created_at, updated_at)
        values (${actor.account.id}, ${pipeline_id}, ${name}, 'open', ${i + 1}, ${probability}, ${now}, ${now})`
    else
      await sql`
        update stages set "order" = ${i + 1}, updated_at = ${now}
         where account_id = ${actor.account.id} and id = ${id} and "order" <> ${i + 1}`
  }
  await touch(ctx, pipeline_id)
  return get(ctx, { pipeline_id })
}

/** The pipeline of a stage, held, and the stage. */
export async function getStageLocked(ctx: Context, stage_id: string): Promise<{ pipeline: Pipeline; stage: Stage }> {
  const found = (await list(ctx)).find(({ stages }) => stages.some(({ id }) => id === stage_id))
  if (!found) missingStage(stage_id)
  const pipeline = await getLocked(ctx, { pipeline_id: found.id })
  return { pipeline, stage: pipeline.stages.find(({ id }) => id === stage_id) ?? missingStage(stage_id) }
}

function missingStage(id: string): never {
  return reject('not_found', `There is no stage with id ${id}; see crm_list_pipelines.`, 'stage_id')
}

/** What a record must have to enter a stage. */
export async function requiredIn({ sql, actor }: Context, stage_id: string): Promise<string[]> {
  const [row] = await sql<{ required_fields: string[] }>`
    select required_fields from stages where account_id = ${actor.account.id} and id = ${stage_id}`
  return row?.required_fields ?? []
}

export async function updateStage(ctx: Context, pipeline_id: string, stage: Stage): Promise<Pipeline> {
  await ctx.sql`
    update stages set name = ${stage.name}, probability = ${stage.probability}, color = ${stage.color},
           rotting_days = ${stage.rotting_days}, required_fields = ${stage.required_fields}, updated_at = ${ctx.now}
     where account_id = ${ctx.actor.account.id} and id = ${stage.id}`
  await touch(ctx, pipeline_id)
  return get(ctx, { pipeline_id })
}

export async function removeStage(ctx: Context, pipeline_id: string, stage_id: string): Promise<Pipeline> {
  await ctx.sql`delete from stages where account_id = ${ctx.actor.account.id} and id = ${stage_id}`
  await touch(ctx, pipeline_id)
  return get(ctx, { pipeline_id })
}

function touch({ sql, actor, now }: Context, id: string): Promise<unknown> {
  return sql`update pipelines set updated_at = ${now} where account_id = ${actor.account.id} and id = ${id}`
}

/**
 * Refuses unless nothing is in a pipeline, or in one stage of it. Whoever asks may not see it all; what is in the bin
 * counts too, because it could not come back.
 */
export async function checkEmpty(ctx: Context, { id, name }: Pipeline, stage?: Stage): Promise<void> {
  const { sql, actor } = ctx
  // Who is about to put something there waits for the outcome; who was before is counted.
  await sql`
    select from stages where account_id = ${actor.account.id} and pipeline_id = ${id} ${stage ? part`and id = ${stage.id}` : nothing}
     order by id for update`
  const within = part`account_id = ${actor.account.id} and pipeline_id = ${id} ${stage ? part`and stage_id = ${stage.id}` : nothing}`
  const [row] = await sql<{ count: number; binned: number }>`
    select count(*)::int as count, count(deleted_at)::int as binned
      from (select deleted_at from leads where ${within} union all select deleted_at from opportunities where ${within}) x`
  const { count, binned } = row!
  if (count === 0) return
  const what = stage ? 'stage' : 'pipeline'
  const thrown = binned > 0 ? `, ${binned} of them in the bin` : ''
  const emptied = binned > 0 ? ', and take those out of the bin or delete them for good with delete_from_bin' : ''
  const sentence = `${stage?.name ?? name} still holds ${count} leads and opportunities${thrown}; move them to another ${what} first${emptied}.`
  reject('invalid_state', sentence, `${what}_id`)
}

function select({ sql, actor }: Context, order: Part): Promise<Pipeline[]> {
  return sql<Pipeline>`
    select p.id, p.name, p.kind, p.description, p.default_currency, p.is_default,
           (select coalesce(jsonb_agg(jsonb_build_object('id', s.id::text, 'name', s.name, 'type', s.type, 'order', s."order",
                     'probability', s.probability, 'color', s.color, 'rotting_days', s.rotting_days, 'required_fields', s.required_fields) order by s."order", s.id), '[]')
              from stages s where s.account_id = p.account_id and s.pipeline_id = p.id) as stages,
           p.created_at, p.updated_at
      from pipelines p where p.account_id = ${actor.account.id} ${order}`
}
