import { randomBytes } from 'node:crypto'
import { hashPassword } from '#domains/access/sign-in/passwords.ts'
import { findSession, actorOf } from '#domains/access/sign-in/sessions.ts'
import { createUser } from '#domains/access/setup/provision.ts'
import { digest } from '#domains/access/keys/api-key.ts'
import type { Sql } from '#db/sql.ts'
import type { Actor } from '#kernel/operation.ts'

export const PASSWORD = 'una clave larga'
const password_hash = await hashPassword(PASSWORD)
let made = 0

/** A signed-in member of the workspace, for operations on one's own account. */
export async function openPerson(sql: Sql, account_id: string, name = 'Luz'): Promise<Actor & { email: string }> {
  const email = `luz.${++made}@example.com`
  const { id } = await createUser(sql, { account_id, name, email, role: 'agent', password_hash })
  return { ...(await startSession(sql, account_id, id)), email }
}

/** Another session of the same user. */
export async function startSession(sql: Sql, account_id: string, user_id: string): Promise<Actor> {
  const token = randomBytes(8).toString('hex')
  await sql`
    insert into sessions (hash, user_id, ip, user_agent, expires_at)
    values (${digest(token)}, ${user_id}, '10.0.0.1', 'Navegador', now() + interval '1 day')`
  return actorOf((await findSession(sql, token))!, account_id)
}
