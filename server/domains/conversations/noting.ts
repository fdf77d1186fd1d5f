import type { Message, MessageAuthor } from '#contract/records/conversation.ts'
import type { Part } from '#db/sql.ts'
import { authorOf } from '#domains/conversations/rules.ts'
import type { Context } from '#kernel/operation.ts'

/** A message, as far as reports count it. */
export type Noted = Pick<Message, 'direction' | 'private'> & { author: MessageAuthor; waited_seconds: number | null }

/** Notes for reports what this transaction has just done to a conversation that it holds. It travels with what it notes. */
export async function note(ctx: Context, conversation_id: Part, message?: Noted): Promise<void> {
  const { type, id } = message?.author ?? authorOf(ctx.actor)
  await ctx.sql`
    select note_conversation(${ctx.actor.account.id}, ${conversation_id}, ${ctx.now}, ${type}, ${id}, ${message?.direction ?? null},
                             ${message?.private ?? false}, ${message?.waited_seconds ?? null})`
}
