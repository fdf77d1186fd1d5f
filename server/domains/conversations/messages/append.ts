import { channelCapabilities } from '#contract/channels.ts'
import type { Conversation, Message, MessageFailure, MessageStatus } from '#contract/records/conversation.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import { readClassicQuote } from '#domains/conversations/messages/classic-quote.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { MediaReference } from '#kernel/connector.ts'
import type { Context } from '#kernel/operation.ts'
import { openUpload, type StoredFile } from '#kernel/uploads.ts'
import { columns, withFileUrls } from './columns.ts'

export type NewMessage = Pick<Message, 'direction' | 'author' | 'content'> & {
  content_type?: string | undefined
  content_attributes?: Record<string, unknown> | undefined
  private?: boolean | undefined
  external_id?: string | undefined
  /** Tokens of uploaded files. */
  attachments?: readonly string[] | undefined
  /** Files of other messages, which it shares. */
  shared_files?: readonly StoredFile[] | undefined
  reply_to?: { id?: string | undefined; external_id?: string | undefined } | undefined
  /** Uploaded audio files are voice notes. */
  voice?: boolean | undefined
  /** Files at the provider, to be fetched later. */
  media?: readonly MediaReference[] | undefined
  /** The time at the provider; the message takes its place by it. */
  created_at?: Date | undefined
  /** By default sent, or pending where a provider is to be called. */
  status?: MessageStatus | undefined
  failure?: MessageFailure | undefined
  scheduled_at?: string | undefined
  /** Options of the channel, such as copies of an e-mail. */
  delivery?: Record<string, unknown> | undefined
  /** Sent by a program: nobody waits for an answer. */
  is_automatic?: boolean | undefined
  /** Further changes to the conversation. */
  patch?: rules.Patch | undefined
}

/** Adds a message to a locked conversation and updates the conversation, in statements that are sent together. */
export async function append(ctx: Context, before: Conversation, fresh: NewMessage) {
  const isPrivate = fresh.private ?? false
  const incoming = fresh.is_automatic ? rules.applyAutomatic : rules.applyIncoming
  const patch =
    fresh.direction === 'incoming'
      ? incoming(before, ctx.now)
      : rules.applyOutgoing(before, fresh.author, isPrivate, ctx.now)
  const changes = { ...patch, ...fresh.patch }
  const latest = part`, last_message_id = (
    select id from messages where account_id = ${ctx.actor.account.id} and conversation_id = ${before.id} and status <> 'scheduled'
     order by created_at desc, id desc limit 1)`
  const { direction, author } = fresh
  const refused = rules.refusalOfWindow(before, fresh)
  const waited_seconds = rules.waitedSeconds(before, fresh, ctx.now)
  const [message, conversation] = await Promise.all([
    insert(ctx, before, { ...fresh, ...refused }, waited_seconds),
    conversations.update(ctx, before.id, changes, latest, { author, direction, private: isPrivate, waited_seconds }),
  ])
  return { message, conversation }
}

/** Stores a message to be sent later, with its options. Until then it changes nothing in the conversation. */
export function insertScheduled(
  ctx: Context,
  conversation: Conversation,
  fresh: NewMessage & { scheduled_at: string },
): Promise<Message> {
  const { delivery = {}, scheduled_at } = fresh
  const options = Object.keys(delivery).length > 0 ? { delivery } : {}
  const content_attributes = { ...fresh.content_attributes, ...options }
  const created_at = new Date(scheduled_at)
  return insert(ctx, conversation, { ...fresh, content_attributes, status: 'scheduled', created_at }, null)
}

async function insert(
  ctx: Context,
  conversation: Conversation,
  fresh: NewMessage,
  waited_seconds: number | null,
): Promise<Message> {
  const { id, inbox } = conversation
  const files = filesOf(ctx, fresh)
  const [row] = await ctx.sql<Message>`
    with m as (
      insert into messages (account_id, conversation_id, inbox_id, direction, author_type, author_id, author_name, content, content_type,
                            content_attributes, private, status, failure, external_id, reply_to_id, reply_to_external_id, scheduled_at,
                            waited_seconds, created_at, updated_at)
      values (${ctx.actor.account.id}, ${id}, ${inbox.id}, ${fresh.direction}, ${fresh.author.type}, ${fresh.author.id},
              ${fresh.author.name}, ${fresh.content}, ${fresh.content_type ?? 'text'}, ${fresh.content_attributes ?? {}},
              ${fresh.private ?? false}, ${fresh.status ?? initialStatus(ctx, inbox.id, fresh)}, ${fresh.failure ?? null}, ${fresh.external_id ?? null},
              ${quotedId(ctx, conversation, fresh)}, ${fresh.reply_to?.external_id ?? null}, ${fresh.scheduled_at ?? null},
              ${waited_seconds}, ${fresh.created_at ?? ctx.now}, ${ctx.now})
      returning *
    ), o as (${queue(fresh)}
    ) ${recordActivity(ctx, fresh)}, ${storeFiles(ctx, files)} select ${columns(part`a`)} from m`
  return withFileUrls(ctx, row!)
}

