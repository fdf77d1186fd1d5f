import type { EntityType, Stage, StageVisit } from '#contract/records/crm.ts'
import { columnOf, type Entity } from '#domains/crm/activities.ts'
import type { Context } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'

type Visited = { pipeline: { id: string }; stage: Pick<Stage, 'id' | 'name' | 'type'> }

/** From this moment it is in this stage, and in no other. The record is held, so that moves come one after another. */
export async function enter(
  ctx: Context,
  { type, id }: Entity,
  { pipeline, stage }: Visited,
  moment: Date,
): Promise<void> {
  const { sql, actor } = ctx
  await Promise.all([
    sql`
      update stage_history set left_at = greatest(${moment}::timestamptz, entered_at)
       where account_id = ${actor.account.id} and ${columnOf(type)} = ${id} and left_at is null`,
    sql`
      insert into stage_history (account_id, ${columnOf(type)}, pipeline_id, stage_id, stage_name, stage_type, author, entered_at)
      values (${actor.account.id}, ${id}, ${pipeline.id}, ${stage.id}, ${stage.name}, ${stage.type}, ${author(actor)}, ${moment})`,
    type === 'opportunity' && reach(ctx, id, stage),
  ])
}

/** How far a deal came is kept with it, so that a funnel is read from the deals alone. */
async function reach({ sql, actor }: Context, id: string, stage: Visited['stage']): Promise<void> {
  await sql`
    update opportunities set reached_stage_ids = array_append(array_remove(reached_stage_ids, ${stage.id}::bigint), ${stage.id}::bigint),
           last_open_stage_id = case when ${stage.type} = 'open' then ${stage.id}::bigint else last_open_stage_id end
     where account_id = ${actor.account.id} and id = ${id}`
}

/** The latest stages it was in, oldest first. */
export function listOf({ sql, actor }: Context, { type, id }: Entity): Promise<StageVisit[]> {
  return sql<StageVisit>`
    select jsonb_build_object('id', p.id::text, 'name', p.name) as pipeline,
           jsonb_build_object('id', h.stage_id::text, 'name', h.stage_name, 'type', h.stage_type) as stage,
           h.entered_at, h.left_at, h.author, h.merged
      from (select * from stage_history where account_id = ${actor.account.id} and ${columnOf(type)} = ${id} order by id desc limit 100) h
      join pipelines p on p.account_id = h.account_id and p.id = h.pipeline_id
     order by h.entered_at, h.id`
}

/** The last open stage of a pipeline it was in, if that stage is still there. */
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

/** Where a duplicate was becomes part of the history of the record it was merged into. It is nowhere any more. */
export async function moveAll({ sql, actor, now }: Context, type: EntityType, from: string, to: string): Promise<void> {
  await sql`
    update stage_history set ${columnOf(type)} = ${to}, merged = true, left_at = coalesce(left_at, greatest(${now}::timestamptz, entered_at))
     where account_id = ${actor.account.id} and ${columnOf(type)} = ${from}`
}

/** What comes back is in its stage; a duplicate that had given its history away begins a new one. */
export async function resume(ctx: Context, entity: Entity, record: Visited): Promise<void> {
  const { sql, actor, now } = ctx
  const here = await sql`
    select from stage_history where account_id = ${actor.account.id} and ${columnOf(entity.type)} = ${entity.id} and left_at is null`
  if (here.length === 0) await enter(ctx, entity, record, now)
}
