import type { Conversation } from '#contract/records/conversation.ts'
import * as runs from '#domains/automations/runs/store.ts'
import * as conversations from '#domains/conversations/store.ts'
import { takeMade } from '#domains/conversations/undo/store.ts'
import { isLatest, revert } from '#domains/conversations/undo/undo.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** Withdraws what still waits of the macro the caller ran last here, and takes its changes back, except where something happened since. */
export async function undo(ctx: Context, macro_id: string, conversation_id: string): Promise<Conversation> {
  const key = await withdraw(ctx, macro_id, conversation_id)
  if (!key)
    reject(
      'undo_expired',
      'It is too late to undo, or nothing is left to undo: its messages may have gone out.',
      'macro_id',
    )
  const run_id = await runs.findMacroRunLocked(ctx, macro_id, key)
  let conversation = await conversations.getLocked(ctx, conversation_id)
  if (!run_id) return conversation
  for (const taken of await takeMade(ctx, conversation_id, await runs.listMoments(ctx, run_id)))
    if (isLatest(taken, conversation)) conversation = await revert(ctx, conversation, taken)
  await runs.remove(ctx, run_id)
  return conversation
}

/** Returns the id of the request; undefined once its messages may have gone out. */
async function withdraw({ sql, actor }: Context, macro_id: string, conversation_id: string) {
  const [request] = await sql<{ event_id: string }>`
    with request as (
      select d.event_id from deliveries d join events e on e.account_id = d.account_id and e.id = d.event_id
       where d.account_id = ${actor.account.id} and d.subscriber = 'finish_macros' and d.attempts = 0 and d.dead_at is null
         and d.next_try_at > now() and e.payload -> 'maker' ->> 'user_id' = ${actor.user_id} and e.payload ->> 'macro_id' = ${macro_id}
         and e.payload -> 'conversation_ids' = ${JSON.stringify([conversation_id])}::jsonb
       order by e.sequence desc limit 1 for update of d)
    delete from deliveries d using request r where d.account_id = ${actor.account.id} and d.event_id = r.event_id
    returning d.event_id`
  return request?.event_id
}
