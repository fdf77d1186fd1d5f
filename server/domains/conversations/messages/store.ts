import type { ListedMessage, Message, MessageStatus } from '#contract/records/conversation.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { Context } from '#kernel/operation.ts'
import { countUpTo, olderThan } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'
import { releaseFiles } from '#kernel/uploads.ts'
import { columns, listedColumns, withFileUrls } from './columns.ts'

/** Messages of a conversation, newest first, one more than the limit. */
export async function list(
  ctx: Context,
  conversation_id: string,
  after: string[] | undefined,
  limit: number,
  met: Part = emptyPart,
): Promise<Message[]> {
  const rows = await ctx.sql<Message>`
    ${newestOf(ctx, part`${conversation_id}`, limit + 1, part`${met} ${olderThan(after, part`m.created_at, m.id`)}`)}`
  return rows.map((row) => withFileUrls(ctx, row))
}

export function newestOf({ actor }: Context, conversation_id: Part, limit: number, met: Part = emptyPart): Part {
  return part`
    select ${columns()} from messages m
     where m.account_id = ${actor.account.id} and m.conversation_id = ${conversation_id} ${met}
     order by m.created_at desc, m.id desc limit ${limit}`
}

/** Columns that are ids and moments. */
export const wireColumns = {
  ids: ['id', 'conversation_id'],
  moments: ['edited_at', 'scheduled_at', 'created_at', 'updated_at'],
}

/** The number of messages of a conversation that match, counted up to `most`. */
export function count(ctx: Context, conversation_id: string, met: Part, most: number): Promise<number> {
  const { id } = ctx.actor.account
  return countUpTo(
    ctx,
    part`messages m where m.account_id = ${id} and m.conversation_id = ${conversation_id} ${met}`,
    most,
  )
}

/** The oldest messages of a conversation that match, newest first, for clients that continue from a message. */
export async function listFirst(ctx: Context, conversation_id: string, limit: number, met: Part): Promise<Message[]> {
  const rows = await ctx.sql<Message>`
    select ${columns()} from messages m
     where m.account_id = ${ctx.actor.account.id} and m.conversation_id = ${conversation_id} ${met}
     order by m.created_at, m.id limit ${limit}`
  return rows.reverse().map((row) => withFileUrls(ctx, row))
}

/** These messages, in conversations the caller may see, oldest first. */
export async function listByIds(ctx: Context, ids: readonly string[]): Promise<Message[]> {
  const rows = await ctx.sql<Message>`
    select ${columns()} from messages m join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
     where m.account_id = ${ctx.actor.account.id} and m.id = any(${ids}::bigint[]) ${conversations.visibleTo(ctx)} order by m.id`
  return rows.map((row) => withFileUrls(ctx, row))
}

/** Messages of all conversations of an identity, newest first, one more than the limit. */
export async function listOfIdentity(
  ctx: Context,
  identity_id: string,
  after: string[] | undefined,
  limit: number,
  met: Part,
): Promise<Message[]> {
  const newest = part`order by m.created_at desc, m.id desc limit ${limit + 1}`
  const rows = await ctx.sql<Message>`
    select ${columns()} from conversations c, lateral (
      select * from messages m where m.account_id = c.account_id and m.conversation_id = c.id ${met}
        ${olderThan(after, part`m.created_at, m.id`)} ${newest}) m
     where c.account_id = ${ctx.actor.account.id} and c.identity_id = ${identity_id} ${newest}`
  return rows.map((row) => withFileUrls(ctx, row))
}

/** A message the customer with this identity may read: no internal note, and none that is still to be sent. */
export async function findOfIdentity(ctx: Context, identity_id: string, id: string): Promise<Message | undefined> {
  const [row] = await ctx.sql<Message>`
    select ${columns()} from messages m join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
     where m.account_id = ${ctx.actor.account.id} and m.id = ${id} and c.identity_id = ${identity_id}
       and not m.private and m.status <> 'scheduled'`
  return row && withFileUrls(ctx, row)
}

/** The message regardless of the caller's visibility, for the product's own code. */
export async function getOwn(ctx: Context, id: string): Promise<Message> {
  const [row] = await ctx.sql<Message>`
    select ${columns()} from messages m where m.account_id = ${ctx.actor.account.id} and m.id = ${id}`
  return withFileUrls(ctx, row!)
}

/** The message, locked, if the caller may see its conversation. */
export async function getLocked(ctx: Context, id: string): Promise<Message> {
  const [row] = await ctx.sql<Message>`
    select ${columns()} from messages m join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
     where m.account_id = ${ctx.actor.account.id} and m.id = ${id} ${conversations.visibleTo(ctx)} for no key update of m`
  return row
    ? withFileUrls(ctx, row)
    : reject('not_found', `There is no message ${id}; list them with get_conversation_messages.`, 'message_id')
}

/** The message with this id of the channel, if it was received before. */
export async function findExternal(ctx: Context, inbox_id: string, external_id: string): Promise<Message | undefined> {
  const [row] = await ctx.sql<Message>`
    select ${columns()} from messages m
     where m.account_id = ${ctx.actor.account.id} and m.inbox_id = ${inbox_id} and m.external_id = ${external_id}`
  return row && withFileUrls(ctx, row)
}

