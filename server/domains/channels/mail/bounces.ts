import type { Message } from '#contract/records/conversation.ts'
import { emitChange } from '#domains/conversations/messages/changes.ts'
import * as contacts from '#domains/contacts/store.ts'
import type { Context } from '#kernel/operation.ts'

/**
 * Marks recipients whose address does not exist. Only recipients of the message are marked: anybody can write a report, but
 * not name one of our messages and its recipients.
 */
export async function recordBounce(ctx: Context, message: Message, bounced: string): Promise<void> {
  const email = (message.content_attributes['email'] ?? {}) as { to?: string[]; cc?: string[]; bcc?: string[] }
  const recipients = [...(email.to ?? []), ...(email.cc ?? []), ...(email.bcc ?? [])]
  const [row] = await ctx.sql<{ id: string }>`
    select k.id from contacts k join conversations c on c.account_id = k.account_id
     where c.account_id = ${ctx.actor.account.id} and c.id = ${message.conversation_id} and k.email is not null
       and (${bounced} = '' and k.id = c.contact_id
            or k.email = ${bounced} and (k.id = c.contact_id or k.email = any(${recipients}::text[])))`
  if (row) await setStatus(ctx, row.id, 'bounced')
}

/** A contact who writes is reachable again. */
export async function clearBounce(ctx: Context, contact_id: string): Promise<void> {
  await setStatus(ctx, contact_id, null)
}

async function setStatus(ctx: Context, contact_id: string, to: 'bounced' | null): Promise<void> {
  const [changed] = await ctx.sql`
    update contacts set email_status = ${to}, updated_at = ${ctx.now}
     where account_id = ${ctx.actor.account.id} and id = ${contact_id} and email_status is distinct from ${to} returning id`
  if (!changed) return
  const contact = await contacts.get(ctx, contact_id)
  const from = to === null ? 'bounced' : null
  ctx.emit('contact.updated', { contact, changes: { email_status: { from, to } } })
}

/** Shows with the message that its delivery takes longer; it is still on its way. */
export async function noteDelay(ctx: Context, { id }: Message, attributes: Record<string, unknown>): Promise<void> {
  await ctx.sql`
    update messages set content_attributes = content_attributes || ${attributes}, updated_at = ${ctx.now}
     where account_id = ${ctx.actor.account.id} and id = ${id}`
  await emitChange(ctx, 'message.updated', id)
}
