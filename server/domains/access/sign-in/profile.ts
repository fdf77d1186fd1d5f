import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import { verifyPassword } from '#domains/access/sign-in/passwords.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const Profile = z
  .object({
    id,
    name: z.string(),
    email: z.string(),
    two_factor: z.boolean().describe('Whether sign-in requires a second factor'),
    recovery_codes: z.int().describe('Number of unused recovery codes'),
    signature: z
      .string()
      .nullable()
      .describe('Stands below your e-mails in this workspace; null: that of the inbox, empty: none'),
    language: z.enum(['es', 'en']).nullable().describe('Language you chose in the app; null: that of the workspace'),
  })
  .meta({ id: 'Profile' })
export type Profile = z.output<typeof Profile>

/** The profile of the current user. */
export async function get({ sql, actor }: Context): Promise<Profile> {
  const [row] = await sql<Profile>`
    select u.id, u.name, u.email, u.language, u.totp_enabled_at is not null as two_factor, cardinality(u.recovery_hashes) as recovery_codes,
           (select b.signature from memberships b where b.account_id = ${actor.account.id} and b.user_id = u.id) as signature
      from users u where u.id = ${actor.user_id}`
  return row ?? reject('not_found', 'Your account no longer exists.')
}

export async function rename({ sql, actor }: Context, name: string): Promise<void> {
  await sql`update users set name = ${name}, updated_at = now() where id = ${actor.user_id}`
}

/** Sets the signature of the current user in this workspace. */
export async function sign({ sql, actor }: Context, signature: string | null): Promise<void> {
  await sql`
    update memberships set signature = ${signature} where account_id = ${actor.account.id} and user_id = ${actor.user_id}`
}

/** Sets the language in which the current user gets reports by e-mail. */
export async function setLanguage({ sql, actor }: Context, language: Profile['language']): Promise<void> {
  await sql`update users set language = ${language}, updated_at = now() where id = ${actor.user_id}`
}

/** Rejects unless this is the password of the current user. */
export async function checkOwnPassword({ sql, actor }: Context, password: string, field: string): Promise<void> {
  const [row] = await sql<{ password_hash: string | null }>`select password_hash from users where id = ${actor.user_id}`
  if (!(await verifyPassword(password, row?.password_hash ?? null)))
    reject('invalid_value', 'The password is incorrect.', field)
}

export async function setPassword({ sql, actor }: Context, password_hash: string): Promise<void> {
  await sql`
    update users set password_hash = ${password_hash}, reset_hash = null, reset_expires_at = null, updated_at = now()
     where id = ${actor.user_id}`
}
