import type { OpenedConnection } from '#domains/access/public/connections.ts'
import { advanceStatus } from '#domains/conversations/messages/changes.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import type { AnyConnector, Recipient } from '#kernel/connector.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { runAsSystem } from '#kernel/system-actor.ts'
import { settleArrival } from '#domains/channels/incoming/apply-event.ts'

const LOOKED_BACK = '1 day'
const MOST_AT_ONCE = 20

type Unknown = { id: string; content: string; since: string; recipient: Recipient; isAlone: boolean }

/**
 * Looks up messages whose outcome is unknown in the list of the provider. One of them is recognised only if it is the only
 * one with its text for its recipient, here and there; otherwise it stays unknown.
 */
export async function settleUnknown(
  runtime: Runtime,
  connector: AnyConnector,
  connection: OpenedConnection,
): Promise<void> {
  if (!connector.listSent) return
  for (const { id, since, isAlone, ...message } of await listUnknown(runtime, connection)) {
    if (!isAlone) continue
    const listed = await connector.listSent(connection, message, new Date(since), runtime.channels!.http)
    const [external_id, ...others] = await withoutKnown(runtime, connection, listed)
    if (external_id !== undefined && others.length === 0) await settle(runtime, connection, id, external_id)
  }
}

function listUnknown({ database }: Runtime, { account_id, inbox_id }: OpenedConnection): Promise<Unknown[]> {
  return database.sql<Unknown>`
    select m.id, m.content, m.created_at - interval '1 minute' as since,
           jsonb_build_object('source_id', d.source_id, 'aliases', '[]'::jsonb, 'phone_number', k.phone_number) as recipient,
           count(*) over (partition by m.conversation_id, m.content) = 1 as "isAlone"
      from messages m
      join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
      join contact_identities d on d.account_id = c.account_id and d.id = c.identity_id
      join contacts k on k.account_id = c.account_id and k.id = c.contact_id
     where m.account_id = ${account_id} and m.inbox_id = ${inbox_id} and m.status = 'failed' and m.external_id is null
       and m.failure ->> 'code' = 'outcome_unknown' and m.created_at > now() - ${LOOKED_BACK}::interval
       and not exists (select from attachments a where a.account_id = m.account_id and a.message_id = m.id)
     order by m.created_at limit ${MOST_AT_ONCE}`
}

async function withoutKnown(
  { database }: Runtime,
  { account_id, inbox_id }: OpenedConnection,
  listed: readonly string[],
): Promise<string[]> {
  const known = await database.sql<{ external_id: string }>`
    select external_id from messages
     where account_id = ${account_id} and inbox_id = ${inbox_id} and external_id = any(${listed}::text[])`
  const ids = new Set(known.map(({ external_id }) => external_id))
  return listed.filter((each) => !ids.has(each))
}

function settle(runtime: Runtime, connection: OpenedConnection, id: string, external_id: string): Promise<void> {
  return runAsSystem(runtime, connection.account_id, 'send_channel_message', async (ctx) => {
    const message = await messages.getLocked(ctx, id)
    // Somebody may have sent it again meanwhile.
    if (message.failure?.code !== 'outcome_unknown') return
    await advanceStatus(ctx, message, 'sent', { external_id })
    const inbox = await inboxes.find(ctx, connection.inbox_id)
    if (inbox) await settleArrival(ctx, inbox, { id, external_id })
  })
}
