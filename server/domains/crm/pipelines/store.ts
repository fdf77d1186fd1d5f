import type { Pipeline, Stage } from '#contract/records/crm.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import { type ArrangedStage, defaultFor, accepts } from './rules.ts'
import { pick } from '#domains/workspace/pick.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** All pipelines with their stages, defaults first, then by name. */
export function list(ctx: Context): Promise<Pipeline[]> {
  return select(ctx, part`order by p.is_default desc, lower(p.name), p.id`)
}

type PipelineInput = { pipeline?: string | undefined; pipeline_id?: string | undefined }

/** The pipeline with this id or name. */
export async function get(ctx: Context, wanted: PipelineInput): Promise<Pipeline> {
  return choosePipeline(await list(ctx), wanted)
}

function choosePipeline(all: readonly Pipeline[], { pipeline, pipeline_id }: PipelineInput): Pipeline {
  return pick(all, { name: pipeline, id: pipeline_id }, kind)
}

const kind = { what: 'pipeline', fields: ['pipeline', 'pipeline_id'], names: (each: Pipeline) => [each.name] } as const

/** The pipeline, locked until the transaction ends. */
export async function getLocked(ctx: Context, wanted: PipelineInput): Promise<Pipeline> {
  const { id } = await get(ctx, wanted)
  await ctx.sql`select from pipelines where account_id = ${ctx.actor.account.id} and id = ${id} for no key update`
  return get(ctx, { pipeline_id: id })
}

/** Locks all pipelines while the default changes, so that a kind never has two. */
export async function lockAll({ sql, actor }: Context): Promise<void> {
  await sql`select from pipelines where account_id = ${actor.account.id} order by id for no key update`
}

export type RecordKind = 'leads' | 'opportunities'
export type PipelineStage = Stage & { pipeline_id: string }
type StageInput = { pipeline?: string | undefined; stage?: string | undefined }

/** The pipeline and stage for a new record: the given ones, otherwise the first stage of the default pipeline. */
export async function resolveStage(
  ctx: Context,
  resource: RecordKind,
  wanted: StageInput,
): Promise<{ pipeline: Pipeline; stage: PipelineStage }> {
  return chooseStage(await list(ctx), resource, wanted)
}

/** The same among these pipelines. */
export function chooseStage(
  all: readonly Pipeline[],
  resource: RecordKind,
  wanted: StageInput,
): { pipeline: Pipeline; stage: PipelineStage } {
  const pipeline = wanted.pipeline === undefined ? defaultFor(all, resource) : choosePipeline(all, wanted)
  if (!accepts(pipeline, resource)) {
    reject(
      'invalid_value',
      `${pipeline.name} is a pipeline for ${pipeline.kind}; choose one for ${resource}.`,
      'pipeline',
    )
  }
  const stage = wanted.stage === undefined ? pipeline.stages[0] : pickStage(pipeline.stages, wanted.stage)
  if (!stage)
    reject('invalid_state', `${pipeline.name} has no stage yet; add some with update_pipeline_stages.`, 'pipeline')
  return { pipeline, stage: inPipeline(pipeline, stage) }
}

/** The stage to move a record to: one of its pipeline by name or id, or one of another suitable pipeline by id. */
export async function getTargetStage(
  ctx: Context,
  resource: RecordKind,
  pipeline_id: string,
  stage: string,
): Promise<PipelineStage> {
  return findTargetStage(await list(ctx), resource, pipeline_id, stage)
}

/** The same for many records: looked up in the pipeline of each, unless one pipeline is given for all. */
export async function getTargetStages(
  ctx: Context,
  resource: RecordKind,
  wanted: StageInput,
): Promise<(pipeline_id: string) => PipelineStage> {
  if (wanted.pipeline !== undefined) {
    const { stage } = await resolveStage(ctx, resource, wanted)
    return () => stage
  }
  const all = await list(ctx)
  return (pipeline_id) => findTargetStage(all, resource, pipeline_id, wanted.stage!)
}

function findTargetStage(
  all: readonly Pipeline[],
  resource: RecordKind,
  pipeline_id: string,
  stage: string,
): PipelineStage {
  const candidates = all.filter((each) => accepts(each, resource))
  const own = candidates.find(({ id }) => id === pipeline_id)
  const elsewhere = candidates.find(({ stages }) => stages.some(({ id }) => id === stage))
  const isName = own?.stages.some(({ name }) => name === stage)
  if (elsewhere && !isName)
    return inPipeline(
      elsewhere,
      elsewhere.stages.find(({ id }) => id === stage)!,
    )
  return inPipeline(own!, pickStage(own!.stages, stage))
}

function pickStage(stages: readonly Stage[], stage: string): Stage {
  return pick(stages, { name: stage }, stage_kind)
}

const stage_kind = { what: 'stage', fields: ['stage', 'stage_id'], names: (each: Stage) => [each.name] } as const

