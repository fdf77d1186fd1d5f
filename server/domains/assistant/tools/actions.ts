import { isAgentsTurn, type TurnKey } from '#domains/assistant/turn/store.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { Call, Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** Lets an operation run only while it is still the AI agent's turn; after a takeover it is refused. */
export function duringTurn(turnKey: TurnKey): NonNullable<Call['wrap']> {
  return async (ctx, run) => {
    await lockTurn(ctx, turnKey)
    return run()
  }
}

/**
 * The same, and once per message: a repeated call, also after a crash or within the same turn, returns the first result.
 */
export function oncePerMessage(turnKey: TurnKey, tool: string): NonNullable<Call['wrap']> {
  return async (ctx, run) => {
    await lockTurn(ctx, turnKey)
    const { sql, actor, now } = ctx
    const account_id = actor.account.id
    const taken = await sql`
      insert into ai_actions (account_id, message_id, tool, conversation_id, created_at)
      values (${account_id}, ${turnKey.message_id}, ${tool}, ${turnKey.conversation_id}, ${now}) on conflict do nothing returning tool`
    if (taken.length === 0) return findResult(ctx, turnKey, tool)
    const result = await run()
    await sql`
      update ai_actions set result = ${JSON.stringify(result)}::jsonb
       where account_id = ${account_id} and message_id = ${turnKey.message_id} and tool = ${tool}`
    return result
  }
}

/** Actions of the AI agent in the conversation, oldest first. */
export async function listActions({ sql, actor }: Context, conversation_id: string): Promise<Action[]> {
  const rows = await sql<Action>`
    select tool, created_at from ai_actions
     where account_id = ${actor.account.id} and conversation_id = ${conversation_id} order by created_at desc limit 10`
  return rows.reverse()
}

export type Action = { tool: string; created_at: string }

async function lockTurn(ctx: Context, turnKey: TurnKey): Promise<void> {
  await conversations.getLocked(ctx, turnKey.conversation_id)
  if (!(await isAgentsTurn(ctx, turnKey))) reject('invalid_state', 'The conversation has moved on; nothing was done.')
}

async function findResult({ sql, actor }: Context, { message_id }: TurnKey, tool: string): Promise<unknown> {
  const [row] = await sql<{ result: unknown }>`
    select result from ai_actions where account_id = ${actor.account.id} and message_id = ${message_id} and tool = ${tool}`
  return row?.result
}
