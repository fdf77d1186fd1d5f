import { embedderOf } from '#domains/knowledge/embedding.ts'
import { index } from '#domains/knowledge/indexing.ts'
import * as documents from '#domains/knowledge/store.ts'
import { actAs } from '#kernel/act.ts'
import { within } from '#kernel/invoke.ts'
import type { Runtime } from '#kernel/runtime.ts'

const AT_ONCE = 50

/**
 * Has every document read again whose vectors were made with another model than the one in use: a question and a piece can
 * only be compared within one. Until its turn has come, a document is found by its words. Two nodes may do it at once.
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
    const actor = await actAs(runtime.database.sql, account_id, { type: 'system', id: null, name: 'Hilo' })
    for (const { id } of rows)
      await within(runtime, 'reembed_knowledge', actor, { request_id: `reembed-${account_id}-${id}` }, async (ctx) => {
        const held = await documents.findLocked(ctx, id)
        if (held && held.status !== 'pending') await index(ctx, held)
      })
  }
  return stale.length
}
