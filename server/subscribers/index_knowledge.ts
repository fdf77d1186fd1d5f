import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { cutIntoChunks } from '#domains/knowledge/chunk-rules.ts'
import { embedAll, embedderOf } from '#domains/knowledge/embedding.ts'
import { complete, refuse } from '#domains/knowledge/indexing.ts'
import { isReason, type Reason } from '#domains/knowledge/reasons.ts'
import * as documents from '#domains/knowledge/store.ts'
import type { Files } from '#gateways/files/place.ts'
import type { Fetched, Outbound } from '#gateways/outbound.ts'
import type { Reader } from '#gateways/reading.ts'
import type { Embedder } from '#kernel/embedder.ts'
import type { Context } from '#kernel/operation.ts'
import { type Event, type Hands, subscriber } from '#kernel/subscriber.ts'

/** What documents are read and understood with. */
export type Means = { outbound: Outbound; files: Files; reader: Reader; embedder: Embedder | undefined }

type Asked = Event<'knowledge_document.requested'>

/**
 * Reads a document that waits for it: fetches its page or its file, cuts it into pieces and makes their vectors. What comes
 * of it is written at the end, all at once, and only while the document still waits for this very time.
 */
export function index_knowledge(means: Means) {
  const embedder = embedderOf(means)
  return subscriber({
    on: ['knowledge_document.requested'],
    retries: [5, 60, 600],

    async run(hands, event) {
      const document = await settle(hands, event, async (_ctx, held) => held)
      if (!document) return // Done before, asked for anew, or deleted.
      const said = await read(means, document, event.payload.afresh)
      if ('reason' in said) return void (await settle(hands, event, (ctx, held) => refuse(ctx, held, said.reason)))
      const chunks = cutIntoChunks(said.content)
      if (chunks.length === 0) return void (await settle(hands, event, (ctx, held) => refuse(ctx, held, 'empty')))
      const time = { account_id: event.account_id, ...event.payload }
      const tell = (done: number) => documents.advance(hands.sql, time, done, chunks.length)
      await tell(0)
      const vectors = await embedAll(embedder, document.title, chunks, tell)
      const made = { ...said, chunks, vectors, model: embedder.model }
      await settle(hands, event, (ctx, held) => complete(ctx, held, made))
    },

    async giveUp(hands, event, { code }: Error & { code?: string }) {
      await settle(hands, event, (ctx, held) => refuse(ctx, held, isReason(code) ? code : 'failed'))
    },
  })
}

/** Does something with the document, held, if it still waits for this time. */
function settle<T>(
  { within }: Hands,
  { actor, payload: { document_id, version } }: Asked,
  act: (ctx: Context, held: documents.Held) => Promise<T>,
): Promise<T | undefined> {
  return within('index_knowledge', actor, async (ctx) => {
    const held = await documents.findLocked(ctx, document_id)
    return held?.version === version && held.status === 'pending' ? act(ctx, held) : undefined
  })
}

type Said = documents.Read | { reason: Reason }

/** What the document says: as it is known, or from where it comes. */
async function read({ outbound, files, reader }: Means, document: documents.Held, afresh: boolean): Promise<Said> {
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

const MOST_BYTES = 2 * 1024 * 1024
const accept = 'text/html, application/xhtml+xml, text/markdown, text/plain, application/pdf;q=0.9, */*;q=0.1'

async function readPage(outbound: Outbound, reader: Reader, url: string): Promise<Said> {
  const page = await fetchPage(outbound, url)
  if ('reason' in page) return page
  const bytes = unpacked(page)
  if (!bytes) return { reason: 'page_too_large' }
  const content_type = page.headers['content-type'] ?? ''
  const answer = await reader.read({ bytes, content_type, file_name: new URL(page.url).pathname })
  return 'reason' in answer
    ? answer
    : { content: answer.text, content_type: content_type.split(';')[0]!.trim() || null, size_bytes: bytes.length }
}

/** The page; or why it never will be read. What may pass by itself is thrown, and worth another try. */
async function fetchPage(outbound: Outbound, url: string): Promise<Fetched | { reason: Reason }> {
  try {
    const page = await outbound.get(url, { most: MOST_BYTES, headers: { accept }, redirects: 5 })
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

/** Some servers pack what they were asked to send as it is. What is larger unpacked than a page may be is no page. */
function unpacked({ bytes, headers }: Fetched): Buffer | undefined {
  const unpack = unpackers[headers['content-encoding']?.trim().toLowerCase() ?? '']
  if (!unpack) return bytes
  try {
    return unpack(bytes, { maxOutputLength: MOST_BYTES })
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') return undefined
    return bytes
  }
}
