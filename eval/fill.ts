import { createDocuments, collectionFor } from '#domains/knowledge/documents/add.ts'
import { cutIntoChunks } from '#domains/knowledge/documents/chunk-rules.ts'
import { embedChunks, embedderOf } from '#domains/knowledge/embedder/embed.ts'
import { completeIndexing } from '#domains/knowledge/documents/index-document.ts'
import type { Context } from '#kernel/operation.ts'

export type Passage = { id: string; text: string }

/** Adds each passage as a document with a neutral title. Returns the document of each passage. */
export async function fill(ctx: Context, passages: readonly Passage[]): Promise<Map<string, string>> {
  const { id: collection_id } = await collectionFor(ctx, undefined)
  const fresh = passages.map(({ text }) => ({ title: 'Ayuda', collection_id, source: 'text' as const, content: text }))
  const embedder = embedderOf(ctx)
  const made = await createDocuments(ctx, fresh)
  for (const document of made) {
    const chunks = cutIntoChunks(document.content!)
    const vectors = await embedChunks(embedder, document.title, chunks)
    await completeIndexing(ctx, document, {
      ...document,
      content: document.content!,
      chunks,
      vectors,
      model: embedder.model,
    })
  }
  return new Map(passages.map(({ id }, i) => [id, made[i]!.id]))
}
