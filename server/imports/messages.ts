import { basename } from 'node:path'
import type { MessageAuthor } from '#contract/records/conversation.ts'
import * as rules from '#domains/conversations/rules.ts'
import type { Context } from '#kernel/operation.ts'
import { recordUpload, type StoredFile } from '#kernel/uploads.ts'
import type { References } from './conversations.ts'
import { findImported, type Job } from './job.ts'
import {
  clean,
  cleanJson,
  moment,
  type SourceAttachment,
  type SourceConversation,
  type SourceMessage,
} from './source.ts'

type ReadFile =
  | (StoredFile & { state: 'stored' })
  | { file_key: null; file_name: string; file_type: string; state: 'failed' }
export type ReadMessage = { source: SourceMessage; at: Date; files: ReadFile[] }
export type Target = { id: string; source: SourceConversation; references: References }

/** Depending on its version the other server gives 20 or 100 messages at a time. */
const SMALLEST_PAGE = 20
const MAX_MESSAGES = 50_000
/** Notices of the other product, such as "Ana resolved the conversation". */
const ACTIVITY = 2

/** The messages after one, oldest first, with their files, which are stored before any transaction begins. */
export async function fetchMessages(job: Job, conversation_id: number, after: string): Promise<ReadMessage[]> {
  const found: ReadMessage[] = []
  for (let last = after; found.length < MAX_MESSAGES;) {
    const path = `/conversations/${conversation_id}/messages`
    const { payload } = await job.client.get<{ payload: SourceMessage[] }>(path, { after: last })
    const fresh = payload.filter(({ id }) => id > Number(last)).toSorted((a, b) => a.id - b.id)
    for (const source of fresh) {
      if (source.message_type === ACTIVITY)
        job.summary.skip('messages', 'Notices of the other product are not messages.', `message ${source.id}`)
      else found.push({ source, at: moment(source.created_at) ?? new Date(), files: await fetchFiles(job, source) })
    }
    if (fresh.length < SMALLEST_PAGE) break
    last = String(fresh.at(-1)!.id)
  }
  return found
}

async function fetchFiles(job: Job, { id, attachments = [] }: SourceMessage): Promise<ReadFile[]> {
  const files: ReadFile[] = []
  for (const attachment of attachments) {
    const { data_url } = attachment
    const found = data_url ? await job.client.download(data_url, job.max_file_bytes) : { failure: 'It has no address.' }
    if ('failure' in found) {
      job.summary.skip('attachments', found.failure, `message ${id}`)
      files.push({ file_key: null, file_name: fileName(attachment), file_type: typeOf(attachment), state: 'failed' })
      continue
    }
    const stored = await job.storeFile(found.bytes, { file_name: fileName(attachment), type: found.type })
    // A file of an import that is interrupted here is removed later, like an upload nobody used.
    await recordUpload(job.runtime.database.sql, job.account_id, stored.file_key)
    files.push({ ...stored, state: 'stored' })
  }
  return files
}

/** The last part of the address is the name of the file. */
function fileName({ data_url, file_type }: SourceAttachment): string {
  const path = data_url && URL.canParse(data_url) ? new URL(data_url).pathname : ''
  let name = basename(path)
  try {
    name = decodeURIComponent(name)
  } catch {
    // A name with a stray percent sign is kept as it is.
  }
  return clean(name, 255) || file_type || 'file'
}

function typeOf({ file_type }: SourceAttachment): string {
  return ['image', 'audio', 'video'].includes(file_type ?? '') ? file_type! : 'file'
}

