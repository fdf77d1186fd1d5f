import { readFileSync } from 'node:fs'
import { type Connection, withAsyncCommits, openDatabase } from '#db/database.ts'
import { createDocuments, collectionFor } from '#domains/knowledge/documents/add.ts'
import { cutIntoChunks } from '#domains/knowledge/documents/chunk-rules.ts'
import { embedChunks, embedderOf } from '#domains/knowledge/embedder/embed.ts'
import { completeIndexing } from '#domains/knowledge/documents/index-document.ts'
import { loadSystemActor } from '#kernel/system-actor.ts'
import { invoke, inTransaction } from '#kernel/invoke.ts'
import type { Actor, Context } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { registry } from '#registry'
import { median, quantile } from './load.ts'

type Ground = { connection: Connection; account_id: string; chunks?: number; onProgress?: (done: number) => void }
type Set = { passages: { text: string }[]; queries: { q: string }[] }

const PER_DOCUMENT = 10
const WORDS = 120
const AT_ONCE = 50

/**
 * Time of search_knowledge among a hundred thousand pieces of one workspace: the first search, which reads all vectors
 * into memory, then every question of the evaluation for the first time (words are counted then) and again, and two at a
 * time. The bare figure is an empty statement on the same connections. Milliseconds; the pieces are made once.
 */
export async function throughKnowledge({ connection, account_id, chunks = 100_000, onProgress = () => {} }: Ground) {
  const database = openDatabase(connection, () => {}, 6)
  const runtime: Runtime = {
    config: { base_url: 'http://localhost' },
    database,
    secret: Buffer.alloc(32),
    log: { info() {}, warn() {}, error() {} },
    subscribersOf: () => [],
    notify: () => {},
    signal: () => {},
  }
  try {
    const actor = await loadSystemActor(database.sql, account_id, { type: 'system', id: null, name: 'Bench' })
    await withAsyncCommits(database, (hasty) => fill({ ...runtime, database: hasty }, actor, chunks, onProgress))
    await database.sql`analyze knowledge_documents, knowledge_chunks, knowledge_vectors`
    const ask = (query: string) =>
      invoke(runtime, ['search_knowledge', registry.search_knowledge], actor, { query }, { request_id: 'bench' })
    const questions = sets.flatMap(({ queries }) => queries.map(({ q }) => q))
    const [cold] = await timed([questions[0]!], ask)
    const first = await timed(questions, ask)
    const again = await timed(questions, ask)
    const begun = performance.now()
    const halves = [questions.filter((_, i) => i % 2 === 0), questions.filter((_, i) => i % 2 === 1)]
    await Promise.all(halves.map((half) => timed(half, ask)))
    const perSecond = questions.length / ((performance.now() - begun) / 1000)
    const bare = await timed(questions, () => database.analytics.query({ name: 'bare', text: 'select 1' }))
    return { cold: cold!, first: spread(first), again: spread(again), perSecond, bare: spread(bare) }
  } finally {
    await database.close()
  }
}

async function timed(questions: readonly string[], ask: (question: string) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (const question of questions) {
    const begun = performance.now()
    await ask(question)
    times.push(performance.now() - begun)
  }
  return times
}

function spread(times: readonly number[]): { p50: number; p95: number } {
  return { p50: median(times), p95: quantile(times, 0.95) }
}

const sets = ['retrieval.json', 'businesses.json'].map(
  (name) => JSON.parse(readFileSync(new URL(`../eval/${name}`, import.meta.url), 'utf8')) as Set,
)

/** Documents of ten sections each, in the words of the evaluation: a few of them in nearly every piece, most of them rare. */
async function fill(runtime: Runtime, actor: Actor, chunks: number, onProgress: (done: number) => void): Promise<void> {
  const [known] = await runtime.database.sql<{ count: number }>`
    select coalesce(sum(chunk_count), 0)::int as count from knowledge_documents where account_id = ${actor.account.id}`
  const next = random(known!.count + 7)
  for (let done = known!.count; done < chunks; done += PER_DOCUMENT * AT_ONCE) {
    const texts = Array.from({ length: AT_ONCE }, () => document(next))
    await inTransaction(runtime, 'bench', actor, { request_id: 'bench' }, (ctx) => add(ctx, texts))
    onProgress(done)
  }
}

async function add(ctx: Context, texts: readonly string[]): Promise<void> {
  const { id: collection_id } = await collectionFor(ctx, undefined)
  const embedder = embedderOf(ctx)
  const fresh = texts.map((content) => ({ title: 'Manual', collection_id, source: 'text' as const, content }))
  for (const made of await createDocuments(ctx, fresh)) {
    const pieces = cutIntoChunks(made.content!)
    const vectors = await embedChunks(embedder, made.title, pieces)
    await completeIndexing(ctx, made, {
      ...made,
      content: made.content!,
      chunks: pieces,
      vectors,
      model: embedder.model,
    })
  }
}

const vocabulary = [...new Set(sets.flatMap(({ passages }) => passages.flatMap(({ text }) => text.split(/\s+/))))]

function document(next: () => number): string {
  const section = (i: number) => `# Sección ${i} REF-${Math.floor(next() * 1e6)}\n\n${paragraph(next)}`
  return Array.from({ length: PER_DOCUMENT }, (_, i) => section(i)).join('\n\n')
}

/** Picks words from the start of the list more often: the cube of a random number is mostly small. */
function paragraph(next: () => number): string {
  const word = () => vocabulary[Math.floor(next() ** 3 * vocabulary.length)]!
  return Array.from({ length: WORDS }, word).join(' ')
}

/** A random number generator with a fixed seed. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
