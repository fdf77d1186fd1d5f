import { readChosen, readOptions } from '#contract/message-options.ts'
import type { Message } from '#contract/records/conversation.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { Context } from '#kernel/operation.ts'

type Answer = Pick<Message, 'content_type' | 'reply_to'>

/**
 * Keeps a customer's choice with the question it quotes, as the live chat does. Customers of some channels may choose
 * again, and choices arrive in any order: the latest one counts.
 */
export async function keepChoice(ctx: Context, { content_type, reply_to }: Answer): Promise<void> {
  if (content_type !== 'choice' || !reply_to?.id) return
  const question = await messages.getLocked(ctx, reply_to.id)
  if (question.direction !== 'outgoing' || readOptions(question).length === 0) return
  const chosen = await findLatestChoice(ctx, question)
  if (!chosen || chosen.id === readChosen(question)) return
  const submitted_values = [{ title: chosen.title, value: chosen.id }]
  const message = await messages.updateAttributes(ctx, question.id, { submitted_values })
  if (!message) return
  ctx.emit('message.updated', { conversation: await conversations.getOwn(ctx, question.conversation_id), message })
}

/** The answer may be in a later conversation of the same customer. */
async function findLatestChoice({ sql, actor }: Context, question: Message) {
  const [choice] = await sql<{ id: string; title: string }>`
    select m.content_attributes ->> 'id' as id, m.content_attributes ->> 'title' as title
      from conversations q
      join conversations c on c.account_id = q.account_id and c.identity_id = q.identity_id
      join messages m on m.account_id = c.account_id and m.conversation_id = c.id
     where q.account_id = ${actor.account.id} and q.id = ${question.conversation_id}
       and m.direction = 'incoming' and m.content_type = 'choice' and m.reply_to_id = ${question.id}
     order by m.created_at desc, m.external_id desc limit 1`
  return choice
}
