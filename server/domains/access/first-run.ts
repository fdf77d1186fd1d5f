import { createHmac, timingSafeEqual } from 'node:crypto'
import { isTimeZone } from '#contract/periods.ts'
import { transaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { signIn } from '#domains/access/sessions.ts'
import { createAccount, createUser, type NewAccount } from '#domains/access/setup.ts'
import { throttle } from '#domains/access/throttle.ts'
import type { Origin } from '#kernel/audit.ts'
import { reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

/** Opens the set-up page. It is shown where the server runs, and good until the first workspace besides the demo is made. */
export function setupToken(secret: Buffer): string {
  return createHmac('sha256', secret).update('first run').digest('base64url')
}

/** Whether nobody has made a workspace of their own yet. */
export async function isFresh(sql: Sql): Promise<boolean> {
  const others = await sql`
    select from accounts where id is distinct from (select demo_account_id from installation) limit 1`
  return others.length === 0
}

/** Whether the link still opens the set-up. */
export async function checkSetup({ database, secret }: Runtime, token: string, from: Origin): Promise<void> {
  await throttle(database.sql, [`setup:${from.ip}`, 30, 5])
  if (!isRight(secret, token) || !(await isFresh(database.sql))) reject('not_found', gone)
}

export type FirstRun = Required<Pick<NewAccount, 'locale' | 'time_zone' | 'default_currency'>> & {
  token: string
  account_name: string
  name: string
  email: string
  password: string
}

/** Makes the first workspace and who runs it, and signs them in. */
export async function setUp(runtime: Runtime, given: FirstRun, from: Origin): Promise<string> {
  const { database, secret } = runtime
  await checkSetup(runtime, given.token, from)
  if (!isTimeZone(given.time_zone)) reject('invalid_value', 'Write the time zone as America/Bogota.', 'time_zone')
  await transaction(database.work, async (sql) => {
    // Two who open the link at once make one workspace.
    await sql`select pg_advisory_xact_lock(7145003)`
    if (!(await isFresh(sql))) reject('not_found', gone)
    const known = await sql`select from users where email = ${given.email.trim().toLowerCase()}`
    if (known.length > 0) reject('duplicate_value', 'Somebody has this e-mail already; use another.', 'email')
    const { account_name, name, email, password, ...wishes } = given
    const account = await createAccount(sql, secret, { ...wishes, name: account_name })
    await createUser(sql, {
      account_id: account.id,
      name,
      email,
      password,
      role: 'administrator',
      super_administrator: true,
    })
  })
  return signIn(database.sql, secret, given, from)
}

const gone = 'This link is no longer good: a workspace was made already. Sign in, or ask who runs it for an invitation.'

function isRight(secret: Buffer, token: string): boolean {
  const [right, given] = [Buffer.from(setupToken(secret)), Buffer.from(token)]
  return right.length === given.length && timingSafeEqual(right, given)
}
