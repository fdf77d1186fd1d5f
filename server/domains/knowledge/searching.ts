import type { KnowledgeHit } from '#contract/records/knowledge.ts'
import { vectorsAtHand } from '#domains/knowledge/at-hand.ts'
import * as chunks from '#domains/knowledge/chunks.ts'
import { embedderOf } from '#domains/knowledge/embedding.ts'
import { type Candidate, fuse, isEnough, type Word } from '#domains/knowledge/search-rules.ts'
import { findByWords } from '#domains/knowledge/wording.ts'
import { askedFor, withoutCourtesies } from '#domains/knowledge/word-rules.ts'
import type { Context } from '#kernel/operation.ts'

export type Search = {
  query: string
  top_k: number
  /** The cosine a piece must have at least, where the usual one of the model is not meant. */
  threshold?: number | undefined
  collection_ids?: readonly string[] | undefined
  /** Only for measuring: what one of the two ways finds alone. */
  by?: 'meaning' | 'words'
}

const DEPTH = 100
const none = new Float32Array()

/**
 * What the workspace knows about a question: pieces of documents, the best first. The one way to ask, for people, programs
 * and the AI agent alike. Greetings ask nothing, and find nothing.
 */
export async function search(
  ctx: Context,
  { query, top_k, threshold, collection_ids, by }: Search,
): Promise<KnowledgeHit[]> {
  const asked = withoutCourtesies(query)
  if (asked === '') return []
  const embedder = embedderOf(ctx)
  const atHand = await vectorsAtHand(ctx, embedder.model)
  const wording = findByWords(ctx, askedFor(asked), atHand, collection_ids)
  wording.catch(() => {})
  // Where whoever makes vectors is away, what has the words is still found.
  const [vector = none] = await embedder.embed([asked], 'query').catch(() => [])
  const ranking = atHand.rank(vector, collection_ids)
  const near = ranking.best(DEPTH)
  const { words, found } = await wording
  const worded = found.map((place): Candidate => ({ ...place, score: ranking.scoreOf(place) }))
  const fused = fuse(by === 'words' ? [] : near, by === 'meaning' ? [] : worded)
  const enough = fused.filter((candidate) => isEnough(candidate, threshold ?? embedder.threshold))
  return show(ctx, enough.slice(0, top_k), words)
}

async function show(ctx: Context, best: readonly Candidate[], words: readonly Word[]): Promise<KnowledgeHit[]> {
  if (best.length === 0) return []
  const told = await chunks.tell(ctx, best, words)
  const known = new Map(told.map((piece) => [`${piece.document_id} ${piece.position}`, piece]))
  return best.flatMap(({ document_id, position, score }) => {
    const piece = known.get(`${document_id} ${position}`)
    return piece ? [{ ...piece, score: Math.max(0, Math.min(1, score)) }] : []
  })
}
