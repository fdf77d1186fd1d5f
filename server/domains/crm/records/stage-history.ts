import type { EntityType, Stage, StageVisit } from '#contract/records/crm.ts'
import { emptyPart, type Part, part } from '#db/sql.ts'
import { columnOf, type Entity } from '#domains/crm/activities/store.ts'
import type { Context } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'

type StageRef = { pipeline: { id: string }; stage: Pick<Stage, 'id' | 'name' | 'type'> }

/** Closes the current stage visit and opens the next. The record is locked, so moves are serialised. */
export async function enterStage(
  ctx: Context,
  { type, id }: Entity,
  { pipeline, stage }: StageRef,
  moment: Date,
): Promise<void> {
  const { sql, actor } = ctx
  await sql`
    with left_before as (
      update stage_history set left_at = greatest(${moment}::timestamptz, entered_at)
       where account_id = ${actor.account.id} and ${columnOf(type)} = ${id} and left_at is null returning id
    ) ${type === 'opportunity' ? reachedStage(ctx, id, stage) : emptyPart}
    insert into stage_history (account_id, ${columnOf(type)}, pipeline_id, stage_id, stage_name, stage_type, author, entered_at)
    select ${actor.account.id}, ${id}, ${pipeline.id}, ${stage.id}, ${stage.name}, ${stage.type}, ${author(actor)}::jsonb, ${moment}::timestamptz
      -- Counted, so that the visit before is closed first: a record is in one stage at a time.
      from (select count(*) from left_before) n`
}

/** Keeps the reached stages on the opportunity, so that funnels read no history. */
function reachedStage({ actor }: Context, id: string, stage: StageRef['stage']): Part {
  return part`, reached as (
      update opportunities set reached_stage_ids = array_append(array_remove(reached_stage_ids, ${stage.id}::bigint), ${stage.id}::bigint),
             last_open_stage_id = case when ${stage.type} = 'open' then ${stage.id}::bigint else last_open_stage_id end
       where account_id = ${actor.account.id} and id = ${id}
    )`
}

/** The latest 100 stage visits, oldest first. */
export function listOf({ sql, actor }: Context, { type, id }: Entity): Promise<StageVisit[]> {
  return sql<StageVisit>`
    select jsonb_build_object('id', p.id::text, 'name', p.name) as pipeline,
           jsonb_build_object('id', h.stage_id::text, 'name', h.stage_name, 'type', h.stage_type) as stage,
           h.entered_at, h.left_at, h.author, h.merged
      from (select * from stage_history where account_id = ${actor.account.id} and ${columnOf(type)} = ${id} order by id desc limit 100) h
      join pipelines p on p.account_id = h.account_id and p.id = h.pipeline_id
     order by h.entered_at, h.id`
}

/** The last open stage the record was in, if that stage still exists. */
export async function findLastOpen(
  { sql, actor }: Context,
  { type, id }: Entity,
  pipeline_id: string,
): Promise<string | undefined> {
  const [row] = await sql<{ stage_id: string }>`
    select h.stage_id from stage_history h join stages s on s.account_id = h.account_id and s.id = h.stage_id
     where h.account_id = ${actor.account.id} and h.${columnOf(type)} = ${id} and h.pipeline_id = ${pipeline_id} and s.type = 'open' and not h.merged
     order by h.id desc limit 1`
  return row?.stage_id
}

/** Moves the history of a duplicate to the record it is merged into, marked as merged and closed. */
export async function moveAll({ sql, actor, now }: Context, type: EntityType, from: string, to: string): Promise<void> {
  await sql`
    update stage_history set ${columnOf(type)} = ${to}, merged = true, left_at = coalesce(left_at, greatest(${now}::timestamptz, entered_at))
     where account_id = ${actor.account.id} and ${columnOf(type)} = ${from}`
}

/** Reopens the stage visit of a restored record. A merged duplicate has given its history away and starts a new one. */
export async function resumeStage(ctx: Context, entity: Entity, record: StageRef): Promise<void> {
  const { sql, actor, now } = ctx
  const current = await sql`
    select from stage_history where account_id = ${actor.account.id} and ${columnOf(entity.type)} = ${entity.id} and left_at is null`
  if (current.length === 0) await enterStage(ctx, entity, record, now)
}
