import type { Conversation } from '#contract/records/conversation.ts'
import type { Sql } from '#db/sql.ts'
import { findOfInbox } from '#domains/access/public/connections.ts'
import type { OutboundTarget } from '#kernel/connector.ts'
import type { Context } from '#kernel/operation.ts'

/** Shows the customer that their messages were read, where the channel can. */
export async function sendReadReceipt(ctx: Context, { id, inbox }: Conversation): Promise<void> {
  const account_id = ctx.actor.account.id
  const connection = await findOfInbox(ctx.sql, ctx, account_id, inbox.id)
  if (!connection || !ctx.channels) return
  const { connectors, http } = ctx.channels
  const connector = connectors[connection.channel]
  if (!connector?.markRead) return
  const target = await findNewestReceived(ctx.sql, account_id, id)
  if (target) await connector.markRead(connection, target, http)
}

/** The customer's newest message in a conversation, by which providers know whom a signal is for. */
export async function findNewestReceived(
  sql: Sql,
  account_id: string,
  conversation_id: string,
): Promise<OutboundTarget | undefined> {
  const [newest] = await sql<{ external_id: string; source_id: string; phone_number: string | null }>`
    select m.external_id, d.source_id, k.phone_number
      from messages m
      join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
      join contact_identities d on d.account_id = c.account_id and d.id = c.identity_id
      join contacts k on k.account_id = c.account_id and k.id = c.contact_id
     where m.account_id = ${account_id} and m.conversation_id = ${conversation_id} and m.direction = 'incoming' and m.external_id is not null
     order by m.created_at desc, m.id desc limit 1`
  if (!newest) return undefined
  const { external_id, source_id, phone_number } = newest
  return { external_id, recipient: { source_id, aliases: [], phone_number } }
}
