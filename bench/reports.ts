import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Connection, openDatabase } from '#db/database.ts'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { createAccount, createKey, createUser } from '#domains/access/setup/provision.ts'
import { rebuildReports } from '#domains/reports/rollup/rollup.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { readSecret } from '#server/boot/secret.ts'
import { freePort, toUrl } from '#test/address.ts'
import { median } from './load.ts'
import { fillReports, fillResponses } from './reports-data.ts'
import { naive } from './reports-naive.ts'

/**
 * `npm run bench:reports`: the time of each report over 30 and 365 days by REST, compared with a query of the raw rows.
 * Ten million messages are created once, in data/bench; SCALE=0.01 creates a hundredth of them.
 */
const SCALE = Number(process.env.SCALE ?? 1)
const TIMES = Number(process.env.TIMES ?? 7)
const sizes = {
  contacts: 400_000 * SCALE,
  conversations: 1_000_000 * SCALE,
  messages_each: 10,
  leads: 300_000 * SCALE,
  opportunities: 200_000 * SCALE,
}
const windows = {
  '30 days': ['days=30', 'period=last_30_days'],
  '365 days': ['days=365', 'period=last_365_days'],
} as const
const reports = {
  overview: 0,
  conversations: 0,
  crm: 0,
  agents: 0,
  'agent-response-times': 0,
  'sla-breaches': 0,
  funnel: 1,
  conversion: 1,
  'agent-performance': 1,
  'lost-reasons': 1,
  'lead-response-times': 1,
} as const

const embedded = await startEmbedded('data/bench', { shared_buffers: '512MB' })
try {
  const { connection, key, restricted, account_id } = await prepare()
  const { url, stop } = await serve(connection)
  try {
    console.table(await measure(url, key, restricted, connection, account_id))
  } finally {
    await stop()
  }
} finally {
  await embedded.stop()
}

async function prepare() {
  const name = `reports_${sizes.conversations}`
  const connection = { ...embedded.connection, database: name }
  const fresh = await recreate(name)
  const database = openDatabase(connection, () => {}, 4)
  await migrate(database.work)
  const secret = await readSecret(database.sql, undefined)
  if (fresh) {
    const { id } = await createAccount(database.sql, secret, { name: 'Bench' })
    await fillReports(database.work, id, sizes, progress)
    await fillResponses(database.work, id, sizes.leads, progress)
    const begun = performance.now()
    await rebuildReports({ database } as Runtime, id)
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    console.log(`Sums of ${sizes.conversations * sizes.messages_each} messages made in ${seconds} s`)
    await database.sql`vacuum analyze report_counts`
    await database.sql`update installation set demo_ready = true`
  }
  const [account] = await database.sql<{ id: string }>`select id from accounts`
  const account_id = account!.id
  const keyOf = async (user_id: string) => {
    const created_by = { type: 'system', id: null, name: 'Bench' } as const
    const made = { account_id, user_id, name: 'Bench', role: 'full', scopes: [], expires_at: null, created_by } as const
    return (await createKey(database.sql, { ...made, now: new Date() })).key
  }
  const email = `bench${Date.now()}@example.com`
  const user = await createUser(database.sql, { account_id, name: 'Bench', email, role: 'administrator' })
  const [agent] = await database.sql<{ user_id: string }>`
    update memberships set visibility = 'own' where account_id = ${account_id} and user_id = (
      select min(user_id) from memberships where account_id = ${account_id} and role = 'agent') returning user_id`
  const keys = { key: await keyOf(user.id), restricted: await keyOf(agent!.user_id) }
  await database.close()
  return { connection, account_id, ...keys }
}

/** Creates the database, unless a complete one exists. */
async function recreate(name: string): Promise<boolean> {
  const admin = new pg.Client({ ...embedded.connection, database: 'postgres' })
  await admin.connect()
  const there = await admin.query('select from pg_database where datname = $1', [name])
  if (there.rowCount) {
    const client = new pg.Client({ ...embedded.connection, database: name })
    await client.connect()
    const whole = await client.query('select from installation where demo_ready').catch(() => ({ rowCount: 0 }))
    await client.end()
    if (whole.rowCount) {
      await admin.end()
      return false
    }
    await admin.query(`drop database ${name}`)
  }
  await admin.query(`create database ${name}`)
  await admin.end()
  return true
}

async function serve(connection: Connection): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort()
  const limits = { HILO_KEY_LIMIT: '100000000', HILO_ACCOUNT_LIMIT: '100000000' }
  const child = spawn(process.execPath, ['bin/hilo.mjs', 'start'], {
    stdio: ['ignore', openSync('/dev/null', 'w'), 'inherit'],
    env: {
      ...process.env,
      ...limits,
      PORT: `${port}`,
      HOST: '127.0.0.1',
      HILO_DEMO: '0',
      DATABASE_URL: toUrl(connection),
    },
  })
  const url = `http://localhost:${port}`
  while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) await sleep(50)
  const stop = async () => {
    child.kill('SIGINT')
    if (child.exitCode === null) await once(child, 'exit')
  }
  return { url, stop }
}

async function measure(url: string, key: string, restricted: string, connection: Connection, account_id: string) {
  const client = new pg.Client(connection)
  await client.connect()
  client.on('error', () => {})
  await client.query('set jit = off')
  const table = []
  for (const [report, kind] of Object.entries(reports)) {
    for (const [window, queries] of Object.entries(windows)) {
      const path = `${url}/api/v1/reports/${report}?${queries[kind]}`
      const ours = await timed(path, key)
      const own = await timed(path, restricted)
      const days = window === '30 days' ? 30 : 365
      const start = performance.now()
      for (const text of naive[report]!) await client.query(text, [account_id, days])
      const bare = performance.now() - start
      table.push({
        report,
        window,
        'ours ms': Math.round(ours),
        'own records only ms': Math.round(own),
        'naive SQL ms': Math.round(bare),
        'naive:ours': Math.round(bare / ours),
      })
      progress('reports', table.length, Object.keys(reports).length * 2)
    }
  }
  await client.end()
  return table
}

/** The median of several runs, after one to warm up. */
async function timed(path: string, key: string): Promise<number> {
  const times = []
  for (let i = 0; i <= TIMES; i++) {
    const begun = performance.now()
    const answer = await fetch(path, { headers: { authorization: `Bearer ${key}` } })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 500)}`)
    if (i > 0) times.push(performance.now() - begun)
  }
  return median(times)
}

function progress(what: string, done: number, of: number): void {
  if (process.stderr.isTTY || process.env.PROGRESS)
    process.stderr.write(`\r${what}: ${Math.round((done / of) * 100)} %   ${done === of ? '\n' : ''}`)
}
