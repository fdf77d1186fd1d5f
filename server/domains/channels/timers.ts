import { emailAdministrators } from '#domains/access/emails/administrators.ts'
import { findOfInbox, type OpenedConnection } from '#domains/access/public/connections.ts'
import * as scheduled from '#domains/conversations/messages/resend.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import * as connections from '#domains/workspace/inboxes/connections.ts'
import { alertEmail } from '#domains/workspace/inboxes/email-templates.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import * as templates from '#domains/workspace/inboxes/templates.ts'
import { part, type Sql } from '#db/sql.ts'
import type { AnyConnector } from '#kernel/connector.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { runAsSystem } from '#kernel/system-actor.ts'

const CHECKED_EVERY = '1 hour'
const PARKED_FOR = '7 days'

/** The next scheduled message. */
export const nextScheduled = part`select min(scheduled_at) as at from messages where status = 'scheduled'`

/** Sends scheduled messages that are due, one transaction each. */
export async function sendScheduled(runtime: Runtime): Promise<void> {
  const due = await runtime.database.sql<{ account_id: string; id: string }>`
    select account_id, id from messages where status = 'scheduled' and scheduled_at <= now() order by scheduled_at limit 200`
  for (const { account_id, id } of due) {
    await runAsSystem(runtime, account_id, 'send_scheduled_message', async (ctx) => {
      const before = await scheduled.takeScheduled(ctx, id)
      if (!before) return
      const conversation = await conversations.getLocked(ctx, before.conversation_id)
      const delivery = before.content_attributes['delivery'] as Record<string, unknown> | undefined
      const refused = rules.refusalOfWindow(conversation, { ...before, delivery })
      const result = await scheduled.sendScheduled(ctx, conversation, before, refused)
      ctx.emit('message.sent', result)
    })
  }
}

export const nextCheck = part`select min(checked_at) + ${CHECKED_EVERY}::interval as at from channel_connections`

/** Asks providers whether connections still work, and reads their templates once a day. */
export async function checkConnections(runtime: Runtime): Promise<void> {
  const { sql } = runtime.database
  const due = await sql<{ account_id: string; inbox_id: string; wants_templates: boolean }>`
    update channel_connections n set checked_at = now()
     where (account_id, inbox_id) in (
       select account_id, inbox_id from channel_connections where checked_at <= now() - ${CHECKED_EVERY}::interval
        order by checked_at limit 50 for update skip locked)
    returning account_id, inbox_id, coalesce(templates_synced_at <= now() - interval '1 day', true) as wants_templates`
  for (const each of due) await checkConnection(runtime, each)
}

/** Renews credentials that end soon, reads the state of one connection, and warns administrators about its end. */
export async function checkConnection(
  runtime: Runtime,
  { account_id, inbox_id, wants_templates }: { account_id: string; inbox_id: string; wants_templates: boolean },
): Promise<void> {
  const { database, secret, config, channels, log } = runtime
  const stored = await findOfInbox(database.sql, { secret, base_url: config.base_url }, account_id, inbox_id)
  const connector = stored && channels?.connectors[stored.channel]
  if (!connector) return
  const connection = await renewCredentials(runtime, connector, stored)
  const state = await connections.readState(connector, connection, channels!.http).catch((error: unknown) => {
    log.warn({ err: error, inbox_id }, 'the connection of an inbox could not be checked')
    return undefined
  })
  const list = wants_templates && state?.state === 'connected' ? connector.listTemplates : undefined
  const found = await list?.(connection, channels!.http).catch(() => undefined)
  await runAsSystem(runtime, account_id, 'check_connection', async (ctx) => {
    const inbox = await inboxes.find(ctx, inbox_id)
    if (inbox && state) await connections.setState(ctx, inbox, state)
    const alert = state?.account?.alert
    if (inbox && alert)
      await emailAdministrators(ctx, 'connection', `alert:${inbox_id}:${alert}`, alertEmail(ctx, inbox, alert))
    if (inbox && found) await templates.replaceAll(ctx, inbox_id, found)
  })
}

/** The connection with credentials that last, where the provider gives new ones before the old ones expire. */
async function renewCredentials(
  runtime: Runtime,
  connector: AnyConnector,
  connection: OpenedConnection,
): Promise<OpenedConnection> {
  const { log, channels } = runtime
  const { account_id, inbox_id } = connection
  const credentials = await connector.refresh?.(connection, channels!.http).catch((error: unknown) => {
    // The old ones still work; the connector warns before they end.
    log.warn({ err: error, inbox_id }, 'the credentials of an inbox could not be renewed')
    return undefined
  })
  if (!credentials) return connection
  await runAsSystem(runtime, account_id, 'renew_credentials', (ctx) =>
    connections.renewCredentials(ctx, connection, credentials),
  )
  return { ...connection, credentials }
}

export const nextParkedExpiry = part`select min(created_at) + ${PARKED_FOR}::interval as at from parked_channel_events`

export function forgetParked(sql: Sql): Promise<unknown> {
  return sql`
    delete from parked_channel_events where (account_id, id) in (
      select account_id, id from parked_channel_events where created_at <= now() - ${PARKED_FOR}::interval limit 10000)`
}
