import { transaction } from '#db/database.ts'
import { findOfInbox, storeRequest } from '#domains/access/public/connections.ts'
import * as connections from '#domains/workspace/inboxes/connections.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { type Channels, type FolderCursor, ProviderError } from '#kernel/connector.ts'
import { type Runtime, timingOf } from '#kernel/runtime.ts'
import { runAsSystem } from '#kernel/system-actor.ts'

export type MailboxJob = { account_id: string; inbox_id: string; since: string; failures: number; lease: string }
type ChannelRuntime = Runtime & { channels: Channels }

/** Seconds before each new attempt to connect; the last one repeats. */
const RETRIES = [1, 5, 15, 60, 300]

/** Takes mailboxes that nobody reads, each under a lease: one process reads a mailbox. */
export function claimMailboxes(runtime: Runtime, lease: string, room: number): Promise<MailboxJob[]> {
  return runtime.database.sql<MailboxJob>`
    with due as (
      select account_id, inbox_id from channel_mailboxes
       where next_try_at <= now() and (lease is null or leased_until < now())
       order by next_try_at limit ${room} for update skip locked
    ) update channel_mailboxes b
         set lease = ${lease}, leased_until = now() + make_interval(secs => ${timingOf(runtime).leaseSeconds})
        from due where b.account_id = due.account_id and b.inbox_id = due.inbox_id
      returning b.account_id, b.inbox_id, b.since, b.failures, b.lease`
}

export async function releaseMailboxes(runtime: Runtime, jobs: readonly MailboxJob[]): Promise<void> {
  for (const { account_id, inbox_id, lease } of jobs)
    await runtime.database.sql`
      update channel_mailboxes set lease = null, leased_until = null
       where account_id = ${account_id} and inbox_id = ${inbox_id} and lease = ${lease}`
}

/** Reads a mailbox until the process stops, the lease is lost or the connection breaks. */
export async function readMailbox(
  runtime: ChannelRuntime,
  job: MailboxJob,
  stop: AbortSignal,
  /** Announces stored mail. */
  notify: () => void,
): Promise<void> {
  const held = new AbortController()
  const { leaseSeconds } = timingOf(runtime)
  const renewal = setInterval(() => {
    renew(runtime, job).then(
      (isHeld) => !isHeld && held.abort(),
      () => held.abort(),
    )
  }, leaseSeconds * 300)
  try {
    await watch(runtime, job, AbortSignal.any([stop, held.signal]), notify)
    await releaseMailboxes(runtime, [job])
  } catch (error) {
    await settleFailure(runtime, job, error as Error)
  } finally {
    clearInterval(renewal)
  }
}

async function watch(runtime: ChannelRuntime, job: MailboxJob, signal: AbortSignal, notify: () => void): Promise<void> {
  const { database, config, secret, channels } = runtime
  const { account_id, inbox_id } = job
  const connection = await findOfInbox(database.sql, { secret, base_url: config.base_url }, account_id, inbox_id)
  const connector = connection && channels.connectors[connection.channel]
  if (!connection || !connector?.watchMailbox) return
  const cursors = await database.sql<FolderCursor>`
    select folder, uidvalidity, last_uid::float8 as last_uid from channel_folders
     where account_id = ${account_id} and inbox_id = ${inbox_id}`
  let isReady = false
  await connector.watchMailbox(connection, {
    signal,
    since: new Date(job.since),
    cursors,
    store: async (cursor, bodies) => {
      await store(runtime, job, cursor, bodies)
      if (bodies.length > 0) notify()
    },
    listKnown: async (external_ids) => {
      const rows = await database.sql<{ external_id: string }>`
        select external_id from messages
         where account_id = ${account_id} and inbox_id = ${inbox_id} and external_id = any(${external_ids}::text[])`
      return new Set(rows.map(({ external_id }) => external_id))
    },
    onReady: async () => {
      if (isReady) return
      isReady = true
      await settleReady(runtime, job)
    },
  })
}

/** Mail and position are stored together, and only by the process that holds the lease: nothing is missed or doubled. */
function store(
  runtime: Runtime,
  { account_id, inbox_id, lease }: MailboxJob,
  { folder, uidvalidity, last_uid }: FolderCursor,
  bodies: readonly Buffer[],
): Promise<void> {
  return transaction(runtime.database.work, async (sql) => {
    const held = await sql`
      select from channel_mailboxes
       where account_id = ${account_id} and inbox_id = ${inbox_id} and lease = ${lease} for no key update`
    if (held.length === 0) throw new Error('Another process reads this mailbox.')
    for (const body of bodies) await storeRequest(sql, [{ account_id, inbox_id }], body)
    await sql`
      insert into channel_folders (account_id, inbox_id, folder, uidvalidity, last_uid)
      values (${account_id}, ${inbox_id}, ${folder}, ${uidvalidity}, ${last_uid})
      on conflict (account_id, inbox_id, folder) do update set uidvalidity = excluded.uidvalidity, last_uid = excluded.last_uid`
  })
}

async function renew(runtime: Runtime, { account_id, inbox_id, lease }: MailboxJob): Promise<boolean> {
  const rows = await runtime.database.sql`
    update channel_mailboxes set leased_until = now() + make_interval(secs => ${timingOf(runtime).leaseSeconds})
     where account_id = ${account_id} and inbox_id = ${inbox_id} and lease = ${lease} returning inbox_id`
  return rows.length > 0
}

/** Forgets earlier failures, and shows that the connection works again. */
async function settleReady(runtime: Runtime, { account_id, inbox_id, failures }: MailboxJob): Promise<void> {
  if (failures === 0) return
  await runtime.database.sql`
    update channel_mailboxes set failures = 0 where account_id = ${account_id} and inbox_id = ${inbox_id}`
  await runAsSystem(runtime, account_id, 'check_connection', async (ctx) => {
    const inbox = await inboxes.find(ctx, inbox_id)
    if (inbox) await connections.setState(ctx, inbox, { state: 'connected', detail: null })
  })
}

/** Tries again later; refused credentials and a server that stays unreachable are shown to administrators. */
async function settleFailure(runtime: Runtime, job: MailboxJob, error: Error): Promise<void> {
  const { account_id, inbox_id, lease, failures } = job
  const pause = RETRIES[Math.min(failures, RETRIES.length - 1)]! * (0.75 + Math.random() / 2)
  const rows = await runtime.database.sql`
    update channel_mailboxes
       set lease = null, leased_until = null, failures = failures + 1, next_try_at = now() + make_interval(secs => ${pause})
     where account_id = ${account_id} and inbox_id = ${inbox_id} and lease = ${lease} returning inbox_id`
  const isRejected = error instanceof ProviderError && error.kind === 'rejected'
  runtime.log.warn({ err: error, inbox_id }, 'a mailbox cannot be read; retrying')
  if (rows.length === 0 || (!isRejected && failures + 1 < RETRIES.length)) return
  await runAsSystem(runtime, account_id, 'check_connection', async (ctx) => {
    const inbox = await inboxes.find(ctx, inbox_id)
    if (inbox) await connections.setState(ctx, inbox, { state: 'needs_attention', detail: error.message })
  })
}

/** Milliseconds until a mailbox may be due. */
export async function untilNextMailbox({ database }: Runtime): Promise<number> {
  const [row] = await database.sql<{ seconds: number | null }>`
    select extract(epoch from min(greatest(next_try_at, coalesce(leased_until, next_try_at))) - now())::float8 as seconds from channel_mailboxes`
  return row?.seconds == null ? Infinity : Math.max(100, row.seconds * 1000)
}
