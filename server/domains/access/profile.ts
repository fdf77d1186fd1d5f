import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import { verifyPassword } from '#domains/access/passwords.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const Profile = z
  .object({
    id,
    name: z.string(),
    email: z.string(),
    two_factor: z.boolean().describe('They sign in with a second factor'),
    recovery_codes: z.int().describe('How many recovery codes are left'),
  })
  .meta({ id: 'Profile' })
export type Profile = z.output<typeof Profile>

/** The person who acts, as they know themselves. */
export async function get({ sql, actor }: Context): Promise<Profile> {
  const [row] = await sql<Profile>`
    select id, name, email, totp_enabled_at is not null as two_factor, cardinality(recovery_hashes) as recovery_codes
      from users where id = ${actor.user_id}`
  return row ?? reject('not_found', 'You are no longer here.')
}

export async function rename({ sql, actor }: Context, name: string): Promise<void> {
  await sql`update users set name = ${name}, updated_at = now() where id = ${actor.user_id}`
}

/** Refuses unless this is the password of the person who acts. */
export async function checkOwnPassword({ sql, actor }: Context, password: string, field: string): Promise<void> {
  const [row] = await sql<{ password_hash: string | null }>`select password_hash from users where id = ${actor.user_id}`
  if (!(await verifyPassword(password, row?.password_hash ?? null)))
    reject('invalid_value', 'This is not your password.', field)
}

export async function setPassword({ sql, actor }: Context, password_hash: string): Promise<void> {
  await sql`
    update users set password_hash = ${password_hash}, reset_hash = null, reset_expires_at = null, updated_at = now()
     where id = ${actor.user_id}`
}
