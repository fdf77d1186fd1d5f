import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Connection, openDatabase } from '#db/database.ts'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { createAccount, createKey, createUser } from '#domains/access/setup.ts'
import { readSecret } from '#server/secret.ts'
import { freePort, toUrl } from '#test/address.ts'
import { throughRules } from './automations.ts'
import { fillContacts } from './contacts-data.ts'
import { fire, median } from './load.ts'
import { contactOperations, type Sample, sampleContacts } from './contacts.ts'
import { conversationOperations, sampleConversations } from './conversations.ts'
import { crmOperations, deepCursorOf, sampleBoard } from './crm.ts'
import { fillCrm } from './crm-data.ts'
import { fillConversations } from './conversations-data.ts'
import { throughKnowledge } from './knowledge.ts'
import { fanOut } from './streams.ts'
import { throughWebhooks } from './webhooks.ts'

/**
 * `npm run bench`: what the product costs over the bare limit, and how that grows with the data. Each figure is the
 * median of short slices in which the bare route, REST and the tool take turns, so that a busy machine slows all alike.
 * The contacts are made once, in data/bench. SLICES and SECONDS lengthen the run; ROWS=10000,1000000 chooses the sizes,
 * and ONLY=stage,column what has one of these in its name: operations, streams, rules, webhooks, knowledge.
 */
const SLICES = Number(process.env.SLICES ?? 5)
const SECONDS = Number(process.env.SECONDS ?? 1)
const SIZES = (process.env.ROWS ?? '10000,1000000').split(',').map(Number)

const ONLY = process.env.ONLY?.split(',')
const isWanted = (name: string): boolean => !ONLY || ONLY.some((wanted) => name.includes(wanted))
const operations = Object.fromEntries(
  Object.entries({ ...contactOperations, ...conversationOperations, ...crmOperations }).filter(([name]) =>
    isWanted(name),
  ),
)
const embedded = await startEmbedded('data/bench', { shared_buffers: '512MB' })
const children: ChildProcess[] = []
try {
  const grounds = []
  for (const rows of SIZES) grounds.push(await prepare(rows))
  const figures = await measure(grounds)
  if (figures.length > 0) report(figures)
  if (isWanted('streams')) await streams(grounds)
  if (isWanted('rules')) await rules(grounds)
  if (isWanted('webhooks')) await webhooks(grounds[0]!)
  if (isWanted('knowledge')) await knowledge(grounds[0]!)
} finally {
  for (const child of children) child.kill('SIGINT')
  await Promise.all(children.filter((child) => child.exitCode === null).map((child) => once(child, 'exit')))
  await embedded.stop()
}

type Ground = {
  rows: number
  bare: string
  hilo: string
  key: string
  sample: Sample
  account_id: string
  connection: Connection
}
type Figure = { operation: string; rows: number; way: 'bare' | 'rest' | 'tool'; perSecond: number; p99: number }

