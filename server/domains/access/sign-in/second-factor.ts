import { randomBytes } from 'node:crypto'
import type { Sql } from '#db/sql.ts'
import { digest } from '#domains/access/keys/api-key.ts'
import { base32, findStep } from '#domains/access/sign-in/totp.ts'
import { seal, unseal } from '#kernel/vault.ts'

const RECOVERY_CODES = 10

type Row = { totp_secret: Buffer | null; enabled: boolean; step: number }

/** Consumes a code of the authenticator app or a recovery code. Each works once. */
export async function consumeCode(sql: Sql, secret: Buffer, user_id: string, code: string): Promise<boolean> {
  const plain = code.replaceAll(/[\s-]/g, '').toLowerCase()
  return /^\d{6}$/.test(plain)
    ? consumeTotp(sql, secret, user_id, plain, true)
    : consumeRecoveryCode(sql, user_id, plain)
}

/** Consumes the first code, which proves that the app has the secret. */
export async function confirm(sql: Sql, secret: Buffer, user_id: string, code: string): Promise<boolean> {
  return consumeTotp(sql, secret, user_id, code.replaceAll(/\s/g, ''), false)
}

async function consumeTotp(
  sql: Sql,
  secret: Buffer,
  user_id: string,
  code: string,
  enabled: boolean,
): Promise<boolean> {
  const [row] = await sql<Row>`
    select totp_secret, totp_enabled_at is not null as enabled, coalesce(totp_step, 0)::float8 as step from users where id = ${user_id}`
  if (!row?.totp_secret || row.enabled !== enabled) return false
  const step = findStep(Buffer.from(unseal(secret, row.totp_secret), 'base64'), code, new Date(), row.step)
  if (step === undefined) return false
  // The step only goes up, so of two concurrent requests with the same code one fails.
  const rows = await sql`
    update users set totp_step = ${step}
     where id = ${user_id} and totp_secret = ${row.totp_secret} and coalesce(totp_step, 0) < ${step} returning id`
  return rows.length > 0
}

async function consumeRecoveryCode(sql: Sql, user_id: string, code: string): Promise<boolean> {
  const hash = digest(code)
  const rows = await sql`
    update users set recovery_hashes = array_remove(recovery_hashes, ${hash}::bytea)
     where id = ${user_id} and totp_enabled_at is not null and ${hash}::bytea = any(recovery_hashes) returning id`
  return rows.length > 0
}

/** Stores a new secret that is not active yet, replacing a previous one. Undefined if a second factor is already on. */
export async function begin(sql: Sql, secret: Buffer, user_id: string): Promise<Buffer | undefined> {
  const totpSecret = randomBytes(20)
  const rows = await sql`
    update users set totp_secret = ${seal(secret, totpSecret.toString('base64'))}, totp_step = null, updated_at = now()
     where id = ${user_id} and totp_enabled_at is null returning id`
  return rows.length > 0 ? totpSecret : undefined
}

/** Turns the second factor on. Returns the recovery codes, of which only digests are stored. */
export async function enable(sql: Sql, user_id: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(10)).toLowerCase())
  await sql`
    update users set totp_enabled_at = now(), recovery_hashes = ${codes.map(digest)}::bytea[], updated_at = now() where id = ${user_id}`
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'))
}

/** Turns the second factor off. Returns false if it already was. */
export async function disable(sql: Sql, user_id: string): Promise<boolean> {
  const rows = await sql`
    update users u
       set totp_secret = null, totp_enabled_at = null, totp_step = null, recovery_hashes = '{}', updated_at = now()
      from (select id, totp_enabled_at from users where id = ${user_id} for update) before
     where u.id = before.id and before.totp_enabled_at is not null returning u.id`
  return rows.length > 0
}
