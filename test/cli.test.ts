import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, describe, test, type TestContext } from 'node:test'
import pg from 'pg'
import { scopes } from '#contract/permissions.ts'
import { freePort, toUrl } from '#test/address.ts'
import { makeDatabase } from '#test/database.ts'
import { sample } from '#test/runs.ts'
import { untilReady } from '#test/server-process.ts'
import { until } from '#test/wait.ts'

const program = resolve('bin/hilo.mjs')
/** Wrong command lines per run, each of which starts a process. */
const CASES = 12
const folder = await mkdtemp(join(tmpdir(), 'hilo-cli-'))
const running = new Set<ChildProcess>()
after(async () => {
  await Promise.all([...running].map((child) => end(child)))
  await rm(folder, { recursive: true, force: true })
})

type Env = Record<string, string>
type Made = { id: string; key: string }

describe('The command line on its own database', () => {
  const env: Env = { HILO_DATA: join(folder, 'data'), HILO_DEMO: '0' }
  const file = join(folder, 'everything.backup')
  let account: string
  let key: string
  let url: string
  let server: ChildProcess
  let kept: unknown

  test('creates a workspace, a user and a key while no server runs', async () => {
    const made = await hilo(['account', 'create', '--name', 'Mi negocio', '--json'], env)
    assert.equal(made.json<{ name: string }>().name, 'Mi negocio')
    account = made.json<Made>().id
    const person = ['--name', 'Ana', '--email', 'Ana@Example.com', '--role', 'administrator', '--json']
    const user = (await hilo(['user', 'create', '--account', account, ...person], env)).json<Record<string, string>>()
    assert.equal(user.email, 'ana@example.com')
    assert.ok(user.password!.length >= 10, 'a password is made where none is given, and shown once')
    const secret = ['--password', 'correct horse battery', '--visibility', 'own', '--super-administrator']
    const given = ['--name', 'Beto', '--email', 'beto@example.com', '--role', 'agent', ...secret]
    const other = (await hilo(['user', 'create', '--account', account, ...given, '--json'], env)).json()
    assert.ok(!('password' in other), 'a password that was given is not repeated')
    const reset = await hilo(['user', 'reset-two-factor', '--email', 'BETO@example.com', '--json'], env)
    assert.deepEqual(reset.json(), { email: 'beto@example.com', reset: false }, 'they had none')
    const created = (await hilo(['key', 'create', '--account', account, '--role', 'full', '--json'], env)).json<
      Made & { user: string }
    >()
    assert.match(created.key, /^hil_[0-9A-Za-z]{46}$/)
    assert.equal(created.user, 'ana@example.com', 'a key acts for the first administrator where no user is named')
    key = created.key
  })

  test('starts a server that accepts them', async (t) => {
    const started = await start(env, t)
    server = started.child
    url = started.url
    await until(() => started.output().includes(`Hilo is ready at ${url}`), 'its address is printed')
    assert.equal(await me(url, key), 200)
    const session = await fetch(`${url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'beto@example.com', password: 'correct horse battery' }),
    })
    assert.equal(session.status, 200)
  })

  test('creates keys beside a running server that work at once with the given rights', async () => {
    const make = async (...args: string[]) =>
      (await hilo(['key', 'create', '--account', account, ...args, '--json'], env)).json<Made>().key
    const custom = ['--role', 'custom', '--scopes', 'contacts:read, contacts:write']
    const cases: [string, number, number][] = [
      [await make('--role', 'read_only'), 200, 403],
      [await make(...custom), 200, 422],
      [await make('--role', 'custom', '--scopes', 'reports:read'), 403, 403],
      [await make('--role', 'full', '--user', 'Beto@example.com', '--name', 'De Beto'), 200, 422],
      [await make('--role', 'full', '--expires', '2000-01-01T00:00:00Z'), 401, 401],
    ]
    for (const [each, reading, writing] of cases) {
      assert.equal((await call(url, each, 'GET', '/contacts')).status, reading)
      assert.equal((await call(url, each, 'POST', '/contacts', {})).status, writing)
    }
  })

  test('revokes a key beside a running server, and its next request is refused', async () => {
    for (const words of [(id: string) => ['--id', id, '--account', account], (id: string) => [id]]) {
      const made = (await hilo(['key', 'create', '--account', account, '--role', 'full', '--json'], env)).json<Made>()
      assert.equal(await me(url, made.key), 200)
      const revoked = await hilo(['key', 'revoke', ...words(made.id), '--json'], env)
      assert.deepEqual(revoked.json(), { id: made.id, revoked: true })
      assert.equal(await me(url, made.key), 401)
    }
    assert.equal(await me(url, key), 200)
  })

  test('shows and replaces the classic token', async () => {
    const token = async (...more: string[]) =>
      (await hilo(['classic-token', '--account', account, ...more, '--json'], env)).json<{ token: string }>().token
    const first = await token()
    assert.ok(first.length >= 24)
    assert.equal(await token(), first)
    const second = await token('--regenerate')
    assert.notEqual(second, first)
    assert.equal(await token(), second)
  })

  test('records its actions in the audit log, without secrets', async () => {
    type Entries = { items: { action: string; actor: { name: string } }[] }
    const { items } = (await call<Entries>(url, key, 'GET', '/audit-entries?limit=100')).body
    const here = items.filter(({ actor }) => actor.name === 'Command line')
    const done = new Set(here.map(({ action }) => action))
    const expected = [
      'create_api_key',
      'create_user',
      'get_classic_token',
      'regenerate_classic_token',
      'revoke_api_key',
    ]
    assert.deepEqual([...done].sort(), expected)
    assert.doesNotMatch(JSON.stringify(items), /hil_|password|token":/)
  })

  test('creates the demo workspace with users, contacts and a key', async () => {
    const demo = (await hilo(['demo', '--json'], env)).json<{ account_id: string; key: string; email: string }>()
    assert.notEqual(demo.account_id, account)
    const { body } = await call<{ items: unknown[] }>(url, demo.key, 'GET', '/contacts')
    assert.equal(body.items.length, 25)
    const listed = (await hilo(['account', 'list', '--json'], env)).json<{ accounts: { id: string }[] }>()
    assert.deepEqual(
      listed.accounts.map(({ id }) => id),
      [account, demo.account_id],
    )
  })

  test('recalculates report totals of all workspaces or of one, with the same results', async () => {
    const { accounts } = (await hilo(['account', 'list', '--json'], env)).json<{ accounts: { id: string }[] }>()
    const ids = accounts.map(({ id }) => id)
    const demo = ['key', 'create', '--account', ids[1]!, '--role', 'read_only', '--json']
    const reader = (await hilo(demo, env)).json<Made>().key
    const readReports = async () => {
      const { status, body } = await call<{ daily: { incoming_messages: number }[] }>(
        url,
        reader,
        'GET',
        '/reports/overview?days=90',
      )
      assert.equal(status, 200)
      assert.ok(body.daily.some(({ incoming_messages }) => incoming_messages > 0))
      return body.daily
    }
    const before = await readReports()
    const all = await hilo(['reports', 'rebuild', '--json'], env)
    assert.deepEqual(all.json(), { rebuilt: 2, account_ids: ids })
    assert.deepEqual(await readReports(), before)
    const one = await hilo(['reports', 'rebuild', '--account', ids[1]!], env)
    assert.equal(one.stdout, `rebuilt: 1\naccount_ids: ["${ids[1]}"]\n`)
    assert.deepEqual(await readReports(), before)
  })

  test('backs up everything to one file only its owner can read', async () => {
    await call(url, key, 'POST', '/labels', { title: 'vip' })
    await call(url, key, 'POST', '/contacts', { name: 'Íngrid Peña', email: 'i@example.com', labels: ['vip'] })
    kept = await everything(url, key)
    const { json } = await hilo(['backup', file, '--json'], env)
    const summary = json<{ file: string; tables: number; rows: number }>()
    assert.equal(summary.file, file)
    assert.ok(summary.tables > 5 && summary.rows > 20)
    assert.equal((await stat(file)).mode & 0o077, 0)
  })

  test('restores the backup into an empty folder, where the data is unchanged and the key still works', async (t) => {
    const token = (await hilo(['classic-token', '--account', account, '--json'], env)).json()
    await end(server)
    const other: Env = { HILO_DATA: join(folder, 'other'), HILO_DEMO: '0' }
    const { tables } = (await hilo(['restore', file, '--json'], other)).json<{ tables: number }>()
    assert.ok(tables > 5)
    const restored = await start(other, t)
    assert.deepEqual(await everything(restored.url, key), kept)
    assert.deepEqual((await hilo(['classic-token', '--account', account, '--json'], other)).json(), token)
    const made = await call<Made>(restored.url, key, 'POST', '/contacts', { name: 'Nueva', email: 'nueva@example.com' })
    assert.equal(made.status, 201, 'ids go on where they were')
    const again = await hilo(['restore', file], other)
    assert.equal(again.code, 1)
    assert.match(again.stderr, /already has data/)
    await end(restored.child)
  })

  test('keeps working after the server has stopped', async () => {
    const { accounts } = (await hilo(['account', 'list', '--json'], env)).json<{ accounts: unknown[] }>()
    assert.equal(accounts.length, 2)
  })
})

describe('The command line on the database of DATABASE_URL', async () => {
  const connection = await makeDatabase()
  const env: Env = { DATABASE_URL: toUrl(connection), HILO_DATA: join(folder, 'unused'), HILO_DEMO: '0' }
  let account: string

  test('migrates an empty database, and leaves a current one unchanged', async () => {
    const client = new pg.Client(connection)
    await client.connect()
    await client.query('drop schema public cascade')
    await client.query('create schema public')
    for (let i = 0; i < 2; i++)
      assert.equal((await hilo(['migrate', '--json'], env)).json<{ migrated: boolean }>().migrated, true)
    const { rows } = await client.query('select name from migrations')
    assert.ok(rows.length >= 2)
    await client.end()
  })

  test('creates a key for programs in a workspace without users', async (t) => {
    const place = ['--locale', 'en', '--time-zone', 'Europe/Madrid', '--country', 'ES', '--currency', 'EUR']
    const made = await hilo(
      ['account', 'create', '--name', 'Otra', ...place, '--modules', 'real_estate', '--json'],
      env,
    )
    account = made.json<Made>().id
    const key = (await hilo(['key', 'create', '--account', account, '--role', 'full', '--json'], env)).json<
      Made & { user: string }
    >()
    assert.match(key.user, /\.invalid$/)
    const { url, child } = await start(env, t)
    const { body } = await call<{ account: Record<string, unknown> }>(url, key.key, 'GET', '/me')
    assert.deepEqual(
      { ...body.account, id: '', plan: '' },
      {
        id: '',
        name: 'Otra',
        time_zone: 'Europe/Madrid',
        locale: 'en',
        country: 'ES',
        default_currency: 'EUR',
        plan: '',
        modules: ['real_estate'],
        contacts_visibility: 'all',
      },
    )
    await hilo(['key', 'revoke', key.id, '--json'], env)
    assert.equal(await me(url, key.key), 401)
    await end(child)
  })

  test('prints readable text by default and JSON on request', async (t) => {
    const began = performance.now()
    const read = await hilo(['classic-token', '--account', account], env)
    t.diagnostic(`a command took ${Math.round(performance.now() - began)} ms`)
    const json = (await hilo(['classic-token', '--account', account, '--json'], env)).json<{ token: string }>()
    assert.equal(read.stdout, `account_id: ${account}\ntoken: ${json.token}\n`)
    const help = await hilo(['--help'], env)
    for (const word of ['start', 'demo', 'migrate', 'account create', 'user create', 'key create', 'key revoke'])
      assert.ok(help.stdout.includes(word), word)
    for (const word of ['classic-token', 'reports rebuild', 'backup', 'restore', '--json'])
      assert.ok(help.stdout.includes(word), word)
    assert.equal(help.code, 0)
  })

  test('reports a missing or wrong argument in one sentence, changes nothing, and exits with 1', async () => {
    const client = new pg.Client(connection)
    client.on('error', () => {})
    await client.connect()
    const count = async () =>
      (
        await client.query(
          'select (select count(*) from accounts), (select count(*) from users), (select count(*) from api_keys)',
        )
      ).rows
    const before = await count()
    const user = ['user', 'create', '--account', account, '--name', 'X', '--email', 'x@example.com']
    const key = ['key', 'create', '--account', account]
    const nothing = join(folder, 'nothing.backup')
    await writeFile(join(folder, 'not.backup'), 'not a backup')
    const cases: [string[], RegExp][] = [
      [['account', 'create'], /--name/],
      [['account', 'create', '--name', '   '], /name/],
      [['account', 'create', '--name', 'X', '--locale', 'fr'], /--locale is one of es, en/],
      [['account', 'create', '--name', 'X', '--time-zone', 'Mars/Base'], /no time zone Mars\/Base/],
      [['account', 'create', '--name', 'X', '--country', 'Colombia'], /--country.*CO/],
      [['account', 'create', '--name', 'X', '--currency', 'pesos'], /--currency.*COP/],
      [['user', 'create'], /--account/],
      [['user', 'create', '--account', 'mine', '--name', 'X'], /--account is an id/],
      [
        ['user', 'create', '--account', '999999', '--name', 'X', '--email', 'o@example.com', '--role', 'agent'],
        /no account 999999/,
      ],
      [user, /--role/],
      [[...user, '--role', 'owner'], /--role is one of administrator, agent/],
      [[...user, '--role', 'agent', '--visibility', 'some'], /--visibility is one of all, team, own/],
      [[...user, '--role', 'agent', '--password', 'short'], /at least 10 characters/],
      [[...user.slice(0, -1), 'not-an-address', '--role', 'agent'], /e-mail/],
      [['key', 'create', '--role', 'full'], /--account/],
      [['key', 'create', '--account', '999999', '--role', 'full'], /no account 999999/],
      [key, /--role/],
      [[...key, '--role', 'god'], /--role is one of full, read_only, custom/],
      [[...key, '--role', 'custom'], /at least one scope/],
      [[...key, '--role', 'custom', '--scopes', 'everything'], new RegExp(`Unknown scope: everything.*${scopes[0]}`)],
      [[...key, '--role', 'full', '--scopes', 'contacts:read'], /custom/],
      [[...key, '--role', 'full', '--user', 'nobody@example.com'], /no user nobody@example.com/],
      [[...key, '--role', 'full', '--expires', 'soon'], /--expires/],
      [['key', 'revoke'], /--id/],
      [['key', 'revoke', '999999'], /API key not found/],
      [['key', 'revoke', 'mine'], /--id is an id/],
      [['classic-token'], /--account/],
      [['classic-token', '--account', '999999'], /no account 999999/],
      [['classic-token', '--account', '999999', '--regenerate'], /no account 999999/],
      [['reports'], /no command "reports"/],
      [['reports', 'rebuild', '--account', 'mine'], /--account is an id/],
      [['reports', 'rebuild', '--account', '999999'], /no account 999999/],
      [['restore'], /file/],
      [['restore', nothing], /nothing\.backup/],
      [['restore', join(folder, 'not.backup')], /not a backup/],
      [['backup', join(folder, 'no', 'such', 'folder', 'x')], /no\/such\/folder/],
      [['frobnicate'], /no command "frobnicate"[\s\S]*key create/],
      [['key', 'frobnicate'], /no command "key frobnicate"/],
      [['constructor'], /no command "constructor"/],
      [['key', 'create', '--rolle', 'full'], /--rolle/],
    ]
    const refused = async ([args, sentence]: [string[], RegExp]) => {
      const { code, stderr, stdout } = await hilo([...args, '--json'], env)
      assert.equal(code, 1, `${args.join(' ')}: ${stdout}`)
      assert.match(stderr, sentence, args.join(' '))
      assert.match(stderr, /^hilo: /, args.join(' '))
      assert.doesNotMatch(stderr, /^ {4}at |node:internal|violates|invalid input syntax/m, args.join(' '))
      assert.equal(stdout, '', args.join(' '))
    }
    const taken = sample(cases, CASES)
    for (let i = 0; i < taken.length; i += 4) await Promise.all(taken.slice(i, i + 4).map(refused))
    assert.deepEqual(await count(), before)
    await client.end()
  })

  test('reports an unreachable database and an invalid setting', async () => {
    for (const [broken, sentence] of [
      [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, /database|ECONNREFUSED/i],
      [{ PORT: 'many' }, /PORT must be a whole number/],
    ] as const) {
      const { code, stderr } = await hilo(['account', 'list', '--json'], { ...env, ...broken })
      assert.equal(code, 1)
      assert.match(stderr, sentence)
      assert.doesNotMatch(stderr, /^ {4}at /m)
    }
  })

  test('reports that the port is in use', async () => {
    const { url, child } = await start(env)
    const second = await hilo(['start'], { ...env, PORT: new URL(url).port, HOST: '127.0.0.1', LOG_LEVEL: 'silent' })
    assert.equal(second.code, 1)
    assert.match(second.stderr, /port is in use; choose another with PORT/)
    await end(child)
  })
})

type Ended = { code: number; stdout: string; stderr: string; json<T = Record<string, unknown>>(): T }

/** Runs one command to its end. */
async function hilo(args: string[], env: Env): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], { env: clean(env), stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk))
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk))
  const [code] = (await once(child, 'close')) as [number]
  return {
    code,
    ...output,
    json: <T>() => {
      assert.equal(code, 0, `hilo ${args.join(' ')}: ${output.stderr}`)
      const last = output.stdout.trimEnd().split('\n').at(-1)!
      const value = JSON.parse(last) as T
      assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value))
      return value
    },
  }
}

/** Starts a server and waits until it is ready; prints the time this took, without a limit. */
async function start(env: Env, t?: TestContext): Promise<{ url: string; child: ChildProcess; output(): string }> {
  const port = await freePort()
  const began = performance.now()
  const settings = { PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'silent', HILO_DRAIN_SECONDS: '0' }
  const child = spawn(process.execPath, [program, 'start'], {
    env: clean({ ...env, ...settings }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk))
  const url = `http://localhost:${port}`
  await untilReady(url, child, () => output)
  const own = env.DATABASE_URL ? 'with PostgreSQL there already' : 'its own PostgreSQL included'
  t?.diagnostic(`ready after ${Math.round(performance.now() - began)} ms, ${own}`)
  return { url, child, output: () => output }
}

async function end(child: ChildProcess): Promise<void> {
  running.delete(child)
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = (await ended) as [number | null]
  assert.equal(code, 0)
}

/** The environment of this process without the settings of Hilo. */
function clean(env: Env): Env {
  const settings = /^(HILO_|DATABASE_URL$|BASE_URL$|PORT$|HOST$|LOG_LEVEL$|NODE_TEST_CONTEXT$)/
  const rest = Object.entries(process.env).filter(([name, value]) => value !== undefined && !settings.test(name))
  return { ...(Object.fromEntries(rest) as Env), ...env }
}

async function call<T = unknown>(url: string, key: string, method: string, path: string, body?: object) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as T }
}

async function me(url: string, key: string): Promise<number> {
  return (await call(url, key, 'GET', '/me')).status
}

/** The contents of a workspace, without the URL it is served at. */
async function everything(url: string, key: string): Promise<unknown> {
  const lists = ['/contacts', '/labels', '/api-keys', '/audit-entries', '/me']
  const answers = await Promise.all(lists.map((path) => call(url, key, 'GET', path)))
  assert.ok(answers.every(({ status }) => status === 200))
  const text = JSON.stringify(answers.map(({ body }) => body)).replaceAll(url, '')
  return JSON.parse(text.replace(/"last_used_at":"[^"]*"/g, '"last_used_at":null'))
}
