import { createHmac, timingSafeEqual } from 'node:crypto'
import { isTimeZone } from '#contract/periods.ts'
import { transaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { signIn } from '#domains/access/sign-in/sessions.ts'
import { createAccount, createUser, type NewAccount } from '#domains/access/setup/provision.ts'
import { addressLimit, throttle } from '#domains/access/throttle.ts'
import type { Origin } from '#kernel/audit.ts'
import { reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

/** Token of the setup link, which is printed by the server and valid until a workspace other than the demo exists. */
export function setupToken(secret: Buffer): string {
  return createHmac('sha256', secret).update('first run').digest('base64url')
}

/** True while the installation has no workspace other than the demo. */
export async function isFirstRun(sql: Sql): Promise<boolean> {
  const workspaces = await sql`
    select from accounts where id is distinct from (select demo_account_id from installation) limit 1`
  return workspaces.length === 0
}

/** Rejects unless the setup link is still valid. */
export async function checkSetup({ database, secret }: Runtime, token: string, from: Origin): Promise<void> {
  await throttle(database.sql, addressLimit('setup', from, 30, 5))
  if (!isValidToken(secret, token) || !(await isFirstRun(database.sql))) reject('not_found', LINK_EXPIRED)
}

export type FirstRunInput = Required<Pick<NewAccount, 'locale' | 'time_zone' | 'default_currency'>> & {
  token: string
  account_name: string
  name: string
  email: string
  password: string
}

/** Creates the first workspace and its super-administrator, and signs them in. */
export async function setUp(runtime: Runtime, input: FirstRunInput, from: Origin): Promise<string> {
  const { database, secret } = runtime
  await checkSetup(runtime, input.token, from)
  if (!isTimeZone(input.time_zone))
    reject('invalid_value', 'Unknown time zone; use an IANA name such as America/Bogota.', 'time_zone')
  await transaction(database.work, async (sql) => {
    // Serialises concurrent requests, so only one workspace is created.
    await sql`select pg_advisory_xact_lock(7145003)`
    if (!(await isFirstRun(sql))) reject('not_found', LINK_EXPIRED)
    const known = await sql`select from users where email = ${input.email.trim().toLowerCase()}`
    if (known.length > 0) reject('duplicate_value', 'This e-mail is already in use; choose another.', 'email')
    const { account_name, name, email, password, ...settings } = input
    const account = await createAccount(sql, secret, { ...settings, name: account_name })
    await createUser(sql, {
      account_id: account.id,
      name,
      email,
      password,
      role: 'administrator',
      super_administrator: true,
    })
  })
  return signIn(database.sql, secret, input, from)
}

const LINK_EXPIRED =
  'This link is no longer valid because a workspace already exists. Sign in, or ask your administrator for an invitation.'

function isValidToken(secret: Buffer, token: string): boolean {
  const [expected, actual] = [Buffer.from(setupToken(secret)), Buffer.from(token)]
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
