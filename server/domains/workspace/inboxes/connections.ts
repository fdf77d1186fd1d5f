import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Channel, ProviderChannel } from '#contract/channels.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import { findOfInbox, type OpenedConnection, webhookUrl } from '#domains/access/public/connections.ts'
import type {
  AnyConnector,
  Connection,
  Http,
  NewTemplate,
  ProviderAccount,
  ProviderTemplate,
} from '#kernel/connector.ts'
import { ProviderError } from '#kernel/connector.ts'
import { saveMailbox } from './mailboxes.ts'
import * as templates from './templates.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import { invalidInput } from '#kernel/refusals.ts'
import { seal, unseal } from '#kernel/vault.ts'

/** Credentials a provider has accepted, ready to be stored. */
export type CheckedCredentials = {
  credentials: object
  verify_token: string
  account: ProviderAccount
  templates: ProviderTemplate[] | undefined
}

export function isProviderChannel(channel: Channel): channel is ProviderChannel {
  return channel !== 'web_widget' && channel !== 'api'
}

/** The connector of a channel, or a refusal if this installation has none. */
export function connectorOf({ channels }: Context, channel: Channel): AnyConnector {
  const connector = isProviderChannel(channel) ? channels?.connectors[channel] : undefined
  return (
    connector ?? reject('not_supported_by_channel', `Inboxes of ${channel} have no provider to connect.`, 'channel')
  )
}

/**
 * Asks the provider about credentials and subscribes its webhook. Calls the network, so it runs before the transaction. The
 * token of a new inbox is made here, because the provider is given the address.
 */
export async function checkCredentials(
  ctx: Context,
  channel: ProviderChannel,
  given: Record<string, unknown>,
  inbox: { token: string; settings: Connection['settings'] },
): Promise<CheckedCredentials> {
  const connector = connectorOf(ctx, channel)
  const { verify_token: chosen, ...fields } = given
  const parsed = z.object({ credentials: connector.credentials }).safeParse({ credentials: fields })
  if (!parsed.success) throw invalidInput(parsed.error, { credentials: fields })
  const { credentials } = parsed.data
  const verify_token = typeof chosen === 'string' && chosen ? chosen : randomBytes(24).toString('base64url')
  const connection = {
    account_id: ctx.actor.account.id,
    inbox_id: '',
    webhook_url: webhookUrl(ctx.base_url, channel, inbox.token),
    verify_token,
    external_id: null,
    credentials,
    settings: inbox.settings,
  }
  const account = await askProvider(() => connector.connect(connection, ctx.channels!.http))
  // Without templates the account still works; they are read again every day.
  const templates = await connector.listTemplates?.(connection, ctx.channels!.http).catch(() => undefined)
  return { credentials, verify_token, account, templates }
}

/** Turns the provider's refusal into ours. */
async function askProvider<T>(ask: () => Promise<T>, refused = 'these credentials', field = 'credentials'): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.kind === 'rejected')
      return reject('channel_rejected', `The channel refused ${refused}: ${error.message}`, field)
    return reject('channel_unreachable', `The channel did not answer: ${error.message} Try again in a moment.`)
  }
}

/** Stores the connection of an inbox, or replaces it; history and waiting messages stay. */
export async function save(
  ctx: Context,
  inbox: Pick<Inbox, 'id' | 'channel'>,
  { credentials, verify_token, account, templates: found }: CheckedCredentials,
): Promise<void> {
  const [before] = await ctx.sql<{ external_id: string }>`
    select external_id from channel_connections where account_id = ${ctx.actor.account.id} and inbox_id = ${inbox.id}`
  await ctx.sql`
    insert into channel_connections (account_id, inbox_id, channel, credentials, verify_token, external_id, business_id, account_name,
                                     state, detail, checked_at, created_at, updated_at)
    values (${ctx.actor.account.id}, ${inbox.id}, ${inbox.channel}, ${seal(ctx.secret, JSON.stringify(credentials))}, ${verify_token},
            ${account.id}, ${account.business_id ?? null}, ${account.name}, 'connected', ${account.detail ?? null}, ${ctx.now},
            ${ctx.now}, ${ctx.now})
    on conflict (account_id, inbox_id) do update
       set credentials = excluded.credentials, verify_token = excluded.verify_token, external_id = excluded.external_id,
           business_id = excluded.business_id, account_name = excluded.account_name, state = 'connected', detail = excluded.detail,
           checked_at = excluded.checked_at, paused_until = null, updated_at = excluded.updated_at`
  await saveDailyLimit(ctx, inbox.id, account)
  const isAnother = before !== undefined && before.external_id !== account.id
  await saveMailbox(ctx, inbox.id, { cursors: account.cursors, isAnother })
  if (ctx.channels?.connectors[inbox.channel as ProviderChannel]?.listMissed)
    await ctx.sql`
      update channel_connections
         set fetched_until = case when ${isAnother} then ${ctx.now} else coalesce(fetched_until, ${ctx.now}) end,
             next_fetch_at = ${ctx.now}::timestamptz + interval '5 minutes'
       where account_id = ${ctx.actor.account.id} and inbox_id = ${inbox.id}`
  if (found) await templates.replaceAll(ctx, inbox.id, found)
}

