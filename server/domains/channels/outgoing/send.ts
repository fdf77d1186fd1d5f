import type { Message, MessageFailure } from '#contract/records/conversation.ts'
import { contentForCustomer } from '#domains/access/public/survey-links.ts'
import { findOfInbox, type OpenedConnection } from '#domains/access/public/connections.ts'
import * as connections from '#domains/workspace/inboxes/connections.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import type {
  AnyConnector,
  Channels,
  Http,
  OutboundFile,
  OutboundMessage,
  OutboundTarget,
  ProviderTemplate,
  Recipient,
  SendResult,
} from '#kernel/connector.ts'
import type { Context } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { runAsSystem } from '#kernel/system-actor.ts'
import { fileUrl } from '#kernel/uploads.ts'
import { settleArrival } from '#domains/channels/incoming/apply-event.ts'
import { loadThread } from '#domains/channels/mail/threads.ts'
import { advanceStatus } from '#domains/conversations/messages/changes.ts'
import type { OutboxJob } from './outbox.ts'
import { addAliases } from '#domains/channels/incoming/people.ts'
import { closeRefusedWindow } from '#domains/channels/windows.ts'

type ChannelRuntime = Runtime & { channels: Channels }

/** Seconds before each retry of a refusal that may pass. */
const RETRIES = [1, 4, 16, 64, 300, 900, 3600, 3600]

const unknownOutcome = (detail: string): MessageFailure => ({ code: 'outcome_unknown', detail, retryable: true })

/** Sends one entry of the outbox through its provider and records the result. */
export async function sendJob(runtime: ChannelRuntime, job: OutboxJob): Promise<void> {
  const { database, config, secret, channels } = runtime
  const connection = await findOfInbox(
    database.sql,
    { secret, base_url: config.base_url },
    job.account_id,
    job.inbox_id,
  )
  const connector = connection && channels.connectors[connection.channel]
  if (!connection || !connector)
    return settle(runtime, job, { outcome: 'unknown', detail: 'The inbox is not connected.' })
  if (job.isLost && !connector.isIdempotent && job.kind === 'message')
    return settle(runtime, job, { outcome: 'unknown', detail: 'The server stopped while the message was being sent.' })
  const outbound = await loadOutbound(runtime, job, connection.channel === 'email')
  if (!outbound) return remove(runtime, job)
  const result = await call(connector, connection, job, outbound, channels).catch((error: unknown): SendResult => {
    runtime.log.error(
      { err: error, inbox_id: job.inbox_id, message_id: job.message_id },
      'a connector failed while sending',
    )
    return { outcome: 'unknown', detail: (error as Error).message }
  })
  await settle(runtime, job, result)
}

function call(
  connector: AnyConnector,
  connection: OpenedConnection,
  { kind, payload }: OutboxJob,
  message: OutboundMessage & { external_id: string | null },
  { http }: Channels,
): Promise<SendResult> {
  const target = { recipient: message.recipient, external_id: message.external_id ?? '' }
  if (kind === 'reaction')
    return connector.react!(connection, target, (payload['emoji'] as string | null) ?? null, http)
  if (kind === 'edit') return connector.edit!(connection, target, message.content ?? '', http)
  if (kind !== 'deletion') return connector.send(connection, message, http)
  const others = (payload['external_ids'] as string[] | undefined) ?? []
  return removeAll(connector, connection, [target, ...others.map((external_id) => ({ ...target, external_id }))], http)
}

/** Deletes every part of a message, such as the files of an album. A part that is gone already counts as deleted. */
async function removeAll(
  connector: AnyConnector,
  connection: OpenedConnection,
  targets: readonly OutboundTarget[],
  http: Http,
): Promise<SendResult> {
  for (const target of targets) {
    const result = await connector.remove!(connection, target, http)
    if (result.outcome !== 'accepted') return result
  }
  return { outcome: 'accepted' }
}

