import { makeDocuments, placeFor } from '#domains/knowledge/adding.ts'
import { cutIntoChunks } from '#domains/knowledge/chunk-rules.ts'
import { embedAll, embedderOf } from '#domains/knowledge/embedding.ts'
import { complete } from '#domains/knowledge/indexing.ts'
import type { Context } from '#kernel/operation.ts'

export type Passage = { id: string; text: string }

/** Each passage a document, under a title that says nothing. Answers which document says what. */
export async function fill(ctx: Context, passages: readonly Passage[]): Promise<Map<string, string>> {
  const { id: collection_id } = await placeFor(ctx, undefined)
  const fresh = passages.map(({ text }) => ({ title: 'Ayuda', collection_id, source: 'text' as const, content: text }))
  const embedder = embedderOf(ctx)
  const made = await makeDocuments(ctx, fresh)
  for (const document of made) {
    const chunks = cutIntoChunks(document.content!)
    const vectors = await embedAll(embedder, document.title, chunks)
    await complete(ctx, document, { ...document, content: document.content!, chunks, vectors, model: embedder.model })
  }
  return new Map(passages.map(({ id }, i) => [id, made[i]!.id]))
}
