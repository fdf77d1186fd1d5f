import { findOfInbox } from '#domains/access/public/connections.ts'
import type { Sql } from '#db/sql.ts'
import type { Channels, MediaReference, MediaResult } from '#kernel/connector.ts'
import { type Runtime, timingOf } from '#kernel/runtime.ts'
import { runAsSystem } from '#kernel/system-actor.ts'
import type { StoredFile } from '#kernel/uploads.ts'
import { emitChange } from '#domains/conversations/messages/changes.ts'

export type MediaJob = {
  account_id: string
  attachment_id: string
  inbox_id: string
  message_id: string
  file_name: string
  reference: MediaReference
  attempts: number
  is_expired: boolean
}

/** Stores bytes and tells what kind of file they are. */
export type StoreFile = (
  account_id: string,
  bytes: Buffer,
  declared: { file_name: string; type: string },
) => Promise<StoredFile>

/** Seconds before each retry; the last one repeats until the provider no longer keeps the file. */
const RETRIES = [5, 15, 60, 300, 900, 3600]

export function claimMedia(runtime: Runtime, room: number): Promise<MediaJob[]> {
  return runtime.database.sql<MediaJob>`
    with due as (
      select account_id, attachment_id from channel_media where next_try_at <= now()
       order by next_try_at limit ${room} for update skip locked
    ) update channel_media q
         set next_try_at = now() + make_interval(secs => ${timingOf(runtime).leaseSeconds}), attempts = q.attempts + 1
        from due join attachments a using (account_id)
       where q.account_id = due.account_id and q.attachment_id = due.attachment_id and a.id = due.attachment_id
      returning q.account_id, q.attachment_id, q.inbox_id, a.message_id, a.file_name, q.reference, q.attempts, q.expires_at <= now() as is_expired`
}

export async function releaseMedia(runtime: Runtime, jobs: readonly MediaJob[]): Promise<void> {
  await runtime.database.sql`
    update channel_media q set next_try_at = now(), attempts = q.attempts - 1
      from jsonb_to_recordset(${JSON.stringify(jobs.map(({ account_id, attachment_id }) => ({ account_id, attachment_id })))}::jsonb)
        as l (account_id bigint, attachment_id bigint)
     where q.account_id = l.account_id and q.attachment_id = l.attachment_id`
}

/** Fetches one file from its provider; the message shows it once it is stored. */
export async function fetchMedia(
  runtime: Runtime & { channels: Channels },
  storeFile: StoreFile,
  job: MediaJob,
): Promise<void> {
  const result = await ask(runtime, job)
  if (result.outcome === 'retry' && !job.is_expired) {
    const pause = result.after_seconds ?? RETRIES[Math.min(job.attempts, RETRIES.length) - 1]!
    await runtime.database.sql`
      update channel_media set next_try_at = now() + make_interval(secs => ${pause})
       where account_id = ${job.account_id} and attachment_id = ${job.attachment_id}`
    return
  }
  if (result.outcome !== 'fetched') return finish(runtime, job, result.outcome === 'too_large' ? 'too_large' : 'failed')
  const declared = {
    file_name: result.file_name ?? job.file_name,
    type: result.content_type ?? job.reference.content_type ?? '',
  }
  await finish(runtime, job, 'stored', await storeFile(job.account_id, result.bytes, declared))
}

async function ask(runtime: Runtime & { channels: Channels }, job: MediaJob): Promise<MediaResult> {
  const { database, config, secret, channels } = runtime
  const connection = await findOfInbox(
    database.sql,
    { secret, base_url: config.base_url },
    job.account_id,
    job.inbox_id,
  )
  const connector = connection && channels.connectors[connection.channel]
  if (!connector) return { outcome: 'gone', reason: 'The inbox is not connected.' }
  try {
    return await connector.fetchMedia(connection, job.reference, channels.http, () => readRequest(database.sql, job))
  } catch (error) {
    runtime.log.warn({ err: error, attachment_id: job.attachment_id }, 'a file could not be fetched; retrying')
    return { outcome: 'retry' }
  }
}

async function readRequest(sql: Sql, { account_id, reference }: MediaJob): Promise<Buffer | undefined> {
  const [row] = await sql<{ body: Buffer }>`
    select body from channel_events where account_id = ${account_id} and id = ${reference.request_id ?? null}::bigint`
  return row?.body
}

function finish(
  runtime: Runtime,
  job: MediaJob,
  state: 'stored' | 'failed' | 'too_large',
  file?: StoredFile,
): Promise<void> {
  const { account_id, attachment_id, message_id } = job
  return runAsSystem(runtime, account_id, 'store_channel_file', async (ctx) => {
    await ctx.sql`delete from channel_media where account_id = ${account_id} and attachment_id = ${attachment_id}`
    const updated = await ctx.sql`
      update attachments
         set state = ${state}, file_key = ${file?.file_key ?? null}, file_name = coalesce(${file?.file_name ?? null}, file_name),
             content_type = coalesce(${file?.content_type ?? null}, content_type), size_bytes = coalesce(${file?.size_bytes ?? null}, size_bytes)
       where account_id = ${account_id} and id = ${attachment_id} returning id`
    if (updated.length > 0) await emitChange(ctx, 'message.updated', message_id)
  })
}

/** Milliseconds until the next file is to be fetched. */
export async function untilNextMedia({ database }: Runtime): Promise<number> {
  const [row] = await database.sql<{ seconds: number | null }>`
    select extract(epoch from min(next_try_at) - now())::float8 as seconds from channel_media`
  return row?.seconds == null ? Infinity : Math.max(20, row.seconds * 1000)
}
