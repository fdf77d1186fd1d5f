import type { AtHand } from '#domains/knowledge/at-hand.ts'
import type { Place } from '#domains/knowledge/chunks.ts'
import { mostFollowed, toFollow, weigh, type Word } from '#domains/knowledge/search-rules.ts'
import type { Context } from '#kernel/operation.ts'

const MOST_FOUND = 50
const MOST_KNOWN = 20_000
const COMMON = 100

export type Found = Place & { coverage: number }

/** The words that were asked for, each with its weight, and the pieces that have at least half of that weight. */
export async function findByWords(
  ctx: Context,
  forms: readonly string[][],
  { size, counts }: Pick<AtHand, 'size' | 'counts'>,
  collection_ids: readonly string[] | null = null,
): Promise<{ words: Word[]; found: Found[] }> {
  const pieces = Math.max(1, size)
  const queries = (await lexemesOf(ctx, forms)).map((lexemes) => toQuery(ctx, lexemes))
  const counted = await Promise.all(
    queries.map(async (query) => ({ query, had: await count(ctx, query, counts, mostFollowed(pieces)) })),
  )
  const words = weigh(counted, pieces)
  const followed = toFollow(words, pieces)
  return { words, found: followed.length > 0 ? await follow(ctx, words, followed, collection_ids) : [] }
}

/** What words come from never changes, so it is asked once. Null: the word says nothing by itself. */
const known = new Map<string, readonly string[] | null>()

async function lexemesOf({ sql }: Context, forms: readonly string[][]): Promise<(readonly string[])[]> {
  const fresh = forms.filter(([word]) => !known.has(word!))
  if (fresh.length > 0) {
    const rows = await sql<{ word: string; lexemes: string[] | null }>`
      select f ->> 0 as word, knowledge_lexemes(array(select jsonb_array_elements_text(f))) as lexemes
        from jsonb_array_elements(${JSON.stringify(fresh)}::jsonb) f`
    if (known.size > MOST_KNOWN) known.clear()
    for (const { word, lexemes } of rows) known.set(word, lexemes)
  }
  return forms.flatMap(([word]) => {
    const lexemes = known.get(word!)
    return lexemes ? [lexemes] : []
  })
}

/** Any of them, as the index of the workspace knows them. */
function toQuery({ actor }: Context, lexemes: readonly string[]): string {
  return lexemes.map((lexeme) => `'${actor.account.id}:${lexeme.replace(/['\\]/g, '$&$&')}'`).join(' | ')
}

/** In how many pieces a word is. Beyond the most that is followed it is not counted on. */
async function count(
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
  // A rare word is soon counted again, and must be found the moment somebody writes it.
  if (row!.had >= COMMON) counts.set(query, row!.had)
  return row!.had
}

/** The pieces that have one of the words to follow, and with the others at least half of the weight; the most of it first. */
function follow(
  { sql, actor }: Context,
  words: readonly Word[],
  followed: readonly Word[],
  collection_ids: readonly string[] | null,
): Promise<Found[]> {
  const total = words.reduce((sum, { weight }) => sum + weight, 0)
  return sql<Found>`
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