/** Pipeline and stage to filter a list by. A stage name needs its pipeline. */
export async function resolveFilter(
  ctx: Context,
  wanted: PipelineInput & { stage?: string | undefined; stage_id?: string | undefined },
): Promise<{ pipeline_id: string | undefined; stage_id: string | undefined }> {
  const all = await list(ctx)
  const isGiven = wanted.pipeline !== undefined || wanted.pipeline_id !== undefined
  const pipeline = isGiven ? choosePipeline(all, wanted) : undefined
  if (wanted.stage === undefined && wanted.stage_id === undefined)
    return { pipeline_id: pipeline?.id, stage_id: undefined }
  if (wanted.stage !== undefined && !pipeline) {
    const names = all.map(({ name, id }) => `${name} (id ${id})`).join(', ')
    reject('missing_field', `A stage name needs its pipeline: give pipeline too, one of ${names}.`, 'pipeline')
  }
  const among = pipeline ? pipeline.stages : all.flatMap(({ stages }) => stages)
  const stage = pick(among, { name: wanted.stage, id: wanted.stage_id }, stage_kind)
  return { pipeline_id: all.find(({ stages }) => stages.includes(stage))!.id, stage_id: stage.id }
}

/** The first stage of a type in a pipeline. */
export async function findFirstStage(
  ctx: Context,
  pipeline_id: string,
  type: Stage['type'],
): Promise<PipelineStage | undefined> {
  const pipeline = await get(ctx, { pipeline_id })
  const stage = pipeline.stages.find((each) => each.type === type)
  return stage && inPipeline(pipeline, stage)
}

export function inPipeline(pipeline: Pipeline, stage: Stage): PipelineStage {
  return { ...stage, pipeline_id: pipeline.id }
}

export type Fields = Pick<Pipeline, 'name' | 'description' | 'default_currency' | 'is_default'>

/** Inserts a pipeline with the default stages of its kind. */
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

/** Clears the previous default, as each kind has one. */
async function unsetDefault({ sql, actor, now }: Context, of: Pipeline['kind'], but = '0'): Promise<void> {
  await sql`
    update pipelines set is_default = false, updated_at = ${now}
     where account_id = ${actor.account.id} and kind = ${of} and is_default and id <> ${but}`
}

export async function remove({ sql, actor }: Context, id: string): Promise<void> {
  await sql`delete from pipelines where account_id = ${actor.account.id} and id = ${id}`
}

/** Puts the stages in this order and inserts new ones. */
export async function arrangeStages(
  ctx: Context,
  pipeline_id: string,
  stages: readonly ArrangedStage[],
): Promise<Pipeline> {
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

/** A stage and its pipeline, locked. */
export async function getStageLocked(ctx: Context, stage_id: string): Promise<{ pipeline: Pipeline; stage: Stage }> {
  const found = (await list(ctx)).find(({ stages }) => stages.some(({ id }) => id === stage_id))
  if (!found) rejectMissingStage(stage_id)
  const pipeline = await getLocked(ctx, { pipeline_id: found.id })
  return { pipeline, stage: pipeline.stages.find(({ id }) => id === stage_id) ?? rejectMissingStage(stage_id) }
}

function rejectMissingStage(id: string): never {
  return reject('not_found', `There is no stage with id ${id}; see crm_list_pipelines.`, 'stage_id')
}

/** Fields a record needs to enter a stage. */
export async function requiredFieldsOf({ sql, actor }: Context, stage_id: string): Promise<string[]> {
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
 * Rejects unless a pipeline, or one stage of it, is empty. Counts records the caller may not see, and deleted records,
 * which need their stage to be restored.
 */
export async function checkEmpty(ctx: Context, { id, name }: Pipeline, stage?: Stage): Promise<void> {
  const { sql, actor } = ctx
  // Locks the stages: earlier concurrent inserts are counted, later ones wait.
  await sql`
    select from stages where account_id = ${actor.account.id} and pipeline_id = ${id} ${stage ? part`and id = ${stage.id}` : emptyPart}
     order by id for update`
  const within = part`account_id = ${actor.account.id} and pipeline_id = ${id} ${stage ? part`and stage_id = ${stage.id}` : emptyPart}`
  const [row] = await sql<{ count: number; binned: number }>`
    select count(*)::int as count, count(deleted_at)::int as binned
      from (select deleted_at from leads where ${within} union all select deleted_at from opportunities where ${within}) x`
  const { count, binned } = row!
  if (count === 0) return
  const what = stage ? 'stage' : 'pipeline'
  const inBin = binned > 0 ? `, ${binned} of them in the bin` : ''
  const emptyBin = binned > 0 ? ', and restore those in the bin or delete them with delete_from_bin' : ''
  const sentence = `${stage?.name ?? name} still holds ${count} leads and opportunities${inBin}; move them to another ${what} first${emptyBin}.`
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
