import { isStill, type Place } from '#domains/assistant/turns.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { Call, Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** Lets an operation run only while the message is still the agent's to answer: who was taken over does nothing more. */
export function inTurn(place: Place): NonNullable<Call['around']> {
  return async (ctx, run) => {
    await hold(ctx, place)
    return run()
  }
}

/**
 * The same, and once for the message: what is asked for again, also after a crash, or twice in one breath, is answered
 * with what came of it the first time.
 */
export function once(place: Place, tool: string): NonNullable<Call['around']> {
  return async (ctx, run) => {
    await hold(ctx, place)
    const { sql, actor, now } = ctx
    const account_id = actor.account.id
    const taken = await sql`
      insert into ai_actions (account_id, message_id, tool, conversation_id, created_at)
      values (${account_id}, ${place.message_id}, ${tool}, ${place.conversation_id}, ${now}) on conflict do nothing returning tool`
    if (taken.length === 0) return find(ctx, place, tool)
    const result = await run()
    await sql`
      update ai_actions set result = ${JSON.stringify(result)}::jsonb
       where account_id = ${account_id} and message_id = ${place.message_id} and tool = ${tool}`
    return result
  }
}

/** What the agent has done in the conversation so far, the latest last. */
export async function listDone({ sql, actor }: Context, conversation_id: string): Promise<Done[]> {
  const rows = await sql<Done>`
    select tool, created_at from ai_actions
     where account_id = ${actor.account.id} and conversation_id = ${conversation_id} order by created_at desc limit 10`
  return rows.reverse()
}

export type Done = { tool: string; created_at: string }

async function hold(ctx: Context, place: Place): Promise<void> {
  await conversations.getLocked(ctx, place.conversation_id)
  if (!(await isStill(ctx, place))) reject('invalid_state', 'The conversation has gone on meanwhile; nothing was done.')
}

async function find({ sql, actor }: Context, { message_id }: Place, tool: string): Promise<unknown> {
  const [row] = await sql<{ result: unknown }>`
    select result from ai_actions where account_id = ${actor.account.id} and message_id = ${message_id} and tool = ${tool}`
  return row?.result
}
