import * as chunks from '#domains/knowledge/chunks.ts'
import { openScanner, type Scanner } from '#domains/knowledge/scanner.ts'
import { strideOf } from '#domains/knowledge/vector-rules.ts'
import type { Context } from '#kernel/operation.ts'

/** How near the pieces of a workspace are to a vector. */
export type Ranking = {
  /** The nearest pieces, the nearest first. */
  best(most: number): (chunks.Place & { score: number })[]
  scoreOf(place: chunks.Place): number
}

/** The vectors of a workspace, in memory. */
export type AtHand = {
  size: number
  /** In how many pieces words are, as far as they were counted. */
  counts: Map<string, number>
  rank(vector: Float32Array, collection_ids?: readonly string[]): Ranking
}

const MOST_BYTES = 256 * 1024 * 1024
const DOCUMENTS_AT_ONCE = 500
const MOST_COUNTS = 20_000

/** Rows of a document among all rows. */
type Span = { id: string; collection_id: string; revision: string; first: number; count: number }

type Shelf = {
  revision: string | undefined
  scanner: Scanner | undefined
  dimensions: number
  documents: Map<string, Span>
  /** The document of each row; those of rows that no longer count are not among the documents. */
  rows: Span[]
  counts: Map<string, number>
  /** How many pieces there were when words were last counted anew. */
  counted: number
  /** Who comes while somebody is at it waits for them. */
  turn: Promise<unknown>
}

/** By the key of the workspace's index and the model. The one used last stands last. */
const shelves = new Map<string, Shelf>()

/**
 * The vectors of the workspace as they are now. They are kept between searches, as long as there is room, and one small
 * question to the database tells whether they have changed; then only what changed is read.
 */
export async function vectorsAtHand(ctx: Context, model: string): Promise<AtHand> {
  const now = await chunks.readRevision(ctx)
  if (!now) return nothing
  const name = `${now.key} ${model}`
  const shelf = shelves.get(name) ?? emptyShelf()
  shelves.delete(name)
  shelves.set(name, shelf)
  const turn = shelf.turn.then(() =>
    shelf.revision === now.revision ? undefined : refresh(ctx, model, shelf, now.revision),
  )
  shelf.turn = turn.catch(() => {})
  await turn
  makeRoom(name)
  const size = [...shelf.documents.values()].reduce((sum, { count }) => sum + count, 0)
  forgetCounts(shelf, size)
  return { size, counts: shelf.counts, rank: (vector, collection_ids) => rank(shelf, vector, collection_ids) }
}

const nothing: AtHand = { size: 0, counts: new Map(), rank: () => ({ best: () => [], scoreOf: () => 0 }) }

function emptyShelf(): Shelf {
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
    turn: Promise.resolve(),
  }
}

/** Reads what has changed, and forgets what is gone. */
async function refresh(ctx: Context, model: string, shelf: Shelf, revision: string): Promise<void> {
  const listed = await chunks.listIndexed(ctx, model)
  const present = new Set(listed.map(({ id }) => id))
  for (const id of shelf.documents.keys()) if (!present.has(id)) shelf.documents.delete(id)
  const changed = listed.filter(({ id, revision }) => shelf.documents.get(id)?.revision !== revision)
  for (let from = 0; from < changed.length; from += DOCUMENTS_AT_ONCE) {
    const some = new Map(changed.slice(from, from + DOCUMENTS_AT_ONCE).map((each) => [each.id, each]))
    for (const read of await chunks.readVectors(ctx, model, [...some.keys()]))
      place(shelf, some.get(read.document_id)!, read)
  }
  tidy(shelf)
  shelf.revision = revision
}

function place(
  shelf: Shelf,
  { id, collection_id, revision }: chunks.Listed,
  { dimensions, vectors }: chunks.Vectors,
): void {
  if (shelf.scanner === undefined) {
    shelf.scanner = openScanner(dimensions)
    shelf.dimensions = dimensions
  }
  // What does not fit, because a model changed under its name, cannot be compared.
  if (dimensions !== shelf.dimensions) return
  const count = vectors.length / strideOf(dimensions)
  const span = { id, collection_id, revision, first: shelf.scanner.append(vectors), count }
  shelf.documents.set(id, span)
  for (let i = 0; i < count; i++) shelf.rows.push(span)
}

/** When far more rows are dead than alive, those alive move together. */
function tidy(shelf: Shelf): void {
  const alive = [...shelf.documents.values()].reduce((sum, { count }) => sum + count, 0)
  if (shelf.rows.length <= 2 * alive + 1000) return
  const { documents, scanner, dimensions } = shelf
  const fresh = openScanner(dimensions)
  const rows: Span[] = []
  for (const span of documents.values()) {
    span.first = fresh.append(scanner!.rows(span.first, span.count))
    for (let i = 0; i < span.count; i++) rows.push(span)
  }
  Object.assign(shelf, { scanner: fresh, rows })
}

function rank(shelf: Shelf, vector: Float32Array, collection_ids?: readonly string[]): Ranking {
  const { scanner, documents, rows } = shelf
  if (!scanner || vector.length !== shelf.dimensions) return nothing.rank(vector)
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

/** The rows with the highest scores, the highest first. */
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

/** Counts of words need not be exact; when there is a tenth more or less to find than then, they are made anew. */
function forgetCounts(shelf: Shelf, size: number): void {
  if (Math.abs(size - shelf.counted) <= shelf.counted / 10 && shelf.counts.size < MOST_COUNTS) return
  shelf.counts.clear()
  shelf.counted = size
}

/** Those not used for longest are let go, until the others have room. */
function makeRoom(used: string): void {
  const size = () => [...shelves.values()].reduce((sum, { scanner }) => sum + (scanner?.bytes() ?? 0), 0)
  for (const name of shelves.keys()) {
    if (size() <= MOST_BYTES) return
    if (name !== used) shelves.delete(name)
  }
}
