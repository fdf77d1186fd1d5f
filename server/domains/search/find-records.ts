import { joinParts, part, type Part } from '#db/sql.ts'
import { searchTerms, termVariants } from '#domains/contacts/rules.ts'
import type { Context } from '#kernel/operation.ts'
import { best, isMisspellable, spellings, wordsOf, type Candidate } from './match-rules.ts'

/** A kind of record: its table as `r`, the texts it is found by, and the columns of its candidates. */
export type Kind = {
  table: Part
  /** Folded texts with an index of their pieces; the first has an index of its words, too. */
  texts: readonly [Part, ...Part[]]
  /** Restricts `r` to the records the caller may see. */
  visible: Part
  columns: Part
  joins: Part
  /** Selects ids of further records. */
  more?: Part
}

/** Newest records that are compared one by one, and most candidates of each way to find them. */
const NEWEST = 1000
const CANDIDATES = 200
/** Words whose spelling is varied; longer texts were copied, not typed. */
const MOST_MISSPELT = 6

/**
 * The records with all words of the query, best first. If there are too few of one word, or none of several, those
 * whose words have one typing error fill the rest. Each way to find them ends after a fixed number of candidates, so
 * common words cost no more than rare ones.
 */
export async function findRecords<C extends Candidate>(
  ctx: Context,
  kind: Kind,
  query: string,
  limit: number,
): Promise<C[]> {
  const terms = searchTerms(query)
  if (terms.length === 0) return []
  const exact = await read<C>(ctx, kind, exactWays(ctx, kind, terms))
  const words = terms.flatMap(wordsOf)
  // Several words that were found together are spelt right.
  const isEnough = exact.length >= limit || (exact.length > 0 && words.length > 1)
  if (isEnough || words.length > MOST_MISSPELT || !words.some(isMisspellable)) return best(exact, terms, limit)
  const known = new Set(exact.map(({ id }) => id))
  const near = (await read<C>(ctx, kind, [nearWay(ctx, kind, words)])).filter(({ id }) => !known.has(id))
  return [...best(exact, terms, limit), ...best(near, terms, limit)].slice(0, limit)
}

function read<C extends Candidate>(ctx: Context, { table, columns, joins }: Kind, ways: readonly Part[]): Promise<C[]> {
  const found = ways.map((way) => part`(${way})`)
  return ctx.sql<C>`
    with found as materialized (${joinParts(found, ' union ')})
    select ${columns} from found f join ${table} r on r.account_id = ${ctx.actor.account.id} and r.id = f.id ${joins}`
}

/*
 * Queries are scalar subqueries, so the planner does not know them: it would estimate that hundreds of spellings match every
 * record, and read all records in turn instead of the index.
 */

/** The newest with the terms, those with the words and, if these are few, those with the terms anywhere. */
function exactWays(ctx: Context, kind: Kind, terms: readonly string[]): Part[] {
  const { table, texts, visible, more } = kind
  const { account } = ctx.actor
  const own = part`r.account_id = ${account.id}`
  const formsOf = (term: string) => termVariants(term, account.country)
  const isIn = (text: Part, term: string) =>
    part`(${joinParts(
      formsOf(term).map((form) => part`strpos(${text}, fold(${form})) > 0`),
      ' or ',
    )})`
  const holds = (term: string) =>
    part`and (${joinParts(
      texts.map((text) => isIn(text, term)),
      ' or ',
    )})`
  const isIndexed = (term: string) => {
    const pieces = formsOf(term).map((form) => part`pieces_of_term(${account.id}, fold(${form}))`)
    const any = texts.map(
      (text) => part`(pieces(r.account_id, ${text}) @@ (select ${joinParts(pieces, ' || ')}) and ${isIn(text, term)})`,
    )
    return part`and (${joinParts(any, ' or ')})`
  }
  const newest = part`
    select r.id from (select r.* from ${table} r where ${own} order by r.id desc limit ${NEWEST}) r
     where true ${joinParts(terms.map(holds))} ${visible} order by r.id desc limit ${CANDIDATES}`
  const words = terms.flatMap(wordsOf)
  const isWorded =
    words.length > 0 ? hasWords(kind, part`(select ${wordQuery(account.id, words)}::tsquery)`) : part`false`
  // The index has too many short pieces to narrow by them.
  const isSelective = (term: string) => term.length > 2
  const rest = terms.some(isSelective)
    ? joinParts(terms.map((term) => (isSelective(term) ? isIndexed(term) : holds(term))))
    : part`and false`
  const indexed = part`
    with worded as materialized (
      select r.id from ${table} r where ${own} and ${isWorded} ${visible} limit ${CANDIDATES}
    )
    select id from worded union (
      select r.id from ${table} r
       where (select count(*) from worded) < ${CANDIDATES} and ${own} ${rest} ${visible} limit ${CANDIDATES})`
  return [newest, indexed, ...(more ? [more] : [])]
}

/**
 * Records that have each word in one of its spellings; the last word may be unfinished. The time of one query of all
 * spellings is their number times that of the records. Most occur nowhere, so each is looked up to its first record.
 */
function nearWay({ actor }: Context, kind: Kind, words: readonly string[]): Part {
  const own = part`r.account_id = ${actor.account.id}`
  const forms = words.flatMap((word, place) =>
    spellingsOf(actor.account.id, word, place === words.length - 1).map((form) => ({ place, form })),
  )
  return part`
    with known as materialized (
      select s.place, s.form
        from unnest(${forms.map(({ place }) => place)}::int[], ${forms.map(({ form }) => form)}::text[]) s (place, form)
        cross join lateral (
          with found as materialized (select r.id from ${kind.table} r where ${own} and ${hasWords(kind, part`s.form::tsquery`)})
          select from found limit 1) first
    )
    select r.id from ${kind.table} r
     where ${own} ${kind.visible} and ${hasWords(
       kind,
       part`(
         select string_agg(forms, ' & ')::tsquery
           from (select '(' || string_agg(form, ' | ') || ')' as forms from known group by place) words
         having count(*) = ${words.length})`,
     )}
     limit ${CANDIDATES}`
}

/** The spellings of a word, and words that begin with it if it may be unfinished. */
function spellingsOf(account_id: string, word: string, mayBegin: boolean): string[] {
  const begun = mayBegin && word.length > 2 ? [lexeme(account_id, word, true)] : []
  const forms = isMisspellable(word) ? spellings(word) : [word]
  // Prefixes of short words match too much.
  return [...begun, ...forms.map((form) => lexeme(account_id, form, mayBegin && word.length > 5))]
}

function hasWords({ texts: [text] }: Kind, query: Part): Part {
  return part`words(r.account_id, ${text}) @@ ${query}`
}

/** All words; the last may be unfinished. */
function wordQuery(account_id: string, words: readonly string[]): string {
  return words.map((word, i) => lexeme(account_id, word, i === words.length - 1 && word.length > 2)).join(' & ')
}

function lexeme(account_id: string, word: string, begins: boolean): string {
  return `'${account_id}:${Array.from(word).slice(0, 40).join('')}'${begins ? ':*' : ''}`
}
