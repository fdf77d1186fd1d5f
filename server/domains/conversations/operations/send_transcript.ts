import { z } from 'zod'
import type { Message } from '#contract/records/conversation.ts'
import { part } from '#db/sql.ts'
import { checkEmailLimit } from '#domains/access/emails/limits.ts'
import * as emails from '#domains/access/emails/store.ts'
import { withoutSurveyTokens } from '#domains/access/public/survey-links.ts'
import { conversation_id } from '#domains/conversations/inputs.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import * as conversations from '#domains/conversations/store.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** A longer conversation is cut at its beginning. */
const MOST = 1000

export const send_transcript = operation({
  summary: 'E-mail a conversation: its messages with the customer in order, without internal notes.',
  description: 'Of a long conversation the latest 1,000 messages. Files are named, not attached.',
  rest: 'POST /conversations/:conversation_id/transcript',
  permission: 'messages:send',
  tool: false,
  audit: { without: [] },
  input: z.strictObject({ conversation_id, email: z.email().max(254).describe('Address that receives it') }),
  output: z.object({ conversation_id, email: z.string() }),

  async run(ctx, { conversation_id, email }) {
    const { contact } = await conversations.get(ctx, conversation_id)
    const found = await messages.list(
      ctx,
      conversation_id,
      undefined,
      MOST,
      part`and not m.private and m.status <> 'scheduled'`,
    )
    const shown = found.slice(0, MOST).filter(({ deleted }) => !deleted)
    if (shown.length === 0)
      reject('invalid_state', 'The conversation has no messages yet, so there is nothing to send.')
    await checkEmailLimit(ctx, email)
    const { locale, name, time_zone } = ctx.actor.account
    const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: time_zone })
    await emails.queue(ctx, {
      key: `transcript:${conversation_id}:${email}:${ctx.now.toISOString()}`,
      kind: 'transcript',
      to_address: email,
      to_name: null,
      subject: locale === 'en' ? `Conversation with ${name}` : `Conversación con ${name}`,
      paragraphs: [
        locale === 'en' ? `Messages between ${contact.name} and ${name}:` : `Mensajes entre ${contact.name} y ${name}:`,
        ...shown
          .reverse()
          .map((each) => `${each.author.name}, ${moment.format(new Date(each.created_at))}\n${textOf(each)}`),
      ],
    })
    return { conversation_id, email }
  },
})

/** The text, and the names of its files. */
function textOf({ content, attachments }: Message): string {
  const files = attachments.map(({ file_name }) => `[${file_name}]`)
  return [...(content ? [withoutSurveyTokens(content)] : []), ...files].join('\n')
}
