import * as chunks from '#domains/knowledge/documents/chunks.ts'
import { openScanner, type Scanner } from './scanner.ts'
import { openVocabulary, type Vocabulary } from './spelling-rules.ts'
import { strideOf } from './vector-rules.ts'
import type { Context } from '#kernel/operation.ts'

/** Similarity of a workspace's chunks to a vector. */
export type Ranking = {
  /** The most similar chunks, best first. */
  best(most: number): (chunks.ChunkKey & { score: number })[]
  scoreOf(key: chunks.ChunkKey): number
}

/** The vectors of a workspace in memory. */
export type VectorIndex = {
  size: number
  /** Cached number of chunks per word. */
  counts: Map<string, number>
  /** Words of the documents. */
  vocabulary: Vocabulary
  rank(vector: Float32Array, collection_ids?: readonly string[]): Ranking
}

const MOST_BYTES = 256 * 1024 * 1024
const DOCUMENTS_AT_ONCE = 500
const MOST_COUNTS = 20_000

/** The rows of a document. */
type Span = { id: string; collection_id: string; revision: string; first: number; count: number }

type CacheEntry = {
  revision: string | undefined
  scanner: Scanner | undefined
  dimensions: number
  documents: Map<string, Span>
  /** The document of each row; rows of removed documents stay until compaction. */
  rows: Span[]
  counts: Map<string, number>
  /** Number of chunks when the word counts were last reset. */
  counted: number
  words: Set<string>
  vocabulary: Vocabulary
  /** Serialises refreshes. */
  turn: Promise<unknown>
}

/** By index key and model, least recently used first. */
const cache = new Map<string, CacheEntry>()

/**
 * The current vectors of the workspace. They are cached between searches; one small query tells whether they changed, and
 * only changed documents are read again.
 */
export async function loadVectorIndex(ctx: Context, model: string): Promise<VectorIndex> {
  const now = await chunks.readRevision(ctx)
  if (!now) return empty_index
  const name = `${now.key} ${model}`
  const entry = cache.get(name) ?? emptyEntry()
  cache.delete(name)
  cache.set(name, entry)
  const turn = entry.turn.then(() =>
    entry.revision === now.revision ? undefined : refresh(ctx, model, entry, now.revision),
  )
  entry.turn = turn.catch(() => {})
  await turn
  evict(name)
  const size = [...entry.documents.values()].reduce((sum, { count }) => sum + count, 0)
  expireCounts(entry, size)
  const { counts, vocabulary } = entry
  return { size, counts, vocabulary, rank: (vector, collection_ids) => rank(entry, vector, collection_ids) }
}

const empty_index: VectorIndex = {
  size: 0,
  counts: new Map(),
  vocabulary: openVocabulary([]),
  rank: () => ({ best: () => [], scoreOf: () => 0 }),
}

function emptyEntry(): CacheEntry {
  const documents = new Map<string, Span>()
  const counts = new Map<string, number>()
  return {
    revision: undefined,
    scanner: undefined,
    dimensions: 0,
    documents,
    rows: [],
    counts,
    counted: 0,
    words: new Set(),
    vocabulary: empty_index.vocabulary,
    turn: Promise.resolve(),
  }
}

/** Loads changed documents and drops deleted ones. */
async function refresh(ctx: Context, model: string, entry: CacheEntry, revision: string): Promise<void> {
  const listed = await chunks.listIndexed(ctx, model)
  const present = new Set(listed.map(({ id }) => id))
  for (const id of entry.documents.keys()) if (!present.has(id)) entry.documents.delete(id)
  const changed = listed.filter(({ id, revision }) => entry.documents.get(id)?.revision !== revision)
  for (let from = 0; from < changed.length; from += DOCUMENTS_AT_ONCE) {
    const some = new Map(changed.slice(from, from + DOCUMENTS_AT_ONCE).map((each) => [each.id, each]))
    for (const read of await chunks.readVectors(ctx, model, [...some.keys()]))
      addDocument(entry, some.get(read.document_id)!, read)
  }
  compact(entry)
  await readNewWords(ctx, entry)
  entry.revision = revision
}