/** A customer who writes is active. */
function recordActivity({ actor, now }: Context, { direction, author }: NewMessage): Part {
  if (direction !== 'incoming') return emptyPart
  return part`, k as (
      update contacts set last_activity_at = ${now} where account_id = ${actor.account.id} and id = ${author.id}::bigint
    )`
}

/** Expressions `f`, `a`, `u` and `q` that store the files of message `m`, and queue those to be fetched. */
function storeFiles(ctx: Context, files: readonly object[]): Part {
  return part`f as (
      select * from rows from (jsonb_to_recordset(${JSON.stringify(files)}::jsonb)
        as (file_key text, file_name text, file_type text, content_type text, size_bytes bigint, state text, voice boolean,
            duration_seconds integer, content_id text, reference jsonb)) with ordinality
        as f (file_key, file_name, file_type, content_type, size_bytes, state, voice, duration_seconds, content_id, reference, place)
    ), a as (
      insert into attachments (account_id, message_id, file_key, file_name, file_type, content_type, size_bytes, state, voice,
                               duration_seconds, content_id, created_at)
      select m.account_id, m.id, f.file_key, f.file_name, f.file_type, f.content_type, f.size_bytes, f.state, f.voice,
             f.duration_seconds, f.content_id, m.created_at
        from m, f order by f.place
      returning *
    ), u as (
      delete from uploads u using a where u.account_id = a.account_id and u.file_key = a.file_key
    ), q as (
      insert into channel_media (account_id, attachment_id, inbox_id, reference, next_try_at, expires_at)
      select a.account_id, a.id, m.inbox_id, f.reference, ${ctx.now}, ${ctx.now}::timestamptz + ${MEDIA_KEPT}::interval
        from m, (select *, row_number() over (order by id) as place from a) a join f using (place) where f.state = 'pending'
    )`
}

/** Providers keep files for about this long. */
const MEDIA_KEPT = '7 days'

/** Adds files to a stored message, to be fetched from the provider. */
export async function addMedia(ctx: Context, message_id: string, media: readonly MediaReference[]): Promise<void> {
  if (media.length === 0) return
  await ctx.sql`
    with m as (
      select * from messages where account_id = ${ctx.actor.account.id} and id = ${message_id}
    ), ${storeFiles(ctx, remoteFiles(media))} select from m`
}

/** Uploaded and shared files, and files to be fetched from the provider. */
function filesOf(ctx: Context, { attachments = [], shared_files = [], media = [], voice = false }: NewMessage) {
  const uploaded = [...attachments.map((token) => openUpload(ctx, token)), ...shared_files]
  const stored = uploaded.map((file) => {
    return { ...file, state: 'stored', voice: voice && file.file_type === 'audio', duration_seconds: null }
  })
  return [...stored, ...remoteFiles(media)]
}

function remoteFiles(media: readonly MediaReference[]) {
  return media.map((reference) => ({
    file_key: null,
    file_name: reference.file_name ?? reference.file_type,
    file_type: reference.file_type,
    content_type: reference.content_type ?? 'application/octet-stream',
    size_bytes: reference.size_bytes ?? 0,
    state: reference.is_too_large ? 'too_large' : 'pending',
    voice: reference.is_voice ?? false,
    duration_seconds: reference.duration_seconds === undefined ? null : Math.round(reference.duration_seconds),
    content_id: reference.content_id ?? null,
    reference,
  }))
}

/** Messages to a customer wait for the provider where the inbox has one, unless they were sent there already. */
function initialStatus({ actor }: Context, inbox_id: string, fresh: NewMessage): Part {
  if (fresh.direction === 'incoming' || fresh.private || fresh.external_id) return part`'sent'`
  return part`case when exists (
    select from channel_connections n where n.account_id = ${actor.account.id} and n.inbox_id = ${inbox_id}) then 'pending' else 'sent' end`
}

function quotedId({ actor }: Context, { id, inbox, channel }: Conversation, fresh: NewMessage): Part {
  const { reply_to } = fresh
  if (reply_to?.id) return part`${reply_to.id}::bigint`
  const inInbox = part`select q.id from messages q where q.account_id = ${actor.account.id} and q.inbox_id = ${inbox.id}`
  if (reply_to?.external_id) return part`(${inInbox} and q.external_id = ${reply_to.external_id})`
  const classic = readClassicQuote(fresh.content_attributes)
  if (!classic || !channelCapabilities[channel].replies) return part`null`
  // One that is not in this conversation is ignored, as programs may name messages of other products.
  const readable = part`and q.conversation_id = ${id} ${fresh.private ? emptyPart : part`and not q.private`}`
  return part`coalesce((${inInbox} ${readable} and q.id = ${classic.id}::bigint),
    (${inInbox} ${readable} and q.external_id = any(${classic.external_ids}::text[]) order by q.id desc limit 1))`
}

/** Queues a pending message for the provider, in the same statement. */
function queue({ author, delivery = {} }: NewMessage): Part {
  return part`
      insert into channel_outbox (account_id, inbox_id, conversation_id, message_id, kind, payload, is_bulk, due_at, not_before)
      select account_id, inbox_id, conversation_id, id, 'message', ${delivery}::jsonb, ${author.type === 'campaign'}::boolean, updated_at, updated_at
        from m where status = 'pending'`
}