/** A message the customer was shown in this conversation, locked. */
export async function findShown(ctx: Context, conversation_id: string, id: string): Promise<Message | undefined> {
  const [row] = await ctx.sql<Message>`
    select ${columns()} from messages m
     where m.account_id = ${ctx.actor.account.id} and m.conversation_id = ${conversation_id} and m.id = ${id}
       and m.direction = 'outgoing' and not m.private and m.status <> 'scheduled' for no key update of m`
  return row && withFileUrls(ctx, row)
}

/** Sets the status of a message; the caller checks that it may advance. */
export async function setStatus(ctx: Context, id: string, status: MessageStatus, error?: string): Promise<Message> {
  const failure = error === undefined ? {} : { external_error: error }
  const [row] = await ctx.sql<Message>`
    with m as (
      update messages set status = ${status}, content_attributes = content_attributes || ${failure}, updated_at = ${ctx.now}
       where account_id = ${ctx.actor.account.id} and id = ${id} returning *
    ) select ${columns()} from m`
  return withFileUrls(ctx, row!)
}

/** Merges attributes into a message, unless it was deleted. */
export async function updateAttributes(
  ctx: Context,
  id: string,
  attributes: Record<string, unknown>,
): Promise<Message | undefined> {
  const [row] = await ctx.sql<Message>`
    with m as (
      update messages set content_attributes = content_attributes || ${attributes}, updated_at = ${ctx.now}
       where account_id = ${ctx.actor.account.id} and id = ${id} and deleted_at is null returning *
    ) select ${columns()} from m`
  return row && withFileUrls(ctx, row)
}

/** Marks the messages the customer has seen as read, and returns them. */
export async function markRead(ctx: Context, conversation_id: string): Promise<Message[]> {
  const rows = await ctx.sql<Message>`
    with m as (
      update messages set status = 'read', updated_at = ${ctx.now}
       where account_id = ${ctx.actor.account.id} and conversation_id = ${conversation_id} and direction = 'outgoing'
         and not private and status in ('sent', 'delivered') and created_at <= ${ctx.now}
      returning *
    ) select ${columns()} from m order by m.created_at, m.id`
  return rows.map((row) => withFileUrls(ctx, row))
}

/** Deletes the content of a message; an empty one stays. */
export async function eraseContent(ctx: Context, id: string): Promise<Message> {
  const attachments = part`attachments where account_id = ${ctx.actor.account.id} and message_id = ${id}`
  await releaseFiles(ctx.sql, ctx.actor.account.id, part`select file_key from ${attachments}`)
  await ctx.sql`delete from ${attachments}`
  const [row] = await ctx.sql<Message>`
    with m as (
      update messages set content = null, content_attributes = '{"deleted": true}', deleted_at = ${ctx.now}, updated_at = ${ctx.now}
       where account_id = ${ctx.actor.account.id} and id = ${id} returning *
    ) select ${columns()} from m`
  return row!
}

/** Messages with every word of the query, by stem, newest first, in conversations the caller may see. */
export async function search(
  ctx: Context,
  query: string,
  met: Part,
  after: string[] | undefined,
  limit: number,
): Promise<ListedMessage[]> {
  const account_id = ctx.actor.account.id
  const ids = await findIds(ctx, query, met, after, limit)
  if (ids.length === 0) return []
  const rows = await ctx.sql<ListedMessage>`
    select ${listedColumns()}
      from messages m
      join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
      join contacts k on k.account_id = c.account_id and k.id = c.contact_id
      join inboxes i on i.account_id = c.account_id and i.id = c.inbox_id
     where m.account_id = ${account_id} and m.id = any(${ids}::bigint[])
     order by m.id desc`
  return rows.map((row) => ({ ...row, ...withFileUrls(ctx, row) }))
}

/** Span of ids among which a word is looked for first. */
const NEWEST_SPAN = 50_000

/** Ids of the newest matches. A common word has a page of them among the newest messages, whatever the number of all. */
async function findIds(
  ctx: Context,
  query: string,
  met: Part,
  after: string[] | undefined,
  limit: number,
): Promise<string[]> {
  const { sql, actor } = ctx
  const [newest] = await sql<{ id: string | null }>`
    select max(id)::text as id from messages where account_id = ${actor.account.id} ${after ? part`and id < ${after[0]}::bigint` : emptyPart}`
  if (!newest?.id) return []
  const visible = conversations.visibleTo(ctx)
  // Callers who see everything, and filter by nothing, see the conversation of every match.
  const isSeen =
    visible === emptyPart && met === emptyPart
      ? emptyPart
      : part`where exists (select from conversations c where c.account_id = ${actor.account.id} and c.id = m.conversation_id ${visible} ${met})`
  // Materialised, so that the text index finds the matches first: scanning newest first could tokenise every message.
  const find = async (from: Part) => {
    const rows = await sql<{ id: string }>`
      with matching as materialized (
        select m.id, m.conversation_id from messages m
         where m.account_id = ${actor.account.id} and m.id <= ${newest.id} ${from}
           and message_terms(m.account_id, m.content) @@ message_query(${actor.account.id}, ${query})
      ) select m.id from matching m ${isSeen} order by m.id desc limit ${limit + 1}`
    return rows.map(({ id }) => id)
  }
  const first = Number(newest.id) - NEWEST_SPAN
  const recent = first > 0 ? await find(part`and m.id > ${first}`) : []
  return recent.length > limit ? recent : find(emptyPart)
}
