import { cutIntoChunks, type Chunk } from './chunk-rules.ts'
import * as chunks from './chunks.ts'
import { embedChunks, embedderOf } from '#domains/knowledge/embedder/embed.ts'
import * as documents from './store.ts'
import { type FailureReason, failure_reasons } from './failure-reasons.ts'
import type { KnowledgeDocument } from '#contract/records/knowledge.ts'
import type { Context } from '#kernel/operation.ts'

/** The indexed content of a document: text, chunks and vectors. */
export type IndexedContent = documents.ReadDocument & { chunks: Chunk[]; vectors: Float32Array[]; model: string }

/** Reindexes a locked document: inline if that is quick, otherwise in the background. */
export async function reindex(ctx: Context, { id }: { id: string }, afresh = false): Promise<KnowledgeDocument> {
  const document = await documents.startIndexing(ctx, id)
  return afresh || document.content === null ? requestIndexing(ctx, document, afresh) : indexText(ctx, document)
}

/** Indexes a document that was just added. */
export function indexNew(ctx: Context, document: documents.StoredDocument): Promise<KnowledgeDocument> {
  return document.content === null ? Promise.resolve(requestIndexing(ctx, document, true)) : indexText(ctx, document)
}

const MAX_INLINE_LENGTH = 200_000

/** Indexes stored text inline, unless it is long or the embedder is remote. */
async function indexText(ctx: Context, document: documents.StoredDocument): Promise<KnowledgeDocument> {
  const content = document.content!
  const embedder = embedderOf(ctx)
  if (!embedder.local || content.length > MAX_INLINE_LENGTH) return requestIndexing(ctx, document, false)
  const pieces = cutIntoChunks(content)
  if (pieces.length === 0) return failIndexing(ctx, document, 'empty')
  const vectors = await embedChunks(embedder, document.title, pieces)
  return completeIndexing(ctx, document, { ...document, content, chunks: pieces, vectors, model: embedder.model })
}

function requestIndexing(ctx: Context, document: documents.StoredDocument, afresh: boolean): KnowledgeDocument {
  ctx.emit('knowledge_document.requested', { document_id: document.id, version: document.version, afresh })
  return documents.toRecord(document)
}

/** Replaces the indexed content of a locked document. */
export async function completeIndexing(
  ctx: Context,
  { id, title }: documents.StoredDocument,
  made: IndexedContent,
): Promise<KnowledgeDocument> {
  await chunks.replace(ctx, id, title, made)
  const document = documents.toRecord(await documents.markReady(ctx, id, made, made.chunks.length, made.model))
  await chunks.bumpRevision(ctx, id)
  await chunks.addWords(ctx, title, made.chunks)
  ctx.emit('knowledge_document.ready', { knowledge_document: document })
  return document
}

/** Marks a locked document as failed. */
export async function failIndexing(
  ctx: Context,
  { id }: { id: string },
  reason: FailureReason,
): Promise<KnowledgeDocument> {
  const document = documents.toRecord(
    await documents.markFailed(ctx, id, failure_reasons[ctx.actor.account.locale][reason]),
  )
  ctx.emit('knowledge_document.failed', { knowledge_document: document })
  return document
}