/** The message with its files and recipient; undefined if it was deleted meanwhile or need not be sent. */
async function loadOutbound(
  runtime: ChannelRuntime,
  job: OutboxJob,
  isMail: boolean,
): Promise<(OutboundMessage & { external_id: string | null }) | undefined> {
  const { sql } = runtime.database
  const { account_id, message_id, kind, payload, attempts } = job
  type Row = Pick<Message, 'content' | 'content_type' | 'content_attributes' | 'external_id' | 'status' | 'deleted'> & {
    reply_to: string | null
    recipient: Recipient
    template: ProviderTemplate | null
    files: (Omit<OutboundFile, 'read' | 'url'> & { id: string; file_key: string })[]
  }
  const [row] = await sql<Row>`
    select m.content, m.content_type, m.content_attributes, m.external_id, m.status, m.deleted_at is not null as deleted,
           coalesce(q.external_id, m.reply_to_external_id) as reply_to,
           jsonb_build_object('source_id', d.source_id, 'phone_number', k.phone_number, 'aliases', coalesce((
             select jsonb_agg(value order by id desc) from identity_aliases l where l.account_id = d.account_id and l.identity_id = d.id), '[]')) as recipient,
           (select to_jsonb(t) from channel_templates t
             where m.content_type = 'template' and t.account_id = m.account_id and t.inbox_id = m.inbox_id
               and t.name = m.content_attributes ->> 'name' and t.language = m.content_attributes ->> 'language') as template,
           coalesce((select jsonb_agg(jsonb_build_object('id', a.id::text, 'file_key', a.file_key, 'file_name', a.file_name, 'file_type', a.file_type,
                            'content_type', a.content_type, 'size_bytes', a.size_bytes, 'is_voice', a.voice) order by a.id)
                       from attachments a where a.account_id = m.account_id and a.message_id = m.id and a.file_key is not null), '[]') as files
      from messages m
      join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
      join contacts k on k.account_id = c.account_id and k.id = c.contact_id
      join contact_identities d on d.account_id = c.account_id and d.id = c.identity_id
      left join messages q on q.account_id = m.account_id and q.id = m.reply_to_id
     where m.account_id = ${account_id} and m.id = ${message_id}`
  if (!row || (row.deleted && kind !== 'deletion')) return undefined
  const { reply_to, files, template, status, ...message } = row
  // A late report has shown that the first attempt arrived; only missing parts are still sent.
  if (kind === 'message' && status !== 'pending' && payload['accepted_ids'] === undefined) return undefined
  const links = { account_id, secret: runtime.secret, base_url: runtime.config.base_url }
  return {
    ...message,
    id: message_id,
    content: contentForCustomer(links, { ...message, id: message_id }),
    reply_to: reply_to ?? undefined,
    template: template ?? undefined,
    human_agent: payload['human_agent'] === true,
    thread: isMail ? await loadThread(sql, runtime.secret, job) : undefined,
    attempts: attempts - 1,
    files: files.map(({ id, file_key, ...file }) => ({
      ...file,
      url: fileUrl(
        { ...links, actor: { account: { id: account_id } }, now: new Date() },
        { id, file_name: file.file_name },
      ),
      read: () => runtime.channels.readFile(file_key),
    })),
    ...(payload['accepted_ids'] !== undefined && { accepted_ids: payload['accepted_ids'] as string[] }),
  }
}

/** Records what became of an entry. A sender that has lost its lease may only report success. */
function settle(runtime: ChannelRuntime, job: OutboxJob, result: SendResult): Promise<void> {
  return runAsSystem(runtime, job.account_id, 'send_channel_message', async (ctx) => {
    const held = await ctx.sql`
      select from channel_outbox where account_id = ${job.account_id} and id = ${job.id} and lease = ${job.lease} for update`
    if (held.length === 0 && result.outcome !== 'accepted') return
    if (result.outcome === 'accepted') await settleAccepted(ctx, job, result)
    else if (result.outcome === 'unknown')
      await settleFailed(ctx, job, unknownOutcome(result.detail), result.accepted_ids)
    else await settleRefused(ctx, job, result)
  })
}

