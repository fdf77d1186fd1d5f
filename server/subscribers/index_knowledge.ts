import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { cutIntoChunks } from '#domains/knowledge/documents/chunk-rules.ts'
import { embedChunks, embedderOf } from '#domains/knowledge/embedder/embed.ts'
import { completeIndexing, failIndexing } from '#domains/knowledge/documents/index-document.ts'
import { isFailureReason, type FailureReason } from '#domains/knowledge/documents/failure-reasons.ts'
import * as documents from '#domains/knowledge/documents/store.ts'
import type { Files } from '#gateways/files/file-storage.ts'
import type { FetchedPage, Outbound } from '#gateways/outbound.ts'
import type { Reader } from '#gateways/document-text.ts'
import type { Embedder } from '#kernel/embedder.ts'
import type { Context } from '#kernel/operation.ts'
import { type Event, type SubscriberContext, subscriber } from '#kernel/subscriber.ts'

/** Everything needed to read and embed documents. */
export type IndexingGateways = { outbound: Outbound; files: Files; reader: Reader; embedder: Embedder | undefined }

type IndexRequest = Event<'knowledge_document.requested'>

/**
 * Indexes a pending document: fetches its page or file, splits it into passages and embeds them. The result is saved at
 * the end in one transaction, and only if the document still waits for this version.
 */
export function index_knowledge(means: IndexingGateways) {
  const embedder = embedderOf(means)
  return subscriber({
    on: ['knowledge_document.requested'],
    retries: [5, 60, 600],

    async run(context, event) {
      const document = await settle(context, event, async (_ctx, locked) => locked)
      if (!document) return // Already indexed, requested again, or deleted.
      const result = await read(means, document, event.payload.afresh)
      if ('reason' in result)
        return void (await settle(context, event, (ctx, locked) => failIndexing(ctx, locked, result.reason)))
      const chunks = cutIntoChunks(result.content)
      if (chunks.length === 0)
        return void (await settle(context, event, (ctx, locked) => failIndexing(ctx, locked, 'empty')))
      const time = { account_id: event.account_id, ...event.payload }
      const reportProgress = (done: number) => documents.recordProgress(context.sql, time, done, chunks.length)
      await reportProgress(0)
      const vectors = await embedChunks(embedder, document.title, chunks, reportProgress)
      const made = { ...result, chunks, vectors, model: embedder.model }
      await settle(context, event, (ctx, locked) => completeIndexing(ctx, locked, made))
    },

    async giveUp(context, event, { code }: Error & { code?: string }) {
      await settle(context, event, (ctx, locked) => failIndexing(ctx, locked, isFailureReason(code) ? code : 'failed'))
    },
  })
}

/** Runs `act` on the locked document, if it still waits for this version. */
function settle<T>(
  { inTransaction }: SubscriberContext,
  { actor, payload: { document_id, version } }: IndexRequest,
  act: (ctx: Context, locked: documents.StoredDocument) => Promise<T>,
): Promise<T | undefined> {
  return inTransaction('index_knowledge', actor, async (ctx) => {
    const locked = await documents.findLocked(ctx, document_id)
    return locked?.version === version && locked.status === 'pending' ? act(ctx, locked) : undefined
  })
}

type ReadResult = documents.ReadDocument | { reason: FailureReason }

/** The text of the document: as stored, or read again from its source. */
async function read(
  { outbound, files, reader }: IndexingGateways,
  document: documents.StoredDocument,
  afresh: boolean,
): Promise<ReadResult> {
  const { content, content_type, size_bytes, source_url, file_key, file_name } = document
  if (content !== null && !afresh) return { content, content_type, size_bytes }
  if (source_url) return readPage(outbound, reader, source_url)
  const bytes = file_key ? await readFile(files, file_key) : undefined
  if (!bytes) return { reason: 'lost' }
  const answer = await reader.read({ bytes, content_type: content_type ?? '', file_name: file_name ?? '' })
  return 'reason' in answer ? answer : { content: answer.text, content_type, size_bytes }
}

async function readFile(files: Files, file_key: string): Promise<Buffer | undefined> {
  const found = await files.get(file_key)
  if (!found) return undefined
  const pieces: Buffer[] = []
  for await (const piece of found.stream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

const MAX_BYTES = 2 * 1024 * 1024
const accept = 'text/html, application/xhtml+xml, text/markdown, text/plain, application/pdf;q=0.9, */*;q=0.1'

async function readPage(outbound: Outbound, reader: Reader, url: string): Promise<ReadResult> {
  const page = await fetchPage(outbound, url)
  if ('reason' in page) return page
  const bytes = decompress(page)
  if (!bytes) return { reason: 'page_too_large' }
  const content_type = page.headers['content-type'] ?? ''
  const answer = await reader.read({ bytes, content_type, file_name: new URL(page.url).pathname })
  return 'reason' in answer
    ? answer
    : { content: answer.text, content_type: content_type.split(';')[0]!.trim() || null, size_bytes: bytes.length }
}

/** The page, or the permanent reason it cannot be read. Temporary failures are thrown, to be retried. */
async function fetchPage(outbound: Outbound, url: string): Promise<FetchedPage | { reason: FailureReason }> {
  try {
    const page = await outbound.get(url, { most: MAX_BYTES, headers: { accept }, redirects: 5 })
    if (page.status >= 200 && page.status < 300) return page.whole ? page : { reason: 'page_too_large' }
    if (page.status < 500 && ![408, 425, 429].includes(page.status)) return { reason: 'page_missing' }
    throw new Error(`The page answered ${page.status}.`)
  } catch (error) {
    if ((error as { code?: string }).code === 'blocked') return { reason: 'page_forbidden' }
    throw Object.assign(new Error((error as Error).message), { code: 'page_away' })
  }
}

const unpackers: Record<string, typeof gunzipSync> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/** Some servers compress although asked not to. Undefined when the page is too large decompressed. */
function decompress({ bytes, headers }: FetchedPage): Buffer | undefined {
  const unpack = unpackers[headers['content-encoding']?.trim().toLowerCase() ?? '']
  if (!unpack) return bytes
  try {
    return unpack(bytes, { maxOutputLength: MAX_BYTES })
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') return undefined
    return bytes
  }
}
