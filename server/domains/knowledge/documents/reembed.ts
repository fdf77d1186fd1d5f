import { HILO } from '#contract/records/author.ts'
import { embedderOf } from '#domains/knowledge/embedder/embed.ts'
import { reindex } from './index-document.ts'
import * as documents from './store.ts'
import { loadSystemActor } from '#kernel/system-actor.ts'
import { inTransaction } from '#kernel/invoke.ts'
import type { Runtime } from '#kernel/runtime.ts'

const AT_ONCE = 50

/**
 * Reindexes documents embedded with another model than the current one, because vectors of different models cannot be
 * compared. Until then they are found by keywords. Safe on several nodes at once.
 */
export async function reembedStale(runtime: Runtime): Promise<void> {
  const { model } = embedderOf(runtime)
  while ((await reembedSome(runtime, model)) > 0);
}

async function reembedSome(runtime: Runtime, model: string): Promise<number> {
  const stale = await runtime.database.sql<{ account_id: string; id: string }>`
    select account_id, id from knowledge_documents
     where revision is not null and model <> ${model} and status <> 'pending' order by account_id, id limit ${AT_ONCE}`
  for (const [account_id, rows] of Map.groupBy(stale, (row) => row.account_id)) {
    const actor = await loadSystemActor(runtime.database.sql, account_id, HILO)
    for (const { id } of rows)
      await inTransaction(
        runtime,
        'reembed_knowledge',
        actor,
        { request_id: `reembed-${account_id}-${id}` },
        async (ctx) => {
          const document = await documents.findLocked(ctx, id)
          if (document && document.status !== 'pending') await reindex(ctx, document)
        },
      )
  }
  return stale.length
}