async function settleAccepted(
  ctx: Context,
  job: OutboxJob,
  { external_id, other_ids, aliases = [], attributes = {} }: Extract<SendResult, { outcome: 'accepted' }>,
): Promise<void> {
  await deleteEntry(ctx, job)
  if (job.kind !== 'message') return
  const message = await messages.getLocked(ctx, job.message_id)
  const facts = { ...attributes, ...(other_ids && other_ids.length > 0 && { external_ids: other_ids }) }
  await advanceStatus(ctx, message, 'sent', { external_id, attributes: facts })
  const inbox = await inboxes.find(ctx, job.inbox_id)
  if (inbox) await settleArrival(ctx, inbox, { id: message.id, external_id: external_id ?? null })
  if (aliases.length > 0) {
    const [row] = await ctx.sql<{ identity_id: string }>`
      select identity_id from conversations where account_id = ${job.account_id} and id = ${job.conversation_id}`
    if (row) await addAliases(ctx, job.inbox_id, row.identity_id, aliases)
  }
}

async function settleRefused(
  ctx: Context,
  job: OutboxJob,
  { failure, scope, after_seconds, accepted_ids }: Extract<SendResult, { outcome: 'refused' }>,
): Promise<void> {
  const { account_id, inbox_id } = job
  if (scope === 'connection') {
    // Nothing is wrong with the message: it waits until somebody reconnects the inbox.
    const inbox = await inboxes.find(ctx, inbox_id)
    if (inbox) await connections.setState(ctx, inbox, { state: 'needs_attention', detail: failure.detail })
    return returnEntry(ctx, job, 0, -1, accepted_ids)
  }
  const pause = after_seconds ?? RETRIES[job.attempts - 1]
  if (!failure.retryable || RETRIES[job.attempts - 1] === undefined || pause === undefined)
    return settleFailed(ctx, job, failure, accepted_ids)
  if (scope === 'inbox')
    await ctx.sql`
      update channel_connections set paused_until = greatest(paused_until, now() + make_interval(secs => ${pause}))
       where account_id = ${account_id} and inbox_id = ${inbox_id}`
  await returnEntry(ctx, job, pause, 0, accepted_ids)
}

/** Options and accepted parts stay with the message, so that a retry continues after them. */
async function settleFailed(
  ctx: Context,
  job: OutboxJob,
  failure: MessageFailure,
  accepted_ids: readonly string[] = [],
): Promise<void> {
  await deleteEntry(ctx, job)
  if (job.kind !== 'message') return
  const delivery = { ...job.payload, ...(accepted_ids.length > 0 && { accepted_ids }) }
  const attributes = Object.keys(delivery).length > 0 ? { delivery } : {}
  const message = await messages.getLocked(ctx, job.message_id)
  await closeRefusedWindow(ctx, message, failure)
  await advanceStatus(ctx, message, 'failed', { failure, attributes })
}

async function returnEntry(
  { sql }: Context,
  { account_id, id, payload }: OutboxJob,
  seconds: number,
  attempts: number,
  accepted_ids: readonly string[] | undefined,
): Promise<void> {
  await sql`
    update channel_outbox
       set lease = null, leased_until = null, not_before = now() + make_interval(secs => ${seconds}), attempts = attempts + ${attempts},
           payload = ${accepted_ids ? { ...payload, accepted_ids } : payload}
     where account_id = ${account_id} and id = ${id}`
}

async function deleteEntry({ sql }: Pick<Context, 'sql'>, { account_id, id }: OutboxJob): Promise<void> {
  await sql`delete from channel_outbox where account_id = ${account_id} and id = ${id}`
}

function remove(runtime: Runtime, job: OutboxJob): Promise<void> {
  return deleteEntry(runtime.database, job)
}