/** Inserts the messages in order, with files and report facts as of their own dates. */
export async function insertMessages(
  ctx: Context,
  job: Job,
  { id, source, references }: Target,
  messages: readonly ReadMessage[],
): Promise<void> {
  const { sql, actor } = ctx
  const known = await findImported(
    ctx,
    job,
    'messages',
    messages.map((each) => each.source.id),
  )
  const fresh = messages.filter((each) => !known.has(String(each.source.id)))
  job.summary.add('messages', false, known.size)
  if (fresh.length === 0) return
  const [place] = await sql<{ inbox_id: string; contact_id: string; name: string; waiting_since: string | null }>`
    select c.inbox_id, c.contact_id, k.name, c.waiting_since from conversations c
      join contacts k on k.account_id = c.account_id and k.id = c.contact_id
     where c.account_id = ${actor.account.id} and c.id = ${id}`
  const contact = { id: place!.contact_id, name: place!.name, source_id: source.meta.sender.id }
  const timed = withWaits(fresh, (message) => authorOf(message, contact, references), place!.waiting_since)
  const rows = withUniqueIds(timed.map(toRow))
  const inserted = await sql<{ id: string; place: number }>`
    with x as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as x (place bigint, direction text, author_type text, author_id bigint, author_name text, content text, content_type text,
              content_attributes jsonb, private boolean, status text, failure jsonb, external_id text,
              waited_seconds integer, deleted boolean, at timestamptz)
    ), n as (
      select x.*, nextval(pg_get_serial_sequence('messages', 'id')) as id from (select * from x order by place) x
    ), m as (
      insert into messages (account_id, id, conversation_id, inbox_id, direction, author_type, author_id, author_name, content, content_type,
                            content_attributes, private, status, failure, external_id, waited_seconds, deleted_at, created_at, updated_at)
      overriding system value
      select ${actor.account.id}, n.id, ${id}, ${place!.inbox_id}, direction, author_type, author_id, author_name, content, content_type,
             content_attributes, private, status, failure,
             case when exists (select from messages o where o.account_id = ${actor.account.id} and o.inbox_id = ${place!.inbox_id}
                                and o.external_id = n.external_id) then null else n.external_id end,
             waited_seconds, case when deleted then at end, at, at
        from n order by n.place
      returning id
    ) select n.id, n.place from n order by n.place`
  await saveMessages(
    ctx,
    job,
    timed.map((each, i) => ({ source_id: String(each.source.id), record_id: inserted[i]!.id })),
  )
  await linkQuotes(ctx, job, fresh)
  await saveFiles(
    ctx,
    timed.flatMap(({ files, at }, i) => files.map((file) => ({ ...file, message_id: inserted[i]!.id, at }))),
  )
  await sql`
    select record_conversation(m.account_id, m.conversation_id, m.created_at, m.author_type, m.author_id, m.direction, m.private, m.waited_seconds)
      from (select * from messages where account_id = ${actor.account.id} and id = any(${inserted.map((row) => row.id)}::bigint[])
             order by created_at, id) m`
  job.summary.add('messages', true, fresh.length)
}

type Timed = ReadMessage & { author: MessageAuthor; direction: 'incoming' | 'outgoing'; waited_seconds: number | null }

/** How long the customer waited for each reply. */
function withWaits(
  messages: readonly ReadMessage[],
  author: (message: SourceMessage) => MessageAuthor,
  waiting: string | null,
): Timed[] {
  let waiting_since = waiting
  return messages.map((message) => {
    const { source, at } = message
    const direction = source.message_type === 0 ? ('incoming' as const) : ('outgoing' as const)
    const reply = { direction, author: author(source), private: source.private ?? false }
    const waited_seconds = rules.waitedSeconds({ waiting_since }, reply, at)
    if (direction === 'incoming') waiting_since ??= at.toISOString()
    else if (!reply.private && reply.author.type !== 'automation') waiting_since = null
    return { ...message, direction, author: reply.author, waited_seconds }
  })
}

type Contact = { id: string; name: string; source_id: number }

/** The agent or contact here; somebody unknown here keeps their name. */
function authorOf({ sender, message_type }: SourceMessage, contact: Contact, { agents }: References): MessageAuthor {
  const name = clean(sender?.name, 255) || 'Chatwoot'
  if (message_type === 0 || sender?.type === 'contact') {
    const isOwn = !sender || sender.id === contact.source_id
    return isOwn ? { type: 'contact', id: contact.id, name: contact.name } : { type: 'contact', id: null, name }
  }
  if (sender?.type === 'agent_bot') return { type: 'bot', id: null, name }
  const agent = agents.get(String(sender?.id))
  if (agent) return { type: 'agent', id: agent, name }
  return sender ? { type: 'external', id: null, name } : { type: 'automation', id: null, name }
}

