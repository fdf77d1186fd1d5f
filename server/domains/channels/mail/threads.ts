import { createHmac, timingSafeEqual } from 'node:crypto'
import { addressIn, type MailAddresses, othersOf } from '#contract/mail-recipients.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import type { Sql } from '#db/sql.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { MailThread, OutboundThread } from '#kernel/connector.ts'
import type { Context } from '#kernel/operation.ts'
import { lockTarget } from '#domains/channels/incoming/parked.ts'

const SUBJECT_DAYS = 30
const MOST_REFERENCES = 20

type Arrival = { external_id: string; thread?: MailThread | undefined }

/** Serialises work on a message, and on e-mails that name each other: one thread becomes one conversation. */
export async function lockThread(ctx: Context, inbox_id: string, { external_id, thread }: Arrival): Promise<void> {
  const ids = new Set([external_id, ...(thread?.references ?? [])])
  for (const id of [...ids].sort()) await lockTarget(ctx, inbox_id, id)
}

/**
 * Serialises work on a customer's message, and returns its id: some programs give different e-mails the same Message-ID, and
 * none may be lost for it.
 */
export async function lockMessage(ctx: Context, inbox_id: string, arrival: Arrival): Promise<string> {
  await lockThread(ctx, inbox_id, arrival)
  const { external_id, thread } = arrival
  const before = thread && (await messages.findExternal(ctx, inbox_id, external_id))
  const { digest } = (before?.content_attributes['email'] ?? {}) as { digest?: string }
  return before && digest !== thread.digest ? `${external_id}#${thread.digest.slice(0, 16)}` : external_id
}

/**
 * The conversation of an e-mail, within its inbox only: by the token of its reply address, by the e-mails it refers to or that
 * refer to it, by its subject with the same customer. Undefined for a new thread.
 */
export async function findThread(
  ctx: Context,
  inbox_id: string,
  identity_id: string,
  external_id: string,
  thread: MailThread,
): Promise<Conversation | undefined> {
  const id =
    (await findByToken(ctx, inbox_id, thread.recipients)) ??
    (await findByReferences(ctx, inbox_id, external_id, thread.references)) ??
    (await findBySubject(ctx, identity_id, thread.subject))
  return id === undefined ? undefined : conversations.getLocked(ctx, id)
}

async function findByToken(ctx: Context, inbox_id: string, recipients: readonly string[]): Promise<string | undefined> {
  for (const recipient of recipients) {
    const [, id, mac] = /\+c\.(\d{1,18})\.([\w-]+)@/.exec(recipient) ?? []
    if (!id || !mac || !isSame(mac, sign(ctx.secret, 'conversation', ctx.actor.account.id, inbox_id, id))) continue
    const [row] = await ctx.sql<{ id: string }>`
      select id from conversations where account_id = ${ctx.actor.account.id} and inbox_id = ${inbox_id} and id = ${id}`
    if (row) return row.id
  }
  return undefined
}

async function findByReferences(
  ctx: Context,
  inbox_id: string,
  external_id: string,
  references: readonly string[],
): Promise<string | undefined> {
  const account_id = ctx.actor.account.id
  const [row] = await ctx.sql<{ conversation_id: string }>`
    select conversation_id from messages m join unnest(${references}::text[]) with ordinality as r (id, place) on m.external_id = r.id
     where m.account_id = ${account_id} and m.inbox_id = ${inbox_id} order by r.place limit 1`
  if (row) return row.conversation_id
  // Our own message, if its sending was interrupted before its id was stored.
  const own = references.flatMap((id) => ownMessageId(ctx, inbox_id, id) ?? [])
  // An answer may be processed before the e-mail it answers.
  const [other] = await ctx.sql<{ conversation_id: string }>`
    select conversation_id from messages
     where account_id = ${account_id} and inbox_id = ${inbox_id} and id = any(${own}::bigint[])
    union all
    select conversation_id from messages
     where account_id = ${account_id} and inbox_id = ${inbox_id} and reply_to_external_id = ${external_id} and reply_to_id is null
     limit 1`
  return other?.conversation_id
}

/** Some programs answer without naming the e-mail; then the same customer and subject within a month are the same thread. */
async function findBySubject(ctx: Context, identity_id: string, subject: string): Promise<string | undefined> {
  const wanted = normaliseSubject(subject)
  if (wanted === '') return undefined
  const rows = await ctx.sql<{ conversation_id: string; subject: string | null }>`
    select m.conversation_id, m.content_attributes -> 'email' ->> 'subject' as subject
      from conversations c join messages m on m.account_id = c.account_id and m.conversation_id = c.id
     where c.account_id = ${ctx.actor.account.id} and c.identity_id = ${identity_id}
       and m.created_at > ${ctx.now}::timestamptz - make_interval(days => ${SUBJECT_DAYS}) and m.content_attributes ? 'email'
     order by m.created_at desc limit 200`
  return rows.find((row) => normaliseSubject(row.subject ?? '') === wanted)?.conversation_id
}

/** A subject without the marks that answers and forwards add. */
export function normaliseSubject(subject: string): string {
  const bare = subject.replace(
    /^(\s*(re|rv|res|fwd?|enc|aw|wg|tr|sv|antw|reenv)(\[\d+\])?\s*:|\s*\[[^\]]{1,40}\])+/i,
    '',
  )
  return bare.replaceAll(/\s+/g, ' ').trim().toLowerCase()
}

