import { randomBytes } from 'node:crypto'
import { hashPassword } from '#domains/access/passwords.ts'
import { findSession, actorOf } from '#domains/access/sessions.ts'
import { createUser } from '#domains/access/setup.ts'
import { digest } from '#domains/access/keys.ts'
import type { Sql } from '#db/sql.ts'
import type { Actor } from '#kernel/operation.ts'

export const PASSWORD = 'una clave larga'
const password_hash = await hashPassword(PASSWORD)
let made = 0

/** Somebody of the workspace, signed in: who may do what people do to their own account. */
export async function openPerson(sql: Sql, account_id: string, name = 'Luz'): Promise<Actor & { email: string }> {
  const email = `luz.${++made}@example.com`
  const { id } = await createUser(sql, { account_id, name, email, role: 'agent', password_hash })
  return { ...(await openBrowser(sql, account_id, id)), email }
}

/** Another browser the same person is signed in with. */
export async function openBrowser(sql: Sql, account_id: string, user_id: string): Promise<Actor> {
  const token = randomBytes(8).toString('hex')
  await sql`
    insert into sessions (hash, user_id, ip, user_agent, expires_at)
    values (${digest(token)}, ${user_id}, '10.0.0.1', 'Navegador', now() + interval '1 day')`
  return actorOf((await findSession(sql, token))!, account_id)
}