/** A database of this many contacts with a server of ours and a bare one before it. */
async function prepare(rows: number): Promise<Ground> {
  const name = `bench_${rows}`
  const admin = new pg.Client({ ...embedded.connection, database: 'postgres' })
  await admin.connect()
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
  if (!rowCount) await admin.query(`create database ${name}`)
  await admin.end()
  const connection = { ...embedded.connection, database: name }
  const database = openDatabase(connection, () => {}, 4)
  await migrate(database.work)
  const secret = await readSecret(database.sql, undefined)
  const [known] = await database.sql<{ id: string }>`select id from accounts where name = 'filled'`
  const account_id = known?.id ?? (await createAccount(database.sql, secret, { name: 'filling' })).id
  if (!known) {
    await fillContacts(database.work, account_id, rows, (done) => progress(`contacts of ${rows}`, done, rows))
    await database.sql`update accounts set name = 'filled' where id = ${account_id}`
  }
  const [talked] = await database.sql`select from inboxes where account_id = ${account_id} limit 1`
  if (!talked) {
    await fillConversations(database.work, account_id, rows, (done) => progress(`messages of ${rows}`, done, rows))
  }
  const user = await createUser(database.sql, {
    account_id,
    name: 'Bench',
    email: 'bench@example.com',
    role: 'administrator',
  })
  const [sold] = await database.sql`select from opportunities where account_id = ${account_id} limit 1`
  if (!sold) {
    await fillCrm(database.work, account_id, rows, (done) => progress(`opportunities of ${rows}`, done, rows))
  }
  const created_by = { type: 'system', id: null, name: 'Bench' } as const
  const now = new Date()
  const { key } = await createKey(database.sql, {
    account_id,
    user_id: user.id,
    name: 'Bench',
    role: 'full',
    scopes: [],
    expires_at: null,
    created_by,
    now,
  })
  const found = {
    ...(await sampleContacts(database.work, account_id)),
    conversations: await sampleConversations(database.work, account_id),
  }
  const board = await sampleBoard(database.work, account_id)
  await database.close()
  const url = toUrl(connection)
  const hilo = await serve(['server/cli.ts', 'start'], {
    DATABASE_URL: url,
    HILO_KEY_LIMIT: '100000000',
    HILO_ACCOUNT_LIMIT: '100000000',
    HILO_OUTBOUND_ALLOW: '127.0.0.0/8',
  })
  const sample: Sample = { ...found, board: { ...board, cursor: await deepCursorOf(hilo, key) } }
  const bare = await serve(['bench/bare.ts'], {
    DATABASE_URL: url,
    BENCH_KEY: key,
    BENCH_SAMPLE: JSON.stringify(sample),
  })
  return { rows, bare, hilo, key, sample, account_id, connection }
}

async function serve(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const port = await freePort()
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', openSync('/dev/null', 'w'), 'inherit'],
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', HILO_DEMO: '0', ...env },
  })
  children.push(child)
  const url = `http://localhost:${port}`
  while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(`${args[0]} ended with ${child.exitCode}`)
    await sleep(50)
  }
  return url
}

async function measure(grounds: Ground[]): Promise<Figure[]> {
  const targets = grounds.flatMap(({ rows, sample, key, ...urls }) =>
    Object.entries(operations).flatMap(([operation, { bare, rest, tool }]) => {
      const ways = { bare, rest, ...(tool && { tool }) }
      return Object.entries(ways).map(([name, requests]) => {
        const way = name as Figure['way']
        return { operation, rows, way, key, requests: requests(sample), url: way === 'bare' ? urls.bare : urls.hilo }
      })
    }),
  )
  for (const target of targets) await fire({ ...target, seconds: 0.3 }) // Warm: plans, caches, compiled code.
  const taken = new Map<(typeof targets)[number], { perSecond: number; p99: number }[]>()
  for (let slice = 0; slice < SLICES; slice++) {
    for (const [i, target] of targets.entries()) {
      progress('slices', slice * targets.length + i + 1, SLICES * targets.length)
      taken.set(target, [...(taken.get(target) ?? []), await fire({ ...target, seconds: SECONDS })])
    }
  }
  return [...taken].map(([{ operation, rows, way }, slices]) => ({
    operation,
    rows,
    way,
    perSecond: median(slices.map((each) => each.perSecond)),
    p99: median(slices.map((each) => each.p99)),
  }))
}

