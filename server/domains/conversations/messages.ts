import type { Attachment, Conversation, Message, MessageStatus } from '#contract/records/conversation.ts'
import { nothing, part, type Part } from '#db/sql.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { Context } from '#kernel/operation.ts'
import { olderThan } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'
import { fileUrl, openUpload } from '#kernel/uploads.ts'

export type New = Pick<Message, 'direction' | 'author' | 'content'> & {
  content_type?: string | undefined
  content_attributes?: Record<string, unknown> | undefined
  private?: boolean | undefined
  external_id?: string | undefined
  /** Uploads, by the tokens their upload gave. */
  attachments?: readonly string[] | undefined
}

/** Adds a message to a conversation that is held, with all it changes there. Both statements travel together. */
export async function append(ctx: Context, before: Conversation, fresh: New) {
  const isPrivate = fresh.private ?? false
  const patch =
    fresh.direction === 'incoming'
      ? rules.received(before, ctx.now)
      : rules.sent(before, fresh.author, isPrivate, ctx.now)
  const latest = part`, last_message_id = (
    select id from messages where account_id = ${ctx.actor.account.id} and conversation_id = ${before.id}
     order by created_at desc, id desc limit 1)`
  const { direction, author } = fresh
  const waited_seconds = rules.waited(before, fresh, ctx.now)
  const [message, conversation] = await Promise.all([
    insert(ctx, before, fresh, waited_seconds),
    conversations.update(ctx, before.id, patch, latest, { author, direction, private: isPrivate, waited_seconds }),
  ])
  return { message, conversation }
}

async function insert(
  ctx: Context,
  { id, inbox }: Conversation,
  fresh: New,
  waited_seconds: number | null,
): Promise<Message> {
  const files = (fresh.attachments ?? []).map((token) => openUpload(ctx, token))
  const [row] = await ctx.sql<Message>`
    with m as (
      insert into messages (account_id, conversation_id, inbox_id, direction, author_type, author_id, author_name, content, content_type,
                            content_attributes, private, status, external_id, waited_seconds, created_at, updated_at)
      values (${ctx.actor.account.id}, ${id}, ${inbox.id}, ${fresh.direction}, ${fresh.author.type}, ${fresh.author.id},
              ${fresh.author.name}, ${fresh.content}, ${fresh.content_type ?? 'text'}, ${fresh.content_attributes ?? {}},
              ${fresh.private ?? false}, 'sent', ${fresh.external_id ?? null}, ${waited_seconds}, ${ctx.now}, ${ctx.now})
      returning *
    ), a as (
      insert into attachments (account_id, message_id, file_key, file_name, file_type, content_type, size_bytes, created_at)
      select m.account_id, m.id, f.file_key, f.file_name, f.file_type, f.content_type, f.size_bytes, m.created_at
        from m, jsonb_to_recordset(${JSON.stringify(files)}::jsonb)
          as f (file_key text, file_name text, file_type text, content_type text, size_bytes bigint)
      returning *
    ) select ${columns(part`a`)} from m`
  return withAddresses(ctx, row!)
}

/** Messages of a conversation, newest first, and one more than asked for. */
export async function list(
  ctx: Context,
  conversation_id: string,
  after: string[] | undefined,
  limit: number,
  met: Part = nothing,
): Promise<Message[]> {
  const rows = await ctx.sql<Message>`
    select ${columns()} from messages m
     where m.account_id = ${ctx.actor.account.id} and m.conversation_id = ${conversation_id} ${met}
       ${olderThan(after, part`m.created_at, m.id`)}
     order by m.created_at desc, m.id desc limit ${limit + 1}`
  return rows.map((row) => withAddresses(ctx, row))
}

/** The first messages of a conversation that meet the condition, newest first: for who reads on from where they stopped. */
export async function listFirst(ctx: Context, conversation_id: string, limit: number, met: Part): Promise<Message[]> {
  const rows = await ctx.sql<Message>`
    select ${columns()} from messages m
     where m.account_id = ${ctx.actor.account.id} and m.conversation_id = ${conversation_id} ${met}
     order by m.created_at, m.id limit ${limit}`
  return rows.reverse().map((row) => withAddresses(ctx, row))
}

/** These messages, in conversations the caller may see, oldest first. */
export async function listByIds(ctx: Context, ids: readonly string[]): Promise<Message[]> {
  const rows = await ctx.sql<Message>`
    select ${columns()} from messages m join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
     where m.account_id = ${ctx.actor.account.id} and m.id = any(${ids}::bigint[]) ${conversations.seen(ctx)} order by m.id`
  return rows.map((row) => withAddresses(ctx, row))
}

/** Messages of all conversations of someone in a channel, newest first, and one more than asked for. */
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
  return rows.map((row) => withAddresses(ctx, row))
}

/** The message, if the caller may see its conversation; held until the transaction ends. */
export async function getLocked(ctx: Context, id: string): Promise<Message> {
  const [row] = await ctx.sql<Message>`
    select ${columns()} from messages m join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
     where m.account_id = ${ctx.actor.account.id} and m.id = ${id} ${conversations.seen(ctx)} for no key update of m`
  return row ? withAddresses(ctx, row) : reject('not_found', `There is no message ${id}.`, 'message_id')
}

