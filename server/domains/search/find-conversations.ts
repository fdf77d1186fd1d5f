import type { SearchedConversation } from '#contract/records/search.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import * as conversations from '#domains/conversations/store.ts'
import { appUrl } from '#domains/crm/records/columns.ts'
import type { Context } from '#kernel/operation.ts'
import { isMisspellable, spellings, wordsOf } from './match-rules.ts'

/** Newest messages that are looked through first: they are enough for a common word. */
const LATEST = 100
/** Most messages that are compared by age, and newest messages that are looked through when a word is in more of them. */
const bounds = { compared: 2000, newest: 300 }
/** With filters, which leave few of them. */
const filteredBounds = { compared: 20_000, newest: 3000 }

/**
 * Conversations that meet the conditions: those of the contacts, best contact first, and those with a message that has
 * all words, newest first. People get at most half of the places, unless too few messages match. Misspelt words are
 * repaired if little else is found.
 */
export async function findConversations(
  ctx: Context,
  query: string,
  contact_ids: readonly string[],
  met: Part,
  limit: number,
): Promise<SearchedConversation[]> {
  const [people, messages] = await Promise.all([
    contact_ids.length > 0 ? ofContacts(ctx, contact_ids, met, limit) : [],
    withMessage(ctx, writtenQuery(ctx, query), met, limit),
  ])
  const words = wordsOf(query)
  const found = people.length + messages.length
  // Several words that were found together are spelt right.
  const isFew = found < (words.length > 1 ? 1 : limit) && words.length <= 6 && words.some(isMisspellable)
  const near = isFew ? await withMessage(ctx, nearQuery(ctx, words), met, limit) : []
  const worded = withoutDuplicates([...messages, ...near]).slice(0, limit)
  const shown = people.slice(0, Math.max(Math.ceil(limit / 2), limit - worded.length))
  return withoutDuplicates([...shown, ...worded]).slice(0, limit)
}

function withoutDuplicates(all: readonly SearchedConversation[]): SearchedConversation[] {
  return [...new Map(all.toReversed().map((each) => [each.id, each])).values()].toReversed()
}

/** All words by their stem; the last may be unfinished. */
function writtenQuery({ actor }: Context, query: string): Part {
  const own = actor.account.id
  const words = query.trim().split(/\s+/)
  const last = words.at(-1)!
  const [begun] = wordsOf(last)
  if (begun === undefined || begun.length < 4 || wordsOf(last).length > 1) return part`message_query(${own}, ${query})`
  const beginning = part`${`'${own}:${begun}':*`}::tsquery`
  return part`(coalesce(message_query(${own}, ${words.slice(0, -1).join(' ')}), ''::tsquery)
    && coalesce(message_query(${own}, ${last}) || ${beginning}, ${beginning}))`
}

/** Each word in one of its spellings, each of which is looked up on its own, as `findRecords` does. */
function nearQuery({ actor }: Context, words: readonly string[]): Part {
  const own = actor.account.id
  const texts = words.map((word) => (isMisspellable(word) ? spellings(word).join(' ') : word))
  return part`(
    with forms as materialized (
      select w.place, f.form from unnest(${texts}::text[]) with ordinality w (text, place)
       cross join string_to_table(any_message_query(${own}, w.text)::text, ' | ') f (form)
    ), known as materialized (
      select f.place, f.form from forms f
       cross join lateral (
         with found as materialized (
           select m.id from messages m
            where m.account_id = ${own} and message_terms(m.account_id, m.content) @@ f.form::tsquery)
         select from found limit 1) first
    )
    select string_agg(forms, ' & ')::tsquery
      from (select '(' || string_agg(form, ' | ') || ')' as forms from known group by place) words
    having count(*) = (select count(distinct place) from forms))`
}

/** Conversations by their newest message that matches. */
function withMessage(ctx: Context, query: Part, met: Part, limit: number): Promise<SearchedConversation[]> {
  const own = ctx.actor.account.id
  const most = met === emptyPart ? bounds : filteredBounds
  const matches = part`message_terms(m.account_id, m.content) @@ (select ${query})`
  const isWanted = part`exists (
    select from conversations c where c.account_id = ${own} and c.id = m.conversation_id ${conversations.visibleTo(ctx)} ${met})`
  return ctx.sql<SearchedConversation>`
    with latest as materialized (
      select m.id, m.conversation_id from (
        select m.* from messages m where m.account_id = ${own} order by m.id desc limit ${LATEST}) m
       where ${matches} and ${isWanted}
    ), compared as materialized (
      select m.id, m.conversation_id from messages m
       where (select count(distinct conversation_id) from latest) < ${limit} and m.account_id = ${own} and ${matches}
       limit ${most.compared}
    ), newest as materialized (
      select m.id, m.conversation_id from (
        select m.* from messages m
         where m.account_id = ${own} and (select count(*) from compared) = ${most.compared} order by m.id desc limit ${most.newest}) m
       where ${matches}
    ), found as materialized (
      select max(m.id) as message_id, m.conversation_id
        from (select * from latest union select * from newest union select * from compared) m
       where ${isWanted}
       group by m.conversation_id order by 1 desc limit ${limit}
    )
    select ${columns(ctx)},
           jsonb_build_object('id', m.id::text, 'content', m.content, 'direction', m.direction, 'private', m.private,
                              'author', m.author_name, 'created_at', m.created_at) as message
      from found f
      join messages m on m.account_id = ${own} and m.id = f.message_id
      join conversations c on c.account_id = ${own} and c.id = f.conversation_id ${joins}
     order by m.id desc`
}

/** The newest conversation of each contact, in the order of the contacts. */
function ofContacts(
  ctx: Context,
  contact_ids: readonly string[],
  met: Part,
  limit: number,
): Promise<SearchedConversation[]> {
  const own = ctx.actor.account.id
  return ctx.sql<SearchedConversation>`
    select ${columns(ctx)}, null as message
      from unnest(${contact_ids}::bigint[]) with ordinality as wanted (id, place)
      cross join lateral (
        select c.* from conversations c
         where c.account_id = ${own} and c.contact_id = wanted.id ${conversations.visibleTo(ctx)} ${met}
         order by c.last_activity_at desc, c.id desc limit 1) c ${joins}
     order by wanted.place limit ${limit}`
}

function columns(ctx: Context): Part {
  return part`c.id, jsonb_build_object('id', k.id::text, 'name', k.name) as contact,
    jsonb_build_object('id', i.id::text, 'name', i.name) as inbox, i.channel, c.status, c.last_activity_at,
    ${appUrl(ctx, 'conversations', part`c.id`)} as url`
}

const joins = part`
  join contacts k on k.account_id = c.account_id and k.id = c.contact_id
  join inboxes i on i.account_id = c.account_id and i.id = c.inbox_id`
