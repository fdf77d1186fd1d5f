import { randomBytes } from 'node:crypto'
import type { Sql } from '#db/sql.ts'
import * as rules from '#domains/access/assistants/rules.ts'
import { addressLimit, throttle } from '#domains/access/throttle.ts'
import type { Origin } from '#kernel/audit.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** An unused registration is forgotten after a day; each use keeps it for as long as a refresh token lives. */
const UNUSED = '1 day'
const IN_USE = '90 days'
const DOCUMENT_BYTES = 64 * 1024

/** Registers a client (RFC 7591). Anybody may, so registrations of one address and of all together are limited. */
export async function registerClient(sql: Sql, metadata: rules.ClientMetadata, from: Origin): Promise<rules.Client> {
  await throttle(sql, addressLimit('oauth-register', from, 30, 60), ['oauth-register', 1000, 60])
  const { client_name, redirect_uris } = metadata
  const client_id = `hilc_${randomBytes(18).toString('base64url')}`
  const client = {
    client_id,
    redirect_uris,
    name: rules.clientName(client_name, rules.redirectHost(redirect_uris[0]!)),
  }
  await sql`
    insert into oauth_clients (client_id, name, redirect_uris, expires_at)
    values (${client_id}, ${client.name}, ${redirect_uris}, now() + ${UNUSED}::interval)`
  return client
}

export async function isKnown(sql: Sql, client_id: string): Promise<boolean> {
  return (await sql`select from oauth_clients where client_id = ${client_id} and expires_at > now()`).length > 0
}

export async function keepClient(sql: Sql, client_id: string): Promise<void> {
  await sql`
    update oauth_clients set expires_at = greatest(expires_at, now() + ${IN_USE}::interval) where client_id = ${client_id}`
}

/**
 * The client of a request that a signed-in person looks at. A document is read at most once an hour, and only for
 * people: strangers cannot make this server call anything.
 */
export async function findClient(ctx: Context, client_id: string): Promise<rules.Client> {
  const isDocument = rules.isDocumentAddress(client_id)
  const [known] = await ctx.sql<rules.Client>`
    select client_id, name, redirect_uris from oauth_clients
     where client_id = ${client_id} and expires_at > now()
       and (not ${isDocument}::boolean or read_at > now() - interval '1 hour')`
  if (known) return known
  if (!isDocument)
    reject('not_found', 'This assistant is not registered here any more; start again from the assistant.', 'client_id')
  return readClient(ctx, client_id)
}

async function readClient({ sql, actor, fetchPage }: Context, client_id: string): Promise<rules.Client> {
  await throttle(sql, [`oauth-document:${actor.user_id}`, 30, 60])
  const unreadable = (): never =>
    reject('invalid_value', 'The description of this assistant cannot be read at its address.', 'client_id')
  const how = { most: DOCUMENT_BYTES, headers: { accept: 'application/json' } }
  const page = await fetchPage?.(client_id, how).catch(unreadable)
  if (page?.status !== 200 || !page.whole || !/\bjson\b/.test(page.headers['content-type'] ?? '')) return unreadable()
  const client = rules.readDocument(client_id, page.bytes.toString('utf8'))
  await sql`
    insert into oauth_clients (client_id, name, redirect_uris, read_at, expires_at)
    values (${client_id}, ${client.name}, ${client.redirect_uris}, now(), now() + ${UNUSED}::interval)
    on conflict (client_id) do update
      set name = excluded.name, redirect_uris = excluded.redirect_uris, read_at = excluded.read_at,
          expires_at = greatest(oauth_clients.expires_at, excluded.expires_at)`
  return client
}

/** The client of the request, if the answer may go to the address it names. */
export async function checkClient(ctx: Context, request: rules.AuthorizationRequest): Promise<rules.Client> {
  const client = await findClient(ctx, request.client_id)
  // Nothing is sent to an address that the client did not announce: this would be an open redirect.
  if (!rules.isRegistered(client, request.redirect_uri))
    reject('invalid_value', 'The address to return to is not one of this assistant’s.', 'redirect_uri')
  return client
}
