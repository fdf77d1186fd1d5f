import { randomUUID } from 'node:crypto'
import * as messages from '#domains/conversations/messages.ts'
import * as rules from '#domains/conversations/rules.ts'
import { speakingOf } from '#domains/conversations/speaking.ts'
import * as conversations from '#domains/conversations/store.ts'
import { fillIn } from '#domains/workspace/variables.ts'
import type { Context } from '#kernel/operation.ts'

/** Asks the customer how it was, in the conversation that was resolved then, unless it is open again or they were asked lately. */
export async function ask(ctx: Context, conversation_id: string, resolved_at: string): Promise<void> {
  const { sql, actor } = ctx
  // Held first and looked at then, so that two who ask at once ask once.
  await sql`
    select from conversations where account_id = ${actor.account.id} and id = ${conversation_id} for no key update`
  const inbox = await findAsking(ctx, conversation_id, resolved_at)
  const about = inbox && (await speakingOf(sql, actor.account.id, conversation_id))
  if (!about) return
  const conversation = await conversations.getOwn(ctx, conversation_id)
  const token = randomUUID()
  const question = (inbox.question && fillIn(inbox.question, about)) || questions[actor.account.locale]
  const asked =
    inbox.channel === 'web_widget'
      ? { content: question, content_type: 'input_csat', content_attributes: { survey_token: token } }
      : {
          content: `${question}\n${ctx.base_url}/survey/${token}`,
          content_attributes: { survey_token: token, question },
        }
  const author = rules.authorOf(actor)
  const result = await messages.append(ctx, conversation, { ...asked, direction: 'outgoing', author })
  await sql`
    insert into csat_surveys (account_id, token, conversation_id, contact_id, inbox_id, assignee_id, team_id, message_id, sent_at)
    values (${actor.account.id}, ${token}, ${conversation_id}, ${conversation.contact.id}, ${conversation.inbox.id},
            ${conversation.assignee?.id ?? null}, ${conversation.team?.id ?? null}, ${result.message.id}, ${ctx.now})`
  ctx.emit('message.sent', result)
}

const questions = { es: '¿Cómo te atendimos?', en: 'How did we do?' } as const

/** The inbox, where it asks and the customer has something to say: they wrote, and were not asked within a day. */
async function findAsking(ctx: Context, conversation_id: string, resolved_at: string) {
  const [row] = await ctx.sql<{ channel: string; question: string | null }>`
    select i.channel, i.csat ->> 'message' as question
      from conversations c
      join inboxes i on i.account_id = c.account_id and i.id = c.inbox_id and (i.csat ->> 'enabled')::boolean
      join contacts k on k.account_id = c.account_id and k.id = c.contact_id and not k.blocked
     where c.account_id = ${ctx.actor.account.id} and c.id = ${conversation_id} and c.status = 'resolved'
       and exists (select from messages m where m.account_id = c.account_id and m.conversation_id = c.id and m.direction = 'incoming')
       and not exists (select from csat_surveys s where s.account_id = c.account_id and s.conversation_id = c.id
                          and s.sent_at > ${resolved_at}::timestamptz - interval '24 hours')`
  return row
}