async function readNewWords(ctx: Context, entry: CacheEntry): Promise<void> {
  const fresh = await chunks.listWords(ctx, entry.revision)
  if (fresh.length === 0) return
  for (const word of fresh) entry.words.add(word)
  entry.vocabulary = openVocabulary(entry.words)
}

function addDocument(
  entry: CacheEntry,
  { id, collection_id, revision }: chunks.IndexedDocument,
  { dimensions, vectors }: chunks.DocumentVectors,
): void {
  if (entry.scanner === undefined) {
    entry.scanner = openScanner(dimensions)
    entry.dimensions = dimensions
  }
  // Vectors of another size, after a model changed under the same name, cannot be compared.
  if (dimensions !== entry.dimensions) return
  const count = vectors.length / strideOf(dimensions)
  const span = { id, collection_id, revision, first: entry.scanner.append(vectors), count }
  entry.documents.set(id, span)
  for (let i = 0; i < count; i++) entry.rows.push(span)
}

/** Compacts when most rows belong to removed documents. */
function compact(entry: CacheEntry): void {
  const alive = [...entry.documents.values()].reduce((sum, { count }) => sum + count, 0)
  if (entry.rows.length <= 2 * alive + 1000) return
  const { documents, scanner, dimensions } = entry
  const fresh = openScanner(dimensions)
  const rows: Span[] = []
  for (const span of documents.values()) {
    span.first = fresh.append(scanner!.rows(span.first, span.count))
    for (let i = 0; i < span.count; i++) rows.push(span)
  }
  Object.assign(entry, { scanner: fresh, rows })
}

function rank(entry: CacheEntry, vector: Float32Array, collection_ids?: readonly string[]): Ranking {
  const { scanner, documents, rows } = entry
  if (!scanner || vector.length !== entry.dimensions) return empty_index.rank(vector)
  const scores = scanner.scan(vector)
  const counts = (span: Span) =>
    documents.get(span.id) === span && (!collection_ids || collection_ids.includes(span.collection_id))
  const scored = (row: number) => ({
    document_id: rows[row]!.id,
    position: row - rows[row]!.first,
    score: scanner.exactly(row, vector),
  })
  return {
    best: (most) =>
      nearest(scores, most, (row) => counts(rows[row]!))
        .map(scored)
        .sort((a, b) => b.score - a.score),
    scoreOf: ({ document_id, position }) => {
      const span = documents.get(document_id)
      return span && counts(span) && position < span.count ? scanner.exactly(span.first + position, vector) : 0
    },
  }
}

/** The rows with the highest scores, best first. */
function nearest(scores: Float32Array, most: number, counts: (row: number) => boolean): number[] {
  const best: number[] = []
  for (let row = 0; row < scores.length; row++) {
    const score = scores[row]!
    if (best.length === most && score <= scores[best.at(-1)!]!) continue
    if (!counts(row)) continue
    const place = best.findIndex((other) => scores[other]! < score)
    best.splice(place < 0 ? best.length : place, 0, row)
    if (best.length > most) best.pop()
  }
  return best
}

/** Word counts are approximate; they are reset when the number of chunks changes by a tenth. */
function expireCounts(entry: CacheEntry, size: number): void {
  if (Math.abs(size - entry.counted) <= entry.counted / 10 && entry.counts.size < MOST_COUNTS) return
  entry.counts.clear()
  entry.counted = size
}

/** Evicts the least recently used entries until the cache fits. */
function evict(used: string): void {
  const size = () => [...cache.values()].reduce((sum, { scanner }) => sum + (scanner?.bytes() ?? 0), 0)
  for (const name of cache.keys()) {
    if (size() <= MOST_BYTES) return
    if (name !== used) cache.delete(name)
  }
}
