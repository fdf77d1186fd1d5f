import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#db/database.ts'
import { bind } from '#db/sql.ts'
import { createAccount } from '#domains/access/setup.ts'
import { embedderOf } from '#domains/knowledge/embedding.ts'
import { search, type Search } from '#domains/knowledge/searching.ts'
import { openEmbeddings } from '#gateways/embeddings.ts'
import { actAs } from '#kernel/act.ts'
import { within } from '#kernel/invoke.ts'
import type { Context } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { readConfig } from '#server/config.ts'
import { startTestServer, TEMPLATE } from '#test/server.ts'
import { fill, type Passage } from './fill.ts'

/**
 * `npm run eval`: how often the knowledge base finds the right piece. Every passage is a document, every question is asked
 * of the product's own search: by words, by meaning, and by both as people have it. With EMBEDDINGS_URL and
 * EMBEDDINGS_MODEL it is that model that is measured.
 */
type Question = { q: string; lang: string; answer_id: string; kind: string }
type Set = { passages: Passage[]; queries: Question[]; noanswer: string[] }
type Way = { name: string; by?: Search['by'] }

const ways: Way[] = [{ name: 'words', by: 'words' }, { name: 'meaning', by: 'meaning' }, { name: 'both' }]
const DEPTH = 20

const folder = await mkdtemp(join(tmpdir(), 'hilo-eval-'))
await chmod(folder, 0o711) // Also for the unprivileged user PostgreSQL runs as.
const server = await startTestServer(folder)
try {
  const database = openDatabase({ ...server.connection, database: TEMPLATE }, () => {}, 4)
  const { embeddings } = readConfig(process.env)
  const runtime: Runtime = {
    config: { base_url: 'http://localhost' },
    database,
    secret: Buffer.alloc(32),
    log: { info() {}, warn() {}, error() {} },
    subscribersOf: () => [],
    embedder: embeddings && openEmbeddings(embeddings),
    wake: () => {},
    signal: () => {},
  }
  console.log(`model ${embedderOf(runtime).model}, threshold ${embedderOf(runtime).threshold}`)
  const sets = ['retrieval.json', 'businesses.json'].map((name) => [name, read(name)] as const)
  for (const [name, set] of [...sets, ['both sets together', merged(sets.map(([, each]) => each))] as const])
    await measure(runtime, name, set)
  await database.close()
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

function read(name: string): Set {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as Set
}

function merged(sets: readonly Set[]): Set {
  return {
    passages: sets.flatMap(({ passages }) => passages),
    queries: sets.flatMap(({ queries }) => queries),
    noanswer: sets.flatMap(({ noanswer }) => noanswer),
  }
}

async function measure(runtime: Runtime, name: string, { passages, queries, noanswer }: Set): Promise<void> {
  const account = await createAccount(runtime.database.sql, runtime.secret, { name })
  const actor = await actAs(runtime.database.sql, account.id, { type: 'system', id: null, name: 'Eval' })
  const filled = await within(runtime, 'eval', actor, { request_id: 'eval' }, (ctx) => fill(ctx, passages))
  const questions = queries.map((each) => ({ ...each, right: filled.get(each.answer_id)! }))
  const ctx = { ...contextOf(runtime), actor } as Context
  console.log(`\n${name}: ${passages.length} passages, ${queries.length} questions\n`)
  const kinds = [...new Set(queries.map(({ kind }) => kind))]
  console.log(['way', 'all', ...kinds].map((cell) => cell.padEnd(18)).join(''))
  for (const { name: way, by } of ways) {
    const ranks = await ranksOf(ctx, questions, by)
    const cells = [undefined, ...kinds].map((kind) =>
      figures(ranks.filter((_, i) => !kind || queries[i]!.kind === kind)),
    )
    console.log([way, ...cells].map((cell) => cell.padEnd(18)).join(''))
  }
  const kept = await share(questions, async ({ q, right }) =>
    (await search(ctx, { query: q, top_k: 5 })).some(({ document_id }) => document_id === right),
  )
  const passed = await share(noanswer, async (query) => (await search(ctx, { query, top_k: 5 })).length > 0)
  console.log(
    `with the threshold: ${percent(kept)} of the right answers among the first five, and something for ${percent(passed)} of what has no answer`,
  )
  const begun = performance.now()
  for (const { q } of queries) await search(ctx, { query: q, top_k: 5 })
  console.log(
    `${Math.round((queries.length * 1000) / (performance.now() - begun))} answers a second, one after another`,
  )
}

function contextOf({ database, config, secret, embedder }: Runtime): Partial<Context> {
  return { sql: bind(database.analysis), base_url: config.base_url, secret, embedder, now: new Date() }
}

/** The place of the right passage among those found, for each question; none is infinitely far. */
async function ranksOf(
  ctx: Context,
  questions: readonly (Question & { right: string })[],
  by: Search['by'],
): Promise<number[]> {
  const ranks: number[] = []
  for (const { q, right } of questions) {
    const found = await search(ctx, { query: q, top_k: DEPTH, threshold: -1, ...(by && { by }) })
    const place = found.findIndex(({ document_id }) => document_id === right)
    ranks.push(place < 0 ? Infinity : place + 1)
  }
  return ranks
}

/** Recall at one, recall at five, mean reciprocal rank. */
function figures(ranks: readonly number[]): string {
  const within = (most: number) => percent(ranks.filter((rank) => rank <= most).length / ranks.length)
  return `${within(1)}/${within(5)}/${(ranks.reduce((sum, rank) => sum + 1 / rank, 0) / ranks.length).toFixed(2)}`
}

async function share<T>(items: readonly T[], test: (item: T) => Promise<boolean>): Promise<number> {
  let count = 0
  for (const item of items) if (await test(item)) count++
  return count / items.length
}

function percent(part: number): string {
  return `${Math.round(part * 100)} %`
}
