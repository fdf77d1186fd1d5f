import { randomBytes } from 'node:crypto'
import { isTimeZone } from '#contract/periods.ts'
import { COMMAND_LINE } from '#contract/records/author.ts'
import { key_roles, user_roles } from '#contract/permissions.ts'
import { backup, restore } from '#db/backup.ts'
import { checkServer, type Connection, openDatabase } from '#db/database.ts'
import { findEmbedded, startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { part, type Sql } from '#db/sql.ts'
import * as secondFactor from '#domains/access/sign-in/second-factor.ts'
import { platformToken } from '#domains/access/setup/platform.ts'
import * as access from '#domains/access/setup/provision.ts'
import { rebuildLeadResponses } from '#domains/reports/lead-responses/rebuild.ts'
import { rebuildReports } from '#domains/reports/rollup/rollup.ts'
import { insertPersonAudit } from '#kernel/audit.ts'
import { asProblem } from '#kernel/refusals.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { text, needed, id, account, code, oneOf, failing, type Values } from './command-values.ts'
import type { Config } from './config.ts'
import { readSecret } from './secret.ts'

/** Runs a command on the database of the running server, or starts the embedded one for it. */
export async function withRuntime<T>(config: Config, run: (runtime: Runtime) => Promise<T>): Promise<T> {
  const running: Connection | undefined = config.database_url
    ? { connectionString: config.database_url }
    : await findEmbedded(config.data)
  const own = running ? undefined : await startEmbedded(config.data)
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const database = openDatabase(running ?? own!.connection, () => {}, 2)
  try {
    await checkServer(database)
    await migrate(database.work)
    const secret = await readSecret(database.sql, config.secret)
    return await run({ config, database, secret, log, subscribersOf: () => [], notify: () => {}, signal: () => {} })
  } catch (error) {
    throw await asProblem(error, database)
  } finally {
    await database.close()
    await own?.stop()
  }
}

export async function createAccountCommand({ database, secret }: Runtime, values: Values) {
  const modules = text(values, 'modules')?.split(',').filter(Boolean)
  const time_zone = text(values, 'time-zone')
  if (time_zone !== undefined && !isTimeZone(time_zone))
    failing(`There is no time zone ${time_zone}; use a name such as America/Bogota.`)
  const given = {
    locale: values.locale === undefined ? undefined : oneOf(values, 'locale', ['es', 'en']),
    time_zone,
    country: code(values, 'country', /^[A-Z]{2}$/, 'CO'),
    default_currency: code(values, 'currency', /^[A-Z]{3}$/, 'COP'),
    modules,
  }
  const chosen = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return access.createAccount(database.sql, secret, { name: needed(values, 'name'), ...chosen })
}

export async function listAccountsCommand({ database }: Runtime) {
  return { accounts: await database.sql`select id, name, locale, time_zone from accounts order by id` }
}

export async function createUserCommand({ database }: Runtime, values: Values) {
  const password = text(values, 'password') ?? randomBytes(12).toString('base64url')
  const account_id = await account(database.sql, values)
  const user = await access.createUser(database.sql, {
    account_id,
    name: needed(values, 'name'),
    email: needed(values, 'email'),
    role: oneOf(values, 'role', user_roles),
    visibility: values.visibility === undefined ? undefined : oneOf(values, 'visibility', ['all', 'team', 'own']),
    password,
    super_administrator: values['super-administrator'] === true,
  })
  await recordCommand(database.sql, account_id, 'create_user', { email: user.email, role: user.role })
  return { ...user, ...(values.password === undefined && { password }) }
}

/** For a person who lost their second factor and has no administrator to remove it. */
export async function resetTwoFactorCommand({ database: { sql } }: Runtime, values: Values) {
  const email = needed(values, 'email').trim().toLowerCase()
  const [user] = await sql<{ id: string }>`select id from users where email = ${email}`
  if (!user) failing(`There is no user ${email}.`)
  const reset = await secondFactor.disable(sql, user.id)
  if (reset)
    await sql`${insertPersonAudit(part`select ${user.id}::bigint as id`, 'reset_two_factor', machine, { request_id: 'command-line' }, { email })}`
  return { email, reset }
}

export async function createKeyCommand({ database }: Runtime, values: Values) {
  const account_id = await account(database.sql, values)
  const role = oneOf(values, 'role', key_roles)
  const scopes =
    text(values, 'scopes')
      ?.split(',')
      .map((scope) => scope.trim())
      .filter(Boolean) ?? []
  const user = await actingUser(database.sql, account_id, text(values, 'user'))
  const name = text(values, 'name') ?? 'Command line'
  const expires = text(values, 'expires')
  if (expires !== undefined && Number.isNaN(Date.parse(expires)))
    throw new Error('Give --expires as a timestamp such as 2027-01-31T12:00:00Z.')
  const made = await access.createKey(database.sql, {
    account_id,
    user_id: user.id,
    name,
    role,
    scopes,
    expires_at: expires ?? null,
    created_by: machine,
    now: new Date(),
  })
  await recordCommand(database.sql, account_id, 'create_api_key', { name, role, scopes, user_id: user.id })
  return { ...made, name, role, scopes, account_id, user: user.email }
}

/** The user with this e-mail; else the first administrator; else a new user for programs, who cannot sign in. */
async function actingUser(
  sql: Sql,
  account_id: string,
  email: string | undefined,
): Promise<{ id: string; email: string }> {
  const [user] = await sql<{ id: string; email: string }>`
    select u.id, u.email from users u join memberships m on m.user_id = u.id and m.deactivated_at is null
     where m.account_id = ${account_id} and (u.email = ${email?.toLowerCase() ?? null} or (${email ?? null}::text is null and m.role = 'administrator'))
     order by u.id limit 1`
  if (user) return user
  if (email) throw new Error(`There is no user ${email} in account ${account_id}.`)
  return access.createUser(sql, {
    account_id,
    name: 'API',
    email: `api@account-${account_id}.invalid`,
    role: 'administrator',
  })
}

export async function revokeKeyCommand({ database }: Runtime, values: Values, rest: string[]) {
  const key_id = id(rest[0] === undefined ? values : { id: rest[0] }, 'id')
  const [row] = await database.sql<{ account_id: string }>`select account_id from api_keys where id = ${key_id}`
  const account_id = text(values, 'account') ?? row?.account_id ?? '0'
  await access.revokeKey(database.sql, account_id, key_id)
  await recordCommand(database.sql, account_id, 'revoke_api_key', { api_key_id: key_id })
  return { id: key_id, revoked: true }
}

export async function classicTokenCommand({ database, secret }: Runtime, values: Values) {
  const account_id = await account(database.sql, values)
  const reset = values.regenerate === true
  const token = await (reset ? access.regenerateClassicToken : access.readClassicToken)(
    database.sql,
    secret,
    account_id,
  )
  await recordCommand(database.sql, account_id, reset ? 'regenerate_classic_token' : 'get_classic_token', {})
  return { account_id, token }
}

/** Shows the token of the operator's programs. */
export async function platformTokenCommand(runtime: Runtime) {
  return { token: platformToken(runtime) }
}

/** Recomputes the sums of reports and the response times of leads while the server runs, for example after rows were changed by hand. */
export async function rebuildReportsCommand(runtime: Runtime, values: Values) {
  const { sql } = runtime.database
  const ids =
    values.account === undefined
      ? (await sql<{ id: string }>`select id from accounts order by id`).map(({ id }) => id)
      : [await account(sql, values)]
  for (const [done, id] of ids.entries()) {
    reportProgress({ table: `account ${id}`, done, of: ids.length })
    await rebuildReports(runtime, id)
    await rebuildLeadResponses(runtime, id)
  }
  reportProgress({ table: 'done', done: ids.length, of: ids.length })
  return { rebuilt: ids.length, account_ids: ids }
}

export async function backupCommand({ database }: Runtime, _values: Values, rest: string[]) {
  const file = rest[0] ?? `hilo-${new Date().toISOString().slice(0, 10)}.backup`
  return { file, ...(await ofFile(file, backup(database.work, file, reportProgress))) }
}

export async function restoreCommand({ database }: Runtime, _values: Values, rest: string[]) {
  const file = rest[0]
  if (!file) throw new Error('Name the file to restore from.')
  return { file, ...(await ofFile(file, restore(database.work, file, reportProgress))) }
}

/** A relative path means a file in the current folder, not a socket of the database. */
async function ofFile<T>(file: string, work: Promise<T>): Promise<T> {
  return work.catch((error: NodeJS.ErrnoException) => {
    throw error.path === undefined || error.syscall === 'connect' ? error : new Error(`${file}: ${error.message}`)
  })
}

function reportProgress({ table, done, of }: { table: string; done: number; of: number }): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${of}: ${table}`.padEnd(60))
}

const machine = { type: 'system', id: null, name: COMMAND_LINE } as const

/** Commands are recorded in the audit log of the workspace too. */
async function recordCommand(sql: Sql, account_id: string, action: string, details: object): Promise<void> {
  await sql`
    insert into audit_entries (account_id, action, actor, details, created_at)
    values (${account_id}, ${action}, ${machine}, ${details}, now())`
}