function report(figures: Figure[]): void {
  const find = (operation: string, rows: number, way: Figure['way']) =>
    figures.find((each) => each.operation === operation && each.rows === rows && each.way === way)
  const table = SIZES.flatMap((rows) =>
    Object.keys(operations).map((operation) => {
      const [bare, rest, tool] = (['bare', 'rest', 'tool'] as const).map((way) => find(operation, rows, way))
      return {
        operation,
        rows,
        'bare/s': Math.round(bare!.perSecond),
        'rest/s': Math.round(rest!.perSecond),
        'rest:bare': ratio(rest!.perSecond, bare!.perSecond),
        'p99 bare ms': round(bare!.p99),
        'p99 rest:bare': ratio(rest!.p99, bare!.p99),
        ...(tool && {
          'tool/s': Math.round(tool.perSecond),
          'tool:rest': ratio(tool.perSecond, rest!.perSecond),
          'p99 tool:rest': ratio(tool.p99, rest!.p99),
        }),
      }
    }),
  )
  console.table(table)
  const [small, large] = [Math.min(...SIZES), Math.max(...SIZES)]
  if (small === large) return
  const cost = (operation: string, way: Figure['way']) => {
    const [few, many] = [find(operation, small, way), find(operation, large, way)]
    return few && many && ratio(few.perSecond, many.perSecond)
  }
  const growth = Object.keys(operations).map((operation) => ({
    operation,
    [`rest, cost of ${large} over ${small}`]: cost(operation, 'rest'),
    [`tool, cost of ${large} over ${small}`]: cost(operation, 'tool'),
    'bare, the same': cost(operation, 'bare'),
  }))
  console.table(growth)
}

/** One message to a thousand listeners, of ours and of a bare server that writes to a thousand sockets. */
async function streams(grounds: Ground[]): Promise<void> {
  const table = []
  for (const { rows, bare, hilo, key, sample } of grounds) {
    const id = sample.conversations[0]!
    const limit = await fanOut({ url: bare, live: '/live', send: `/send?id=${id}&tell=1`, key })
    const ours = await fanOut({ url: hilo, live: '/api/v1/live', send: `/api/v1/conversations/${id}/messages`, key })
    table.push({
      operation: 'fan-out to 1,000 streams',
      rows,
      'bare ms': round(limit),
      'ours ms': round(ours),
      'ours:bare': ratio(ours, limit),
    })
  }
  console.table(table)
}

/** Ten thousand events through fifty rules, by our worker and by a bare loop that sends the same statements. */
async function rules(grounds: Ground[]): Promise<void> {
  const table = []
  for (const { rows, account_id, connection, sample } of grounds) {
    const { bare, ours } = await throughRules({ connection, account_id, conversations: sample.conversations })
    table.push({
      operation: '10,000 events through 50 rules',
      rows,
      'bare/s': Math.round(bare),
      'ours/s': Math.round(ours),
      'ours:bare': ratio(ours, bare),
    })
  }
  console.table(table)
}

/** Five thousand webhooks to one endpoint, beside a bare loop of POSTs; and how soon one arrives while another endpoint hangs. */
async function webhooks({ hilo, key, connection }: Ground): Promise<void> {
  const { bare, ours, p50, p95 } = (await throughWebhooks({ hilo, key, connection }))!
  console.table([
    {
      operation: '5,000 webhooks to one endpoint',
      'bare/s': Math.round(bare),
      'ours/s': Math.round(ours),
      'ours:bare': ratio(ours, bare),
      'commit to arrival, another hanging: p50 ms': round(p50),
      'p95 ms': round(p95),
    },
  ])
}

/** Searches among a hundred thousand pieces. */
async function knowledge({ connection, account_id }: Ground): Promise<void> {
  const onProgress = (done: number) => progress('pieces of knowledge', done, 100_000)
  const { cold, first, again, perSecond, bare } = await throughKnowledge({ connection, account_id, onProgress })
  console.table([
    {
      operation: 'search_knowledge among 100,000 pieces',
      'first ever ms': round(cold),
      'p50 ms': round(first.p50),
      'p95 ms': round(first.p95),
      'again p50 ms': round(again.p50),
      'two at a time/s': Math.round(perSecond),
      'bare p50 ms': round(bare.p50),
    },
  ])
}

function progress(what: string, done: number, of: number): void {
  if (process.stderr.isTTY)
    process.stderr.write(`\r${what}: ${Math.round((done / of) * 100)} %   ${done === of ? '\n' : ''}`)
}

function ratio(a: number, b: number): number {
  return Math.round((a / b) * 100) / 100
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
