import type { Message } from '#contract/records/conversation.ts'
import { advanceStatus, advanceUntil } from '#domains/conversations/messages/changes.ts'
import type { Context } from '#kernel/operation.ts'
import { isSendingTo } from './echoes.ts'
import { NotYet } from './parked.ts'

/** Marks everything sent up to a moment as received or read, and keeps the moment for messages that are reported only later. */
export async function applyUntil(
  ctx: Context,
  identity_id: string,
  status: 'delivered' | 'read',
  until: string,
): Promise<void> {
  // A message is read only after the provider took it, but the provider's answer may come later than this.
  if (await isSendingTo(ctx, identity_id)) throw new NotYet('A message to this person is being sent.')
  const [delivered, read] = status === 'read' ? [null, until] : [until, null]
  await ctx.sql`
    update contact_identities
       set delivered_until = greatest(delivered_until, ${delivered}::timestamptz), read_until = greatest(read_until, ${read}::timestamptz)
     where account_id = ${ctx.actor.account.id} and id = ${identity_id}`
  await advanceUntil(ctx, identity_id, status, until)
}

/** Marks a message of the business that is reported only now, if the person received or read it meanwhile. */
export async function advanceRemembered(ctx: Context, identity_id: string, message: Message): Promise<void> {
  const [row] = await ctx.sql<{ status: 'delivered' | 'read' | null }>`
    select case when read_until >= ${message.created_at} then 'read' when delivered_until >= ${message.created_at} then 'delivered' end as status
      from contact_identities where account_id = ${ctx.actor.account.id} and id = ${identity_id}`
  if (row?.status) await advanceStatus(ctx, message, row.status)
}
