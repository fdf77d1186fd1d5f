import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KnowledgeHit } from '#contract/records/knowledge.ts'
import { openDatabase } from '#db/database.ts'
import { bind } from '#db/sql.ts'
import { createAccount } from '#domains/access/setup/provision.ts'
import { embedderOf } from '#domains/knowledge/embedder/embed.ts'
import { search } from '#domains/knowledge/search/search.ts'
import { openEmbeddings } from '#gateways/embeddings.ts'
import { loadSystemActor } from '#kernel/system-actor.ts'
import { inTransaction } from '#kernel/invoke.ts'
import type { Context } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { readConfig } from '#server/boot/config.ts'
import { startTestServer, TEMPLATE } from '#test/server.ts'
import { agentTable, type Trial, calibrationTable, recallTable } from './figures.ts'
import { fill } from './fill.ts'
import { type EvalSet, readSets } from './sets.ts'

/**
 * `npm run eval`: how often the knowledge base finds the right passage, how true its confidence is, and how often the AI
 * agent without a language model answers rightly. Every passage is a document, every question a query to the product's
 * search. EMBEDDINGS_URL and EMBEDDINGS_MODEL choose the model to measure.
 */
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
    notify: () => {},
    signal: () => {},
  }
  console.log(`model ${embedderOf(runtime).model}`)
  for (const set of readSets()) await measure(runtime, set)
  await database.close()
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measure(runtime: Runtime, set: EvalSet): Promise<void> {
  const { name, passages, questions, unanswerable } = set
  const account = await createAccount(runtime.database.sql, runtime.secret, { name })
  const actor = await loadSystemActor(runtime.database.sql, account.id, { type: 'system', id: null, name: 'Eval' })
  const filled = await inTransaction(runtime, 'eval', actor, { request_id: 'eval' }, (ctx) => fill(ctx, passages))
  const ctx = { ...contextOf(runtime), actor } as Context
  const begun = performance.now()
  const trials: Trial[] = []
  for (const { q, kind, answer_id } of [...questions, ...unanswerable.map((q) => ({ q, kind: '', answer_id: '' }))]) {
    const hits: KnowledgeHit[] = await search(ctx, { query: q, top_k: DEPTH })
    trials.push({ question: q, kind, right: filled.get(answer_id), hits })
  }
  const each = (performance.now() - begun) / trials.length
  console.log(
    `\n${name}: ${passages.length} passages, ${questions.length} questions, ${unanswerable.length} unanswerable`,
  )
  console.log(recallTable(trials))
  console.log(calibrationTable(trials))
  console.log(agentTable(trials))
  console.log(`${each.toFixed(1)} ms a question, one after another`)
}

function contextOf({ database, config, secret, embedder }: Runtime): Partial<Context> {
  return { sql: bind(database.analytics), base_url: config.base_url, secret, embedder, now: new Date() }
}
