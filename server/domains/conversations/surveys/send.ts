import { surveyLinks, surveyToken } from '#domains/access/public/survey-links.ts'
import { append } from '#domains/conversations/messages/append.ts'
import * as rules from '#domains/conversations/rules.ts'
import { loadTemplateContext } from '#domains/conversations/messages/template-context.ts'
import * as conversations from '#domains/conversations/store.ts'
import { fillTemplate } from '#domains/workspace/variables.ts'
import type { Context } from '#kernel/operation.ts'

/** Sends the satisfaction survey of a resolved conversation, unless it was reopened or one was sent within 24 hours. */
export async function sendSurvey(ctx: Context, conversation_id: string, resolved_at: string): Promise<void> {
  const { sql, actor } = ctx
  // Locked before it is read, so that concurrent calls send one survey.
  await sql`
    select from conversations where account_id = ${actor.account.id} and id = ${conversation_id} for no key update`
  const inbox = await findSurveyInbox(ctx, conversation_id, resolved_at)
  const about = inbox && (await loadTemplateContext(sql, actor.account.id, conversation_id))
  if (!about) return
  const conversation = await conversations.getOwn(ctx, conversation_id)
  const result = await append(ctx, conversation, {
    content: (inbox.question && fillTemplate(inbox.question, about)) || questions[actor.account.locale],
    content_type: inbox.channel === 'web_widget' ? 'input_csat' : 'text',
    content_attributes: { survey: true },
    direction: 'outgoing',
    author: rules.authorOf(actor),
  })
  const token = surveyToken(surveyLinks(ctx), result.message.id)
  await sql`
    insert into csat_surveys (account_id, token, conversation_id, contact_id, inbox_id, assignee_id, team_id, message_id, sent_at)
    values (${actor.account.id}, ${token}, ${conversation_id}, ${conversation.contact.id}, ${conversation.inbox.id},
            ${conversation.assignee?.id ?? null}, ${conversation.team?.id ?? null}, ${result.message.id}, ${ctx.now})`
  ctx.emit('message.sent', result)
}

const questions = { es: '¿Cómo te atendimos?', en: 'How did we do?' } as const

/**
 * The inbox, if it sends surveys and this conversation qualifies: the customer wrote and was answered since the conversation
 * was opened, and had no survey within 24 hours.
 */
async function findSurveyInbox(ctx: Context, conversation_id: string, resolved_at: string) {
  const [row] = await ctx.sql<{ channel: string; question: string | null }>`
    select i.channel, i.csat ->> 'message' as question
      from conversations c
      join inboxes i on i.account_id = c.account_id and i.id = c.inbox_id and (i.csat ->> 'enabled')::boolean
      join contacts k on k.account_id = c.account_id and k.id = c.contact_id and not k.blocked
     where c.account_id = ${ctx.actor.account.id} and c.id = ${conversation_id} and c.status = 'resolved'
       and exists (select from messages m where m.account_id = c.account_id and m.conversation_id = c.id and m.direction = 'incoming')
       and exists (select from messages m where m.account_id = c.account_id and m.conversation_id = c.id and m.direction = 'outgoing'
                      and not m.private and m.author_type in ('agent', 'ai_agent', 'api') and m.created_at >= c.opened_at)
       and not exists (select from csat_surveys s where s.account_id = c.account_id and s.conversation_id = c.id
                          and s.sent_at > ${resolved_at}::timestamptz - interval '24 hours')`
  return row
}
