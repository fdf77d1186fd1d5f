import type { VectorIndex } from './vector-cache.ts'
import type { ChunkKey } from '#domains/knowledge/documents/chunks.ts'
import { maxFrequency, selectiveWords, withWeights, type Word } from './search-rules.ts'
import type { Context } from '#kernel/operation.ts'

const MOST_FOUND = 50
const MOST_KNOWN = 20_000
const COMMON = 100

export type KeywordMatch = ChunkKey & { coverage: number }

/** Weighs the query words and finds the chunks with at least half of the weight of those that occur. */
export async function searchKeywords(
  ctx: Context,
  forms: readonly string[][],
  { size, counts }: Pick<VectorIndex, 'size' | 'counts'>,
  collection_ids: readonly string[] | null = null,
): Promise<{ words: Word[]; found: KeywordMatch[] }> {
  const pieces = Math.max(1, size)
  const queries = (await lexemesOf(ctx, forms)).map(({ text, lexemes }) => ({ text, query: toQuery(ctx, lexemes) }))
  const most = maxFrequency(pieces)
  const counted = await Promise.all(
    queries.map(async (word) => ({ ...word, had: await countChunks(ctx, word.query, counts, most) })),
  )
  const words = withWeights(counted, pieces)
  // Words absent from the index are ignored.
  const present = words.filter(({ had }) => had > 0)
  const followed = selectiveWords(present, pieces)
  return { words, found: followed.length > 0 ? await findMatches(ctx, present, followed, collection_ids) : [] }
}

/** Lexemes of words never change, so they are cached. Null for stop words. */
const lexeme_cache = new Map<string, readonly string[] | null>()

type WordLexemes = { text: string; lexemes: readonly string[] }

async function lexemesOf({ sql }: Context, forms: readonly string[][]): Promise<WordLexemes[]> {
  const fresh = forms.filter(([word]) => !lexeme_cache.has(word!))
  if (fresh.length > 0) {
    const rows = await sql<{ word: string; lexemes: string[] | null }>`
      select f ->> 0 as word, knowledge_lexemes(array(select jsonb_array_elements_text(f))) as lexemes
        from jsonb_array_elements(${JSON.stringify(fresh)}::jsonb) f`
    if (lexeme_cache.size > MOST_KNOWN) lexeme_cache.clear()
    for (const { word, lexemes } of rows) lexeme_cache.set(word, lexemes)
  }
  return forms.flatMap(([word]) => {
    const lexemes = lexeme_cache.get(word!)
    return lexemes ? [{ text: word!, lexemes }] : []
  })
}

/** A tsquery for any of the lexemes, prefixed with the workspace as in the index. */
function toQuery({ actor }: Context, lexemes: readonly string[]): string {
  return lexemes.map((lexeme) => `'${actor.account.id}:${lexeme.replace(/['\\]/g, '$&$&')}'`).join(' | ')
}

/** Counts the chunks with a word, up to the maximum. */
async function countChunks(
  { sql, actor }: Context,
  query: string,
  counts: Map<string, number>,
  most: number,
): Promise<number> {
  const before = counts.get(query)
  if (before !== undefined) return before
  const [row] = await sql<{ had: number }>`
    select count(*)::int as had from (
      select from knowledge_chunks where account_id = ${actor.account.id} and terms @@ ${query}::tsquery limit ${most}) those`
  // Rare words are not cached: they are cheap to count, and new documents must be found at once.
  if (row!.had >= COMMON) counts.set(query, row!.had)
  return row!.had
}

/** Chunks with one of the selective words and at least half of the total weight, best first. */
function findMatches(
  { sql, actor }: Context,
  words: readonly Word[],
  followed: readonly Word[],
  collection_ids: readonly string[] | null,
): Promise<KeywordMatch[]> {
  const total = words.reduce((sum, { weight }) => sum + weight, 0)
  return sql<KeywordMatch>`
    select * from (
      select c.document_id, c.position,
             (select sum(w.weight) from unnest(${words.map(({ query }) => query)}::tsquery[], ${words.map(({ weight }) => weight)}::float8[])
                  as w (query, weight) where c.terms @@ w.query) / ${total}::float8 as coverage
        from knowledge_chunks c
       where c.account_id = ${actor.account.id} and c.terms @@ ${followed.map(({ query }) => query).join(' | ')}::tsquery
         and (${collection_ids}::bigint[] is null or exists (
           select from knowledge_documents d
            where d.account_id = c.account_id and d.id = c.document_id and d.collection_id = any(${collection_ids}::bigint[])))
      offset 0) found
     where coverage >= 0.5 order by coverage desc, document_id, position limit ${MOST_FOUND}`
}