/** The message that came with this id of the channel, when it came before. */
export async function findExternal(ctx: Context, inbox_id: string, external_id: string): Promise<Message | undefined> {
  const [row] = await ctx.sql<Message>`
    select ${columns()} from messages m
     where m.account_id = ${ctx.actor.account.id} and m.inbox_id = ${inbox_id} and m.external_id = ${external_id}`
  return row && withAddresses(ctx, row)
}

/** Moves the status of a message; the caller has asked the rules. */
export async function setStatus(ctx: Context, id: string, status: MessageStatus, error?: string): Promise<Message> {
  const failure = error === undefined ? {} : { external_error: error }
  const [row] = await ctx.sql<Message>`
    with m as (
      update messages set status = ${status}, content_attributes = content_attributes || ${failure}, updated_at = ${ctx.now}
       where account_id = ${ctx.actor.account.id} and id = ${id} returning *
    ) select ${columns()} from m`
  return withAddresses(ctx, row!)
}

/** Keeps this with a message that is still there. */
export async function keep(ctx: Context, id: string, kept: Record<string, unknown>): Promise<Message | undefined> {
  const [row] = await ctx.sql<Message>`
    with m as (
      update messages set content_attributes = content_attributes || ${kept}, updated_at = ${ctx.now}
       where account_id = ${ctx.actor.account.id} and id = ${id} and deleted_at is null returning *
    ) select ${columns()} from m`
  return row && withAddresses(ctx, row)
}

/** Everything the customer has now seen becomes read; answers what changed. */
export async function markRead(ctx: Context, conversation_id: string): Promise<Message[]> {
  const rows = await ctx.sql<Message>`
    with m as (
      update messages set status = 'read', updated_at = ${ctx.now}
       where account_id = ${ctx.actor.account.id} and conversation_id = ${conversation_id} and direction = 'outgoing'
         and not private and status in ('sent', 'delivered') and created_at <= ${ctx.now}
      returning *
    ) select ${columns()} from m order by m.created_at, m.id`
  return rows.map((row) => withAddresses(ctx, row))
}

/** Takes away what the message said; that there was one stays known. */
export async function erase(ctx: Context, id: string): Promise<Message> {
  await ctx.sql`delete from attachments where account_id = ${ctx.actor.account.id} and message_id = ${id}`
  const [row] = await ctx.sql<Message>`
    with m as (
      update messages set content = null, content_attributes = '{"deleted": true}', deleted_at = ${ctx.now}, updated_at = ${ctx.now}
       where account_id = ${ctx.actor.account.id} and id = ${id} returning *
    ) select ${columns()} from m`
  return row!
}

export type Found = Message & { contact: { id: string; name: string }; inbox: { id: string; name: string } }

/** Messages that have every word of the text, by their stems, newest first, in conversations the caller may see. */
export async function search(
  ctx: Context,
  query: string,
  met: Part,
  after: string[] | undefined,
  limit: number,
): Promise<Found[]> {
  const account_id = ctx.actor.account.id
  // All that have the words are found first, by their index, and only then those to be shown: read the other way
  // round, newest first, every message there is might have to be taken apart into its words.
  const rows = await ctx.sql<Found>`
    with matching as materialized (
      select m.id, m.conversation_id from messages m
       where m.account_id = ${account_id} ${after ? part`and m.id < ${after[0]}::bigint` : nothing}
         and message_terms(m.account_id, m.content) @@ message_query(${account_id}, ${query})
    ), found as materialized (
      select m.id from matching m
       where exists (select from conversations c where c.account_id = ${account_id} and c.id = m.conversation_id ${conversations.seen(ctx)} ${met})
       order by m.id desc limit ${limit + 1}
    )
    select ${columns()}, jsonb_build_object('id', k.id::text, 'name', k.name) as contact,
           jsonb_build_object('id', i.id::text, 'name', i.name) as inbox
      from found f
      join messages m on m.account_id = ${account_id} and m.id = f.id
      join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
      join contacts k on k.account_id = c.account_id and k.id = c.contact_id
      join inboxes i on i.account_id = c.account_id and i.id = c.inbox_id
     order by m.id desc`
  return rows.map((row) => ({ ...row, ...withAddresses(ctx, row) }))
}

/** What a message is, as it travels; the addresses of its files are added after, because only we can sign them. */
function columns(files: Part = part`attachments`): Part {
  return part`
    m.id, m.conversation_id, m.direction,
    jsonb_build_object('type', m.author_type, 'id', m.author_id::text, 'name', m.author_name) as author,
    m.content, m.content_type, m.content_attributes, m.private, m.status, m.external_id, m.deleted_at is not null as deleted,
    m.created_at, m.updated_at,
    coalesce((select jsonb_agg(jsonb_build_object('id', a.id::text, 'file_name', a.file_name, 'file_type', a.file_type,
                               'content_type', a.content_type, 'size_bytes', a.size_bytes) order by a.id)
                from ${files} a where a.account_id = m.account_id and a.message_id = m.id), '[]') as attachments`
}

function withAddresses(ctx: Context, message: Message): Message {
  if (message.attachments.length === 0) return message
  const attachments = message.attachments.map((each: Omit<Attachment, 'url'>) => ({ ...each, url: fileUrl(ctx, each) }))
  return { ...message, attachments }
}
