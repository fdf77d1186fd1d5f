import type { EntityType } from '#contract/records/crm.ts'
import { undoableEvents } from '#contract/undoable-events.ts'
import type { Changes } from '#kernel/changes.ts'
import type { Context } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'

type Reference = { id: string } | null

/**
 * Withdraws the consequences that still wait of the change this one takes back: the same person moved the record between
 * the same stages, or gave it from one owner to another, the other way round. A card that was dropped in a wrong column
 * sends no message, neither by its undo nor by dragging it back. False if there is none.
 */
export async function withdrawReverse(
  { sql, actor }: Context,
  type: EntityType,
  id: string,
  { stage, owner }: Changes,
): Promise<boolean> {
  if (!actor.session || Boolean(stage) === Boolean(owner)) return false
  const field = stage ? 'stage' : 'owner'
  const { from, to } = (stage ?? owner)! as { from: Reference; to: Reference }
  const withdrawn = await sql`
    with mine as (
      select * from events e
       where account_id = ${actor.account.id} and occurred_at > now() - interval '1 minute' and actor = ${author(actor)}
         and name = any(${[...undoableEvents]}) and payload #>> array[${type}, 'id'] = ${id}
    ), reversed as (
      select request_id, occurred_at from mine
       where name = ${`${type}.${field}_changed`}
         and payload #>> array['changes', ${field}, 'from', 'id'] is not distinct from ${to?.id ?? null}
         and payload #>> array['changes', ${field}, 'to', 'id'] is not distinct from ${from?.id ?? null}
       order by sequence desc limit 1
    )
    delete from deliveries d using mine e join reversed using (request_id, occurred_at)
     where d.account_id = e.account_id and d.event_id = e.id and d.dead_at is null and d.attempts = 0 and d.next_try_at > now()
    returning d.event_id`
  return withdrawn.length > 0
}
