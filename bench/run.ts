import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Connection, openDatabase } from '#db/database.ts'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { createAccount, createKey, createUser } from '#domains/access/setup/provision.ts'
import { readSecret } from '#server/boot/secret.ts'
import { freePort, toUrl } from '#test/address.ts'
import { throughRules } from './automations.ts'
import { fillContacts } from './contacts-data.ts'
import { fire, median, type Request } from './load.ts'
import { contactOperations, type Sample, sampleContacts } from './contacts.ts'
import { conversationOperations, sampleConversations } from './conversations.ts'
import { crmOperations, deepCursorOf, reportOperations, sampleBoard } from './crm.ts'
import { fillCrm } from './crm-data.ts'
import { fillConversations } from './conversations-data.ts'
import { throughKnowledge } from './knowledge.ts'
import { fanOut } from './streams.ts'
import { untilQuiet, usedBetween } from './usage.ts'
import { throughWebhooks } from './webhooks.ts'

/**
 * `npm run bench`: the cost of the product compared with the bare limit, and how it grows with the data. The cost of a request
 * is the CPU time of the server and of PostgreSQL, background work included: each slice ends when the machine is quiet again.
 * Figures are medians of slices in which all ways take turns, and are appended to bench/results.csv. The data is created once,
 * in data/bench. SLICES and SECONDS lengthen the run, and CONNECTIONS=1 shows the time of a lone caller; ROWS=10000,1000000
 * chooses the sizes, and ONLY=stage,column the measurements with one of these in their name: operations, streams, rules,
 * webhooks, knowledge.
 */
const SLICES = Number(process.env.SLICES ?? 3)
const SECONDS = Number(process.env.SECONDS ?? 2)
const RESULTS = 'bench/results.csv'
const SIZES = (process.env.ROWS ?? '10000,1000000').split(',').map(Number)

const ONLY = process.env.ONLY?.split(',')
const isWanted = (name: string): boolean => !ONLY || ONLY.some((wanted) => name.includes(wanted))
const operations = Object.fromEntries(
  Object.entries({ ...contactOperations, ...conversationOperations, ...crmOperations, ...reportOperations }).filter(
    // The cost of creating a contact by the bare route is the unit of operations without a bare route.
    ([name]) => name === 'create' || isWanted(name),
  ),
)
const embedded = await startEmbedded('data/bench', {
  shared_buffers: '512MB',
  shared_preload_libraries: 'pg_stat_statements',
  // It would be counted with whatever runs at the moment; the tables are analysed when they are filled.
  autovacuum: 'off',
})
const children: ChildProcess[] = []
try {
  const grounds = []
  for (const rows of SIZES) grounds.push(await prepare(rows))
  const figures = await measure(grounds)
  report(figures)
  if (isWanted('streams')) await streams(grounds)
  if (isWanted('rules')) await rules(grounds)
  if (isWanted('webhooks')) await webhooks(grounds[0]!)
  if (isWanted('knowledge')) await knowledge(grounds[0]!)
} finally {
  for (const child of children) child.kill('SIGINT')
  await Promise.all(children.filter((child) => child.exitCode === null).map((child) => once(child, 'exit')))
  await embedded.stop()
}

type Served = { url: string; pid: number }
type Ground = {
  rows: number
  bare: Served
  hilo: Served
  key: string
  sample: Sample
  account_id: string
  connection: Connection
}
/** Costs are CPU milliseconds per request. */
type Cost = {
  total: number
  server: number
  statements: number
  bytes: number
  perSecond: number
  p50: number
  p99: number
}
type Figure = Cost & { operation: string; rows: number; way: 'bare' | 'rest' | 'tool' }

/** A database of this many contacts, with the product and a bare server on top. */
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
    ...(await sampleConversations(database.work, account_id)),
  }
  const board = await sampleBoard(database.work, account_id)
  await database.sql`create extension if not exists pg_stat_statements`
  await database.close()
  const url = toUrl(connection)
  const hilo = await serve(['bin/hilo.mjs', 'start'], {
    DATABASE_URL: url,
    HILO_KEY_LIMIT: '100000000',
    HILO_KEY_STREAMS: '10000',
    HILO_ADDRESS_STREAMS: '10000',
    HILO_ACCOUNT_LIMIT: '100000000',
    HILO_OUTBOUND_ALLOW: '127.0.0.0/8',
  })
  const sample: Sample = { ...found, board: { ...board, cursor: await deepCursorOf(hilo.url, key) } }
  const bare = await serve(['bench/bare.ts'], { DATABASE_URL: url, BENCH_ACCOUNT: account_id })
  return { rows, bare, hilo, key, sample, account_id, connection }
}

async function serve(args: string[], env: NodeJS.ProcessEnv): Promise<Served> {
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
  return { url, pid: child.pid! }
}