/** The connection of an inbox with its credentials opened; refuses inboxes without one. */
export async function get(ctx: Context, inbox: Pick<Inbox, 'id' | 'name'>): Promise<OpenedConnection> {
  const connection = await findOfInbox(ctx.sql, ctx, ctx.actor.account.id, inbox.id)
  return (
    connection ??
    reject(
      'invalid_state',
      `${inbox.name} is not connected; connect it with PUT /inboxes/${inbox.id}/connection.`,
      'inbox_id',
    )
  )
}

export type ConnectionState = {
  state: 'connected' | 'needs_attention'
  detail: string | null
  account?: ProviderAccount
}

/** Asks the provider whether the connection still works. */
export function askState(ctx: Context, connection: OpenedConnection): Promise<ConnectionState | undefined> {
  return readState(connectorOf(ctx, connection.channel), connection, ctx.channels!.http)
}

/** The state of a connection, or undefined if the provider gave no answer. */
export async function readState(
  connector: AnyConnector,
  connection: OpenedConnection,
  http: Http,
): Promise<ConnectionState | undefined> {
  try {
    const account = await connector.check(connection, http)
    return { state: 'connected', detail: account.detail ?? null, account }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    // A provider that does not answer says nothing about the credentials.
    return error.kind === 'rejected' ? { state: 'needs_attention', detail: error.message } : undefined
  }
}

/** Records the state, and emits the change if it is one. Returns whether it was. */
export async function setState(
  ctx: Context,
  inbox: Inbox,
  { state, detail, account }: ConnectionState,
): Promise<boolean> {
  const [before] = await ctx.sql<{ state: string }>`
    select state from channel_connections where account_id = ${ctx.actor.account.id} and inbox_id = ${inbox.id} for no key update`
  await ctx.sql`
    update channel_connections
       set state = ${state}, detail = ${detail}, checked_at = ${ctx.now}, account_name = coalesce(${account?.name ?? null}, account_name),
           paused_until = case when ${state} = 'connected' then null else paused_until end, updated_at = ${ctx.now}
     where account_id = ${ctx.actor.account.id} and inbox_id = ${inbox.id}`
  if (account) await saveDailyLimit(ctx, inbox.id, account)
  if (!before || before.state === state) return false
  const connection = { ...inbox.connection!, state, detail, checked_at: ctx.now.toISOString() }
  ctx.emit('inbox.connection_changed', { inbox: { ...inbox, connection } })
  return true
}

/** People the account may write to first within 24 hours; campaigns keep to it. */
async function saveDailyLimit(
  { sql, actor }: Context,
  inbox_id: string,
  { daily_limit }: ProviderAccount,
): Promise<void> {
  await sql`
    update channel_connections set daily_limit = ${daily_limit ?? null}
     where account_id = ${actor.account.id} and inbox_id = ${inbox_id} and daily_limit is distinct from ${daily_limit ?? null}`
}

/** Stores credentials the provider renewed, unless somebody replaced them meanwhile. */
export async function renewCredentials(ctx: Context, { inbox_id, credentials }: OpenedConnection, renewed: object) {
  const [row] = await ctx.sql<{ credentials: Buffer }>`
    select credentials from channel_connections
     where account_id = ${ctx.actor.account.id} and inbox_id = ${inbox_id} for no key update`
  if (!row || unseal(ctx.secret, row.credentials) !== JSON.stringify(credentials)) return
  await ctx.sql`
    update channel_connections set credentials = ${seal(ctx.secret, JSON.stringify(renewed))}, updated_at = ${ctx.now}
     where account_id = ${ctx.actor.account.id} and inbox_id = ${inbox_id}`
}

/** The inbox with the address and token to paste at the provider, for administrators. */
export async function withAddress(ctx: Context, inbox: Inbox): Promise<Inbox> {
  if (!inbox.connection || !ctx.actor.permissions.has('admin')) return inbox
  const connection = await findOfInbox(ctx.sql, ctx, ctx.actor.account.id, inbox.id)
  if (!connection) return inbox
  const { verify_token } = connection
  const webhook_url =
    ctx.channels?.connectors[connection.channel]?.addressToCopy?.(connection) ?? connection.webhook_url
  return { ...inbox, connection: { ...inbox.connection, webhook_url, verify_token } }
}

/** Reads the templates of the inbox's account from the provider. */
export async function askTemplates(ctx: Context, inbox: Inbox): Promise<ProviderTemplate[]> {
  const { listTemplates } = connectorOf(ctx, inbox.channel)
  if (!listTemplates) return withoutTemplates(inbox)
  const connection = await get(ctx, inbox)
  return askProvider(() => listTemplates(connection, ctx.channels!.http), 'to list its templates', 'inbox_id')
}

/** Submits a template to the provider. */
export async function submitTemplate(ctx: Context, inbox: Inbox, template: NewTemplate): Promise<ProviderTemplate> {
  const { createTemplate } = connectorOf(ctx, inbox.channel)
  if (!createTemplate) return withoutTemplates(inbox)
  const connection = await get(ctx, inbox)
  return askProvider(() => createTemplate(connection, template, ctx.channels!.http), 'the template', 'components')
}

function withoutTemplates({ channel }: Inbox): never {
  return reject('not_supported_by_channel', `${channel} has no templates.`, 'inbox_id')
}
