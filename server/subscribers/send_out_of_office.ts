import { part } from '#db/sql.ts'
import { findOutOfOffice, claimNotice } from '#domains/conversations/messages/out-of-office.ts'
import { loadTemplateContext } from '#domains/conversations/messages/template-context.ts'
import { fillTemplate } from '#domains/workspace/variables.ts'
import { subscriber } from '#kernel/subscriber.ts'

/**
 * Tells customers who write outside business hours when to expect an answer. Where the AI agent answers first, it does so
 * itself when it hands over, so that the customer gets one message.
 */
export const send_out_of_office = subscriber({
  on: ['message.received'],
  when: part`exists (
    select from inboxes i where i.account_id = e.account_id and i.id = (e.payload #>> '{conversation,inbox,id}')::bigint
       and i.business_hours ->> 'out_of_office_message' <> '')`,
  async run({ sql, call }, { account_id, payload: { message, conversation } }) {
    if (message.content_attributes['standby'] || message.content_attributes['automatic']) return
    const { conversation_id } = message
    const outOfOffice = await findOutOfOffice(sql, account_id, message)
    if (!outOfOffice?.is_closed || !outOfOffice.text) return
    if (outOfOffice.ai_agent_enabled && conversation.status === 'pending') return
    const about = await loadTemplateContext(sql, account_id, conversation_id)
    if (!about) return
    const content = fillTemplate(outOfOffice.text, about)
    if (content.trim() === '') return
    const inbox = { type: 'automation', id: null, name: about.inbox.name } as const
    await call('send_message', inbox, { conversation_id, content }, async (ctx, send) =>
      (await claimNotice(ctx, message)) ? send() : undefined,
    )
  },
})
