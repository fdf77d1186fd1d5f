import type { ServerResponse } from 'node:http'
import Fastify from 'fastify'
import type pg from 'pg'
import { type Database, openDatabase } from '#db/database.ts'
import { authoriseKey } from '#domains/access/authorise.ts'
import { invoke } from '#kernel/invoke.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { bind } from '#db/sql.ts'
import { type Registry, registry } from '#registry'
import type { Sample } from './contacts.ts'
import { openBareCrm } from './crm.ts'

/**
 * The bare limit: the statements the product sends for an operation, recorded from the product itself, sent by the
 * bare driver behind a bare route. No checks, no schemas, no events but those in the statements.
 */
type Query = { text: string; values: unknown[]; name?: string }

const { DATABASE_URL, BENCH_KEY, BENCH_SAMPLE, PORT } = process.env
const sample = JSON.parse(BENCH_SAMPLE!) as Sample
const database = openDatabase({ connectionString: DATABASE_URL! }, () => {}, 10)
const limits = { key: 100_000_000, account: 100_000_000, classic_ip: 1 }

const recorded: Query[] = []
const recording = { ...database, work: recorder(database.work), analysis: recorder(database.analysis) } as Database
const runtime: Runtime = {
  config: { base_url: 'http://localhost' },
  database: recording,
  secret: Buffer.alloc(32),
  log: { info() {}, warn() {}, error() {} },
  subscribersOf: () => [],
  wake: () => {},
  signal: () => {},
}
const caller = await authoriseKey(bind(recording.work), BENCH_KEY!, limits, 1, '127.0.0.1')
const [authorise] = recorded.splice(0) as [Query]

const person = { name: 'Bare Name', phone_number: '+573299999999', email: 'bare@bench.example' }
const get = await record('get_contact', { contact_id: sample.ids[0]! })
const list = await record('search_contacts', {})
const searches: { queries: Query[]; pool: pg.Pool }[] = []
for (const query of sample.queries) {
  const pool = registry.search_contacts.analysis!({ query }) ? database.analysis : database.work
  searches.push({ queries: await record('search_contacts', { query }), pool })
}
const create = await record('create_contact', person)
const conversationList = await record('list_conversations', {})
const open = await record('get_conversation_detail', { conversation_id: sample.conversations[0]! })
const send = await record('send_message', { conversation_id: sample.conversations[0]!, content: 'Con gusto' })
await database.work.query('delete from contacts where email = $1', [person.email])

const app = Fastify()
app.get('/readyz', () => 'ready')
app.get('/get', async (request) => {
  const { id } = request.query as { id: string }
  await database.work.query(authorise)
  return all(
    database.work,
    get.map((query) => withValues(query, { [sample.ids[0]!]: id })),
  )
})
app.get('/list', async () => {
  await database.work.query(authorise)
  return all(database.work, list)
})
app.get('/search', async (request) => {
  const { i } = request.query as { i: string }
  await database.work.query(authorise)
  const { queries, pool } = searches[Number(i)]!
  return all(pool, queries)
})
app.post('/create', async (request, reply) => {
  const { name, phone_number, email } = request.body as typeof person
  const replaced = { [person.name]: name, [person.phone_number]: phone_number, [person.email]: email }
  return reply.code(201).send(await write(create, replaced, 1))
})
app.get('/conversations', async () => {
  await database.work.query(authorise)
  return all(database.work, conversationList)
})
app.get('/conversation', async (request) => {
  const { id } = request.query as { id: string }
  await database.work.query(authorise)
  return all(
    database.work,
    open.map((query) => withValues(query, { [sample.conversations[0]!]: id })),
  )
})
app.post('/send', async (request, reply) => {
  const { id, tell } = request.query as { id: string; tell?: string }
  const said = await write(send, { [sample.conversations[0]!]: id }, 1)
  if (tell) for (const stream of streams) stream.write(`event: message.sent\ndata: ${JSON.stringify(said)}\n\n`)
  return reply.code(201).send(said)
})
await openBareCrm(app, sample.board, {
  run: (name, input) => run(name as keyof Registry, input),
  record: (name, input) => record(name as keyof Registry, input),
  read: async (queries, pool) => {
    await database.work.query(authorise)
    return all(database[pool], queries)
  },
  write,
})
const streams = new Set<ServerResponse>()
app.get('/live', (_request, reply) => {
  reply.hijack()
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).write(': ready\n\n')
  streams.add(reply.raw)
  reply.raw.once('close', () => streams.delete(reply.raw))
})
await app.listen({ port: Number(PORT), host: '127.0.0.1' })
process.on('SIGINT', () => process.exit(0))

async function all(pool: pg.Pool, queries: Query[]) {
  const results = await Promise.all(queries.map((query) => pool.query(query)))
  return { items: results.flatMap((result) => result.rows) }
}

/** The recorded transaction again: what is needed first is waited for, the rest travels together, as in the product. */
async function write([begin, ...queries]: Query[], replaced: Record<string, string>, needed: number) {
  const [events, commit] = queries.splice(-2) as [Query, Query]
  await database.work.query(authorise)
  const client = await database.work.connect()
  try {
    void client.query(begin!)
    for (const query of queries.slice(0, needed)) await client.query(withValues(query, replaced))
    const rest = await Promise.all(queries.slice(needed).map((query) => client.query(withValues(query, replaced))))
    // Events have ids of their own, which must be new.
    const text = String(events.values[0]).replace(
      /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}(-[0-9a-f]{4})-[0-9a-f]{12}/g,
      () => crypto.randomUUID(),
    )
    void client.query({ ...events, values: [text, ...events.values.slice(1)] })
    await client.query(commit)
    return { items: rest.flatMap((result) => result.rows as unknown[]) }
  } finally {
    client.release()
  }
}

function withValues(query: Query, replaced: Record<string, string>): Query {
  const other = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(other) : (replaced[String(value)] ?? value)
  return { ...query, values: query.values.map(other) }
}

/** What the product sends for one call of an operation. */
async function record<N extends keyof Registry>(name: N, input: object): Promise<Query[]> {
  await run(name, input)
  return recorded.splice(0)
}

/** What it answers; what was sent before is forgotten. */
function run<N extends keyof Registry>(name: N, input: object): Promise<unknown> {
  recorded.splice(0)
  return invoke(runtime, [name, registry[name]], caller!.actor, input, { request_id: 'bench' })
}

function recorder(pool: pg.Pool): pg.Pool {
  const note = (query: Query | string) => recorded.push(typeof query === 'string' ? { text: query, values: [] } : query)
  return {
    query: (query: Query) => {
      note(query)
      return pool.query(query)
    },
    connect: async () => {
      const client = await pool.connect()
      return {
        query: (query: Query) => {
          note(query)
          return client.query(query)
        },
        release: (broken: boolean) => client.release(broken),
      }
    },
  } as unknown as pg.Pool
}