async function measure(grounds: Ground[]): Promise<Figure[]> {
  const targets = grounds.flatMap(({ rows, sample, key, connection, ...servers }) =>
    Object.entries(operations).flatMap(([operation, { bare, rest, tool }]) =>
      Object.entries({ ...(bare && { bare }), rest, ...(tool && { tool }) }).map(([name, requests]) => {
        const way = name as Figure['way']
        const server = way === 'bare' ? servers.bare : servers.hilo
        return { operation, rows, way, key, requests: requests(sample), server, connection }
      }),
    ),
  )
  type Target = (typeof targets)[number]
  const postgres = await postmasterOf(grounds[0]!.connection)
  for (const target of targets) await fire({ ...target, url: target.server.url, seconds: 0.3 }) // Warm: plans, caches, code.
  const taken = new Map<Target, Cost[]>()
  for (let slice = 0; slice < SLICES; slice++) {
    for (const [i, target] of targets.entries()) {
      progress('slices', slice * targets.length + i + 1, SLICES * targets.length)
      taken.set(target, [...(taken.get(target) ?? []), await costOf(target, postgres)])
    }
  }
  return [...taken].map(([{ operation, rows, way }, slices]) => {
    const of = (field: keyof Cost) => median(slices.map((each) => each[field]))
    const cost = { total: of('total'), server: of('server'), statements: of('statements'), bytes: of('bytes') }
    return { operation, rows, way, ...cost, perSecond: of('perSecond'), p50: of('p50'), p99: of('p99') }
  })
}

type Measured = { server: Served; connection: Connection; key: string; requests: () => Request }

/** One slice: the requests, and the work that follows from them. */
async function costOf({ server: { url, pid }, connection, key, requests }: Measured, postgres: number): Promise<Cost> {
  const before = await untilQuiet(pid, postgres)
  const sent = await countStatements(connection)
  const slice = await fire({ url, key, requests, seconds: SECONDS })
  const used = usedBetween(before, await untilQuiet(pid, postgres), pid)
  const statements = (await countStatements(connection)) - sent
  return {
    total: used.total / slice.requests,
    server: used.server / slice.requests,
    statements: statements / slice.requests,
    bytes: slice.bytes,
    perSecond: slice.perSecond,
    p50: slice.p50,
    p99: slice.p99,
  }
}

async function withClient<T>(connection: Connection, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  return run(client).finally(() => client.end())
}

/** Statements the database has run, without those that begin and end transactions. */
function countStatements(connection: Connection): Promise<number> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ calls: string }>(
      `select sum(calls) as calls from pg_stat_statements s join pg_database d on d.oid = s.dbid and d.datname = current_database()
        where query !~* '^(begin|commit|rollback|set)'`,
    )
    return Number(rows[0]!.calls)
  })
}

/** The process all processes of PostgreSQL belong to. */
function postmasterOf(connection: Connection): Promise<number> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const stat = await readFile(`/proc/${rows[0]!.pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  })
}

function report(figures: Figure[]): void {
  const find = (operation: string, rows: number, way: Figure['way']) =>
    figures.find((each) => each.operation === operation && each.rows === rows && each.way === way)
  const smallest = Math.min(...SIZES)
  const table = figures.map(({ operation, rows, way, ...cost }) => {
    const unit = find('create', rows, 'bare')!.total
    const [bare, rest, few] = [
      find(operation, rows, 'bare'),
      find(operation, rows, 'rest'),
      find(operation, smallest, way),
    ]
    return {
      operation,
      rows,
      way,
      'server ms': round(cost.server),
      'postgres ms': round(cost.total - cost.server),
      'total ms': round(cost.total),
      'x bare': bare ? ratio(cost.total, bare.total) : '',
      'x bare create': ratio(cost.total, unit),
      'x rest': way === 'tool' ? ratio(cost.total, rest!.total) : '',
      growth: rows === smallest ? '' : ratio(cost.total, few!.total),
      statements: round(cost.statements),
      bytes: Math.round(cost.bytes),
      'per second': Math.round(cost.perSecond),
      'p50 ms': round(cost.p50),
      'p99 ms': round(cost.p99),
    }
  })
  console.table(table)
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const lines = table.map((row) => [new Date().toISOString().slice(0, 10), commit, ...Object.values(row)].join(','))
  if (!existsSync(RESULTS)) lines.unshift(['date', 'commit', ...Object.keys(table[0]!)].join(','))
  appendFileSync(RESULTS, `${lines.join('\n')}\n`)
}

/** One message to a thousand listeners, by the product and by a bare server that writes to a thousand sockets. */
async function streams(grounds: Ground[]): Promise<void> {
  const table = []
  for (const { rows, bare, hilo, key, sample } of grounds) {
    const id = sample.conversations[0]!
    const limit = await fanOut({ url: bare.url, live: '/live', send: '/send', key })
    const ours = await fanOut({
      url: hilo.url,
      live: '/api/v1/live',
      send: `/api/v1/conversations/${id}/messages`,
      key,
    })
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

/** Ten thousand events through fifty rules, by the worker and by a bare loop that sends the same statements. */
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

/** Five thousand webhooks to one endpoint, compared with a bare loop of POSTs, and the delay of one while another endpoint hangs. */
async function webhooks({ hilo, key, connection }: Ground): Promise<void> {
  const { bare, ours, p50, p95 } = (await throughWebhooks({ hilo: hilo.url, key, connection }))!
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

/** Searches among a hundred thousand passages. */
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
