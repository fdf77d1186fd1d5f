import type { ProviderChannel } from '#contract/channels.ts'
import { part, type Part, type Sql } from '#db/sql.ts'
import type { Connection } from '#kernel/connector.ts'
import { unseal } from '#kernel/vault.ts'

type ConnectionRow = {
  account_id: string
  inbox_id: string
  channel: ProviderChannel
  token: string
  credentials: Buffer
  verify_token: string
  external_id: string
  settings: Connection['settings']
}
export type OpenedConnection = Connection & { channel: ProviderChannel }
type Keys = { secret: Buffer; base_url: string }

/** The address a provider posts to. The token is public, so every request is authenticated as well. */
export function webhookUrl(base_url: string, channel: ProviderChannel, token: string): string {
  return `${base_url}/channels/${channel}/${token}`
}

/** The connection of the inbox with this token. */
export async function findByToken(
  sql: Sql,
  keys: Keys,
  channel: string,
  token: string,
): Promise<OpenedConnection | undefined> {
  return (await list(sql, keys, part`n.channel = ${channel} and i.token = ${token}`))[0]
}

/** Connections of these accounts, or of these businesses, at the providers of these channels, in every workspace. */
export function listByAccounts(
  sql: Sql,
  keys: Keys,
  channels: readonly ProviderChannel[],
  { accounts, businesses }: { accounts: readonly string[]; businesses: readonly string[] },
): Promise<OpenedConnection[]> {
  return list(
    sql,
    keys,
    part`n.channel = any(${channels}::text[]) and (n.external_id = any(${accounts}::text[]) or n.business_id = any(${businesses}::text[]))`,
  )
}

export async function findOfInbox(
  sql: Sql,
  keys: Keys,
  account_id: string,
  inbox_id: string,
): Promise<OpenedConnection | undefined> {
  return (await list(sql, keys, part`n.account_id = ${account_id} and n.inbox_id = ${inbox_id}`))[0]
}

/** Other connections that may depend on the same account at the provider: of the channel anywhere, or of the workspace. */
export function listBeside(
  sql: Sql,
  keys: Keys,
  { account_id, inbox_id, channel }: OpenedConnection,
): Promise<OpenedConnection[]> {
  return list(
    sql,
    keys,
    part`(n.channel = ${channel} or n.account_id = ${account_id}) and (n.account_id, n.inbox_id) <> (${account_id}::bigint, ${inbox_id}::bigint)`,
  )
}

async function list(sql: Sql, { secret, base_url }: Keys, which: Part): Promise<OpenedConnection[]> {
  const rows = await sql<ConnectionRow>`
    select n.account_id, n.inbox_id, n.channel, i.token, n.credentials, n.verify_token, n.external_id, i.settings
      from channel_connections n join inboxes i on i.account_id = n.account_id and i.id = n.inbox_id where ${which}`
  return rows.map(({ token, credentials, ...row }) => ({
    ...row,
    webhook_url: webhookUrl(base_url, row.channel, token),
    credentials: JSON.parse(unseal(secret, credentials)) as object,
  }))
}

/** Stores a request of the provider byte for byte; it is processed later. Nothing acknowledged is lost. */
export async function storeRequest(
  sql: Sql,
  inboxes: readonly Pick<OpenedConnection, 'account_id' | 'inbox_id'>[],
  body: Buffer,
): Promise<void> {
  await sql`
    insert into channel_events (account_id, inbox_id, body, received_at, next_try_at)
    select account_id, inbox_id, ${body}, now(), now()
      from jsonb_to_recordset(${JSON.stringify(inboxes.map(({ account_id, inbox_id }) => ({ account_id, inbox_id })))}::jsonb)
        as i (account_id bigint, inbox_id bigint)`
}
