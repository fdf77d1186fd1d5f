import { randomBytes } from 'node:crypto'
import { digest } from '#domains/access/keys/api-key.ts'
import type { Context } from '#kernel/operation.ts'
import { seal, unseal } from '#kernel/vault.ts'

export type Feed = { url: string; created_at: string }

/** The calendar feed of the caller, created if there is none. */
export async function get(ctx: Context): Promise<Feed> {
  return (await find(ctx)) ?? (await create(ctx))
}

async function find(ctx: Context): Promise<Feed | undefined> {
  const { sql, actor, secret } = ctx
  const [row] = await sql<{ token_sealed: Buffer; created_at: string }>`
    select token_sealed, created_at from calendar_feeds where account_id = ${actor.account.id} and user_id = ${actor.user_id}`
  return row && { url: feedUrl(ctx, unseal(secret, row.token_sealed)), created_at: row.created_at }
}

async function create(ctx: Context): Promise<Feed> {
  const { sql, actor, secret, now } = ctx
  const token = newToken()
  await sql`
    insert into calendar_feeds (account_id, user_id, token_hash, token_sealed, created_at)
    values (${actor.account.id}, ${actor.user_id}, ${digest(token)}, ${seal(secret, token)}, ${now})
    on conflict (account_id, user_id) do nothing`
  // A concurrent request may have created one first; that one counts.
  return (await find(ctx))!
}

/** Replaces the address; the old one stops working. */
export async function reset(ctx: Context): Promise<Feed> {
  const { sql, actor, secret, now } = ctx
  const token = newToken()
  await sql`
    insert into calendar_feeds (account_id, user_id, token_hash, token_sealed, created_at)
    values (${actor.account.id}, ${actor.user_id}, ${digest(token)}, ${seal(secret, token)}, ${now})
    on conflict (account_id, user_id) do update
       set token_hash = excluded.token_hash, token_sealed = excluded.token_sealed, created_at = excluded.created_at`
  return { url: feedUrl(ctx, token), created_at: now.toISOString() }
}

function newToken(): string {
  return randomBytes(32).toString('base64url')
}

function feedUrl({ base_url }: Context, token: string): string {
  return `${base_url}/calendar/${token}.ics`
}
