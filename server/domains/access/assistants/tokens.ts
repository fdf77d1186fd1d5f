import { createHash, randomBytes } from 'node:crypto'
import { type Database, transaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { keepClient } from '#domains/access/assistants/clients.ts'
import { digest } from '#domains/access/keys/api-key.ts'
import type { Origin } from '#kernel/audit.ts'

const CODE_LIFE = '2 minutes'
export const ACCESS_SECONDS = 1800
const REFRESH_LIFE = '60 days'

const prefixes = { code: 'hac_', access: 'hat_', refresh: 'hrt_' }

type Row = {
  key_id: string
  client_id: string
  resource: string
  redirect_uri: string | null
  challenge: string | null
  is_used: boolean
  is_live: boolean
  key_role: string
}

export type Tokens = { access_token: string; refresh_token: string; scope: string }

/** Whether the text looks like an access token, so that others are refused without a query. */
export function isAccessToken(text: string): boolean {
  return /^hat_[\w-]{43}$/.test(text)
}

/** Issues the code of a connection that a person has just allowed. The connection ends if nobody exchanges it. */
export async function issueCode(
  sql: Sql,
  code: { key_id: string; client_id: string; redirect_uri: string; resource: string; challenge: string },
): Promise<string> {
  const text = generate('code')
  await sql`
    insert into oauth_tokens (hash, key_id, kind, client_id, resource, redirect_uri, challenge, expires_at)
    values (${digest(text)}, ${code.key_id}, 'code', ${code.client_id}, ${code.resource}, ${code.redirect_uri},
            ${code.challenge}, now() + ${CODE_LIFE}::interval)`
  await sql`update api_keys set expires_at = now() + ${CODE_LIFE}::interval where id = ${code.key_id}`
  await keepClient(sql, code.client_id)
  return text
}

export type CodeExchange = {
  code: string
  client_id: string
  code_verifier: string
  redirect_uri?: string | undefined
  resource?: string | undefined
}

/** Exchanges a code for tokens, once. Undefined if it is refused; a code presented twice ends the connection. */
export function exchangeCode({ work }: Database, given: CodeExchange, from: Origin): Promise<Tokens | undefined> {
  return transaction(work, async (sql) => {
    const row = await claim(sql, given.code, 'code', 'authorization_code_reused', from)
    if (!row) return undefined
    const { redirect_uri = row.redirect_uri, resource = row.resource } = given
    const challenge = createHash('sha256').update(given.code_verifier).digest('base64url')
    const isRight =
      row.client_id === given.client_id &&
      row.redirect_uri === redirect_uri &&
      row.resource === resource &&
      row.challenge === challenge
    // A code in the wrong hands is stolen, so what it was issued for ends with it.
    if (isRight) return issue(sql, row)
    await revokeConnection(sql, row.key_id)
    return undefined
  })
}

/** Exchanges a refresh token for new tokens. A token used before was stolen from one of its two users: both lose access. */
export function refresh(
  { work }: Database,
  given: { refresh_token: string; client_id: string; resource?: string | undefined },
  from: Origin,
): Promise<Tokens | undefined> {
  return transaction(work, async (sql) => {
    const row = await claim(sql, given.refresh_token, 'refresh', 'refresh_token_reused', from, given)
    return row && issue(sql, row)
  })
}

/** Ends the connection of a refresh token, or an access token alone (RFC 7009). Unknown tokens are ignored. */
export async function revokeToken(sql: Sql, token: string, client_id: string | undefined): Promise<void> {
  const [row] = await sql<{ key_id: string; kind: string }>`
    select key_id, kind from oauth_tokens
     where hash = ${digest(token)} and client_id = coalesce(${client_id ?? null}, client_id)`
  if (row?.kind === 'access') await sql`delete from oauth_tokens where hash = ${digest(token)}`
  else if (row) await revokeConnection(sql, row.key_id)
}

/** Locks a code or refresh token and marks it as used. Undefined if it is unknown, over, used, or of another client. */
async function claim(
  sql: Sql,
  token: string,
  kind: 'code' | 'refresh',
  reuse: string,
  from: Origin,
  bound: { client_id?: string; resource?: string | undefined } = {},
): Promise<Row | undefined> {
  const [row] = await sql<Row>`
    select t.key_id, t.client_id, t.resource, t.redirect_uri, t.challenge, t.used_at is not null as is_used, k.role as key_role,
           t.expires_at > now() and k.revoked_at is null and k.expires_at > now() as is_live
      from oauth_tokens t join api_keys k on k.id = t.key_id
     where t.hash = ${digest(token)} and t.kind = ${kind} for update`
  if (!row?.is_live) return undefined
  if (bound.client_id !== undefined && bound.client_id !== row.client_id) return undefined
  if (bound.resource !== undefined && bound.resource !== row.resource) return undefined
  if (row.is_used) {
    await revokeConnection(sql, row.key_id)
    await recordReuse(sql, row.key_id, reuse, from)
    return undefined
  }
  await sql`update oauth_tokens set used_at = now() where hash = ${digest(token)}`
  return row
}

async function issue(sql: Sql, { key_id, client_id, resource, key_role }: Row): Promise<Tokens> {
  const [access_token, refresh_token] = [generate('access'), generate('refresh')]
  await sql`
    insert into oauth_tokens (hash, key_id, kind, client_id, resource, expires_at)
    values (${digest(access_token)}, ${key_id}, 'access', ${client_id}, ${resource}, now() + make_interval(secs => ${ACCESS_SECONDS})),
           (${digest(refresh_token)}, ${key_id}, 'refresh', ${client_id}, ${resource}, now() + ${REFRESH_LIFE}::interval)`
  await sql`update api_keys set expires_at = now() + ${REFRESH_LIFE}::interval where id = ${key_id}`
  await keepClient(sql, client_id)
  return { access_token, refresh_token, scope: key_role === 'read_only' ? 'read' : 'read write' }
}

async function revokeConnection(sql: Sql, key_id: string): Promise<void> {
  await sql`update api_keys set revoked_at = coalesce(revoked_at, now()) where id = ${key_id}`
}

async function recordReuse(sql: Sql, key_id: string, action: string, from: Origin): Promise<void> {
  await sql`
    insert into audit_entries (account_id, action, actor, details, request_id, ip, created_at)
    select account_id, ${action}, jsonb_build_object('type', 'api_key', 'id', id::text, 'name', name), '{}', ${from.request_id},
           ${from.ip ?? null}, now() from api_keys where id = ${key_id}`
}

function generate(kind: keyof typeof prefixes): string {
  return prefixes[kind] + randomBytes(32).toString('base64url')
}