/** Our message id, if the Message-ID is one of ours. */
export function ownMessageId({ secret, actor }: Context, inbox_id: string, id: string): string | undefined {
  const [, message_id, mac] = /^m(\d{1,18})\.([\w-]+)@/.exec(id) ?? []
  const isOurs = message_id && mac && isSame(mac, sign(secret, 'message', actor.account.id, inbox_id, message_id))
  return isOurs ? message_id : undefined
}

type OutboundKeys = { account_id: string; inbox_id: string; conversation_id: string; message_id: string }
type ThreadRow = {
  source_id: string
  email: string | null
  author_type: string
  signature: string | null
  content: string | null
  given: { subject?: string; cc?: string[]; bcc?: string[] } | null
  started: string | null
  quoted: string | null
  last: { external_id: string | null; from: string | null; email: LastMail | null } | null
  /** Copies of our last e-mail. */
  copied: string[] | null
  ids: string[]
}
type LastMail = MailAddresses & { subject?: string }

/** Recipients, subject and references of an e-mail to be sent. */
export async function loadThread(sql: Sql, secret: Buffer, keys: OutboundKeys): Promise<OutboundThread | undefined> {
  const { account_id, inbox_id, conversation_id, message_id } = keys
  const [row] = await sql<ThreadRow>`
    select d.source_id, k.email, m.author_type, m.content, m.content_attributes -> 'email' as given,
           c.additional_attributes ->> 'subject' as started,
           (select b.signature from memberships b
             where m.author_type = 'agent' and b.account_id = m.account_id and b.user_id = m.author_id) as signature,
           (select q.external_id from messages q where q.account_id = m.account_id and q.id = m.reply_to_id) as quoted,
           (select jsonb_build_object('external_id', i.external_id, 'email', i.content_attributes -> 'email',
                                      'from', case when i.author_id = c.contact_id then 'customer' end)
              from messages i where i.account_id = c.account_id and i.conversation_id = c.id and i.direction = 'incoming'
             order by i.created_at desc, i.id desc limit 1) as last,
           (select o.content_attributes -> 'email' -> 'cc' from messages o
             where o.account_id = c.account_id and o.conversation_id = c.id and o.direction = 'outgoing' and not o.private
               and o.id <> m.id and o.status <> 'failed' and o.content_attributes ? 'email'
             order by o.created_at desc, o.id desc limit 1) as copied,
           array(select r.external_id from messages r
                  where r.account_id = c.account_id and r.conversation_id = c.id and not r.private and r.id <> m.id
                    and r.external_id like '%@%' order by r.created_at, r.id) as ids
      from messages m join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
      join contacts k on k.account_id = c.account_id and k.id = c.contact_id
      join contact_identities d on d.account_id = c.account_id and d.id = c.identity_id
     where m.account_id = ${account_id} and m.id = ${message_id}`
  const to = row && [replyAddress(row), row.source_id, row.email].find((each) => each?.includes('@'))
  if (!row || !to) return undefined
  const latest = row.last?.external_id?.includes('@') ? row.last.external_id : row.ids.at(-1)
  return {
    message_key: `m${message_id}.${sign(secret, 'message', account_id, inbox_id, message_id)}`,
    reply_token: `c.${conversation_id}.${sign(secret, 'conversation', account_id, inbox_id, conversation_id)}`,
    subject: subjectOf(row),
    to: to.toLowerCase(),
    cc: row.given?.cc ?? copiesOf(row),
    bcc: row.given?.bcc ?? [],
    in_reply_to: row.quoted ?? latest,
    references: row.ids.length > MOST_REFERENCES ? [row.ids[0]!, ...row.ids.slice(1 - MOST_REFERENCES)] : row.ids,
    signature: row.signature,
    is_automatic: ['automation', 'campaign', 'bot', 'ai_agent'].includes(row.author_type),
  }
}

/** The address the customer wants answers to. */
function replyAddress({ last }: ThreadRow): string | undefined {
  return last?.from === 'customer' ? addressIn(last.email?.reply_to?.[0] ?? '') : undefined
}

/** The others of the last e-mail received, as mail programs answer to all; before the first answer, those we wrote to. */
function copiesOf({ last, copied }: ThreadRow): string[] {
  return last ? othersOf(last.email ?? {}, last.from === 'customer') : (copied ?? [])
}

/** The subject of the customer's last e-mail as a reply, or the one the conversation began with. */
function subjectOf({ given, last, started, ids, content }: ThreadRow): string {
  if (given?.subject) return given.subject
  const former = last?.email?.subject ?? started
  if (!former) return content?.split('\n')[0]?.slice(0, 78) || '…'
  return ids.length === 0 || /^\s*re\s*:/i.test(former) ? former : `Re: ${former}`
}

/** Not to be guessed: an e-mail with a wrong one is treated like any other. */
function sign(secret: Buffer, kind: string, account_id: string, inbox_id: string, id: string): string {
  const parts = JSON.stringify(['email', kind, account_id, inbox_id, id])
  // Mail servers may change the case of an address.
  return createHmac('sha256', secret).update(parts).digest('hex').slice(0, 24)
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given.toLowerCase()), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