const kept_types = new Set(['text', 'input_select', 'cards', 'form', 'article'])
const statuses = new Set(['sent', 'delivered', 'read', 'failed'])

function toRow({ source, at, author, direction, waited_seconds }: Timed) {
  const {
    in_reply_to: _quote,
    in_reply_to_external_id: _external,
    deleted,
    external_error,
    ...attributes
  } = source.content_attributes ?? {}
  return {
    place: source.id,
    direction,
    author_type: author.type,
    author_id: author.id,
    author_name: author.name,
    content: deleted || source.content === null ? null : clean(source.content, 150_000),
    content_type: kept_types.has(source.content_type ?? '') ? source.content_type : 'text',
    content_attributes: deleted ? { deleted: true } : cleanJson(attributes),
    private: source.private ?? false,
    status: statuses.has(source.status ?? '') ? source.status : 'sent',
    failure: external_error ? { code: 'other', detail: clean(external_error, 1000) } : null,
    external_id: source.source_id ? clean(source.source_id, 255) : null,
    waited_seconds,
    deleted: Boolean(deleted),
    at,
  }
}

/** Edits repeat the external id of the message they change, which is unique here: the first keeps it. */
function withUniqueIds<R extends { external_id: string | null }>(rows: readonly R[]): R[] {
  const seen = new Set<string>()
  return rows.map((row) => {
    const isRepeated = row.external_id !== null && seen.has(row.external_id)
    if (row.external_id !== null) seen.add(row.external_id)
    return isRepeated ? { ...row, external_id: null } : row
  })
}

function quotedId({ content_attributes }: SourceMessage): string | undefined {
  const id = content_attributes?.in_reply_to
  return typeof id === 'number' || (typeof id === 'string' && /^\d+$/.test(id)) ? String(id) : undefined
}

async function saveMessages({ sql, actor }: Context, { client }: Job, saved: readonly object[]): Promise<void> {
  await sql`
    insert into imported_records (account_id, source, kind, source_id, record_id)
    select ${actor.account.id}, ${client.source}, 'messages', source_id, record_id
      from jsonb_to_recordset(${JSON.stringify(saved)}::jsonb) as x (source_id text, record_id bigint)`
}

/** Quotes of messages of this batch or an earlier one. */
async function linkQuotes(ctx: Context, job: Job, messages: readonly ReadMessage[]): Promise<void> {
  const quotes = messages.flatMap(({ source }) => {
    const quoted = quotedId(source)
    return quoted === undefined ? [] : [{ source_id: String(source.id), quoted }]
  })
  if (quotes.length === 0) return
  await ctx.sql`
    update messages m set reply_to_id = q.record_id
      from jsonb_to_recordset(${JSON.stringify(quotes)}::jsonb) as x (source_id text, quoted text)
      join imported_records o on o.account_id = ${ctx.actor.account.id} and o.source = ${job.client.source} and o.kind = 'messages' and o.source_id = x.source_id
      join imported_records q on q.account_id = o.account_id and q.source = o.source and q.kind = 'messages' and q.source_id = x.quoted
     where m.account_id = ${ctx.actor.account.id} and m.id = o.record_id and m.reply_to_id is null`
}

async function saveFiles({ sql, actor }: Context, files: readonly object[]): Promise<void> {
  if (files.length === 0) return
  await sql`
    with f as (
      select * from jsonb_to_recordset(${JSON.stringify(files)}::jsonb)
        as f (message_id bigint, file_key text, file_name text, file_type text, content_type text, size_bytes bigint, state text, at timestamptz)
    ), a as (
      insert into attachments (account_id, message_id, file_key, file_name, file_type, content_type, size_bytes, state, created_at)
      select ${actor.account.id}, message_id, file_key, file_name, file_type, coalesce(content_type, 'application/octet-stream'),
             coalesce(size_bytes, 0), state, at from f
    ) delete from uploads u using f where u.account_id = ${actor.account.id} and u.file_key = f.file_key`
}
