import { cutIntoChunks, type Chunk } from '#domains/knowledge/chunk-rules.ts'
import * as chunks from '#domains/knowledge/chunks.ts'
import { embedAll, embedderOf } from '#domains/knowledge/embedding.ts'
import * as documents from '#domains/knowledge/store.ts'
import { type Reason, reasons } from '#domains/knowledge/reasons.ts'
import type { KnowledgeDocument } from '#contract/records/knowledge.ts'
import type { Context } from '#kernel/operation.ts'

/** What was made of a document: its text, its pieces, and their vectors. */
export type Indexed = documents.Read & { chunks: Chunk[]; vectors: Float32Array[]; model: string }

/** Has a document that is held read again: at once where that is quickly done, else by the queue. */
export async function index(ctx: Context, { id }: { id: string }, afresh = false): Promise<KnowledgeDocument> {
  const document = await documents.begin(ctx, id)
  return afresh || document.content === null ? request(ctx, document, afresh) : indexText(ctx, document)
}

/** The same for one that was just added. */
export function indexNew(ctx: Context, document: documents.Held): Promise<KnowledgeDocument> {
  return document.content === null ? Promise.resolve(request(ctx, document, true)) : indexText(ctx, document)
}

const QUICK = 200_000

/** What is known already needs nobody outside, unless the vectors are made elsewhere. */
async function indexText(ctx: Context, document: documents.Held): Promise<KnowledgeDocument> {
  const content = document.content!
  const embedder = embedderOf(ctx)
  if (!embedder.local || content.length > QUICK) return request(ctx, document, false)
  const pieces = cutIntoChunks(content)
  if (pieces.length === 0) return refuse(ctx, document, 'empty')
  const vectors = await embedAll(embedder, document.title, pieces)
  return complete(ctx, document, { ...document, content, chunks: pieces, vectors, model: embedder.model })
}

function request(ctx: Context, document: documents.Held, afresh: boolean): KnowledgeDocument {
  ctx.emit('knowledge_document.requested', { document_id: document.id, version: document.version, afresh })
  return documents.toRecord(document)
}

/** What a document that is held says takes the place of what it said before. */
export async function complete(ctx: Context, { id, title }: documents.Held, made: Indexed): Promise<KnowledgeDocument> {
  await chunks.replace(ctx, id, title, made)
  const document = documents.toRecord(await documents.finish(ctx, id, made, made.chunks.length, made.model))
  await chunks.noteChange(ctx, id)
  ctx.emit('knowledge_document.ready', { knowledge_document: document })
  return document
}

/** A document that is held cannot be read, for this reason. */
export async function refuse(ctx: Context, { id }: { id: string }, reason: Reason): Promise<KnowledgeDocument> {
  const document = documents.toRecord(await documents.fail(ctx, id, reasons[ctx.actor.account.locale][reason]))
  ctx.emit('knowledge_document.failed', { knowledge_document: document })
  return document
}
