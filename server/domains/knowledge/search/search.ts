import type { KnowledgeHit } from '#contract/records/knowledge.ts'
import { loadVectorIndex } from './vector-cache.ts'
import * as chunks from '#domains/knowledge/documents/chunks.ts'
import { builtIn, embedWithHints, commonWords } from '#domains/knowledge/embedder/built-in.ts'
import { chunkText, embedderOf } from '#domains/knowledge/embedder/embed.ts'
import { confidences } from './confidence-rules.ts'
import { openComparison, type Question } from './compare.ts'
import { type Candidate, preselect, totalOf, type Word } from './search-rules.ts'
import { searchKeywords } from './keyword-search.ts'
import { openVocabulary, repairSpelling, type Vocabulary } from './spelling-rules.ts'
import { subjectsOf } from './subjects.ts'
import { codesOf, helperWords, queryTerms, withoutCourtesies } from './word-rules.ts'
import type { Embedder } from '#kernel/embedder.ts'
import type { Context } from '#kernel/operation.ts'

export type SearchInput = {
  query: string
  top_k: number
  /** Minimum cosine similarity of passages without the words; none by default. */
  threshold?: number | undefined
  collection_ids?: readonly string[] | undefined
}

const CANDIDATES = 100
const COMPARED = 24

/**
 * Searches the knowledge base and returns chunks, best first, each with the probability that it answers; used by people,
 * programs and the AI agent alike. Greetings find nothing.
 */
export async function search(ctx: Context, input: SearchInput): Promise<KnowledgeHit[]> {
  const { query, top_k, threshold = -1, collection_ids } = input
  const request = withoutCourtesies(query)
  if (request === '') return []
  const embedder = embedderOf(ctx)
  const vectors = await loadVectorIndex(ctx, embedder.model)
  const text = repairSpelling(request, vectors.vocabulary, (language ??= openLanguage()))
  const keywordMatches = searchKeywords(ctx, queryTerms(text), vectors, collection_ids)
  keywordMatches.catch(() => {})
  const subjects = subjectsOf(text)
  const ranking = vectors.rank(await embedQuestion(embedder, text, subjects), collection_ids)
  const { words, found } = await keywordMatches
  const worded = found.map((place): Candidate => ({ ...place, score: ranking.scoreOf(place) }))
  const compared = preselect(ranking.best(CANDIDATES), worded, COMPARED)
  const question = { words, codes: codesOf(text), subjects }
  const loaded = await loadHits(ctx, compared, words, question)
  return loaded.filter(({ score, word_match }) => score >= threshold || word_match >= 0.5).slice(0, top_k)
}

let language: Vocabulary | undefined

function openLanguage(): Vocabulary {
  return openVocabulary([...commonWords(), ...helperWords()])
}

const none = new Float32Array()

/** The vector of a question. If the embedder is unavailable, keyword matches are still found. */
async function embedQuestion(embedder: Embedder, text: string, subjects: Question['subjects']): Promise<Float32Array> {
  if (embedder === builtIn) return embedWithHints(text, [...subjects])
  const [vector = none] = await embedder.embed([text], 'query').catch(() => [])
  return vector
}

/** Loads the candidates, compares each with the question and orders them. */
async function loadHits(
  ctx: Context,
  candidates: readonly Candidate[],
  words: readonly Word[],
  question: Question,
): Promise<KnowledgeHit[]> {
  if (candidates.length === 0) return []
  const loaded = await chunks.loadChunks(ctx, candidates, words)
  const known = new Map(loaded.map((piece) => [`${piece.document_id} ${piece.position}`, piece]))
  const { threshold } = embedderOf(ctx)
  const compare = openComparison(question)
  const judged = candidates
    .flatMap(({ document_id, position, score }) => {
      const piece = known.get(`${document_id} ${position}`)
      if (!piece) return []
      const fit = compare(chunkText(piece.title, { heading: piece.heading, content: piece.text }))
      // On the scale of the built-in model, for which the weights were chosen.
      const similarity = builtIn.threshold + ((score - threshold) / (1 - threshold)) * (1 - builtIn.threshold)
      return [{ piece, score, fit, total: totalOf(similarity, fit), key: piece.document_id }]
    })
    .sort((a, b) => b.total - a.total)
  const sure = confidences(judged, question.codes)
  return judged.map(({ piece, score }, i) => ({
    ...piece,
    score: Math.max(0, Math.min(1, score)),
    confidence: sure[i]!,
  }))
}
