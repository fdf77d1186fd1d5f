import type { ProviderChannel } from '#contract/channels.ts'
import { transaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import type { Connectors, Rate } from '#kernel/connector.ts'
import { type Runtime, timingOf } from '#kernel/runtime.ts'

export type OutboxJob = {
  account_id: string
  id: string
  inbox_id: string
  conversation_id: string
  message_id: string
  kind: 'message' | 'reaction' | 'edit' | 'deletion'
  payload: Record<string, unknown>
  attempts: number
  lease: string
  /** The process that was sending it died, so its outcome is unknown. */
  isLost: boolean
}

type Bucket = { tokens: number | null; seconds: number | null }

/** Inboxes claimed in one pass. */
const INBOXES = 50
/** Places that campaigns leave free, so that a slow provider cannot fill them all. */
const RESERVED = 16

/**
 * Claims what is due: per conversation only its first entry, and none while another is in flight; per inbox and per recipient
 * within the provider's rates. Answers of people go before campaigns. The claim is committed before anything is sent.
 */
export async function claimOutbox(
  runtime: Runtime,
  connectors: Connectors,
  lease: string,
  room: number,
): Promise<OutboxJob[]> {
  const { leaseSeconds } = timingOf(runtime)
  return transaction(runtime.database.work, async (sql) => {
    const lost = await takeLost(sql, lease, leaseSeconds, room)
    const jobs = [...lost]
    for (const inbox of await lockInboxes(sql)) {
      const left = room - jobs.length
      if (left <= 0) break
      const rates = connectors[inbox.channel]?.rates
      if (!rates) continue
      const tokens = refill(inbox, rates.inbox)
      const heads = await listHeads(sql, inbox, Math.min(left, Math.floor(tokens)))
      const ready: Head[] = []
      for (const [place, head] of heads.entries()) {
        if (head.is_bulk && place >= left - RESERVED) break
        if (!rates.recipient || (await takeRecipientToken(sql, head, rates.recipient))) ready.push(head)
      }
      jobs.push(...(await takeLeases(sql, ready, lease, leaseSeconds)))
      await sql`
        update channel_connections set send_tokens = ${tokens - ready.length}, send_tokens_at = now()
         where account_id = ${inbox.account_id} and inbox_id = ${inbox.inbox_id}`
    }
    return jobs
  })
}

/** Entries of a process that died while sending. */
function takeLost(sql: Sql, lease: string, leaseSeconds: number, room: number): Promise<OutboxJob[]> {
  return sql<OutboxJob>`
    with lost as (
      select account_id, id from channel_outbox where leased_until < now() order by leased_until limit ${room} for update skip locked
    ) update channel_outbox o set lease = ${lease}, leased_until = now() + make_interval(secs => ${leaseSeconds})
        from lost where o.account_id = lost.account_id and o.id = lost.id
      returning o.account_id, o.id, o.inbox_id, o.conversation_id, o.message_id, o.kind, o.payload, o.attempts, o.lease, true as "isLost"`
}

type DueInbox = Bucket & { account_id: string; inbox_id: string; channel: ProviderChannel }

/** Connected inboxes with something due that no other process is claiming from. */
function lockInboxes(sql: Sql): Promise<DueInbox[]> {
  return sql<DueInbox>`
    with due as (select distinct account_id, inbox_id from channel_outbox where lease is null and not_before <= now())
    select n.account_id, n.inbox_id, n.channel, n.send_tokens as tokens, extract(epoch from now() - n.send_tokens_at)::float8 as seconds
      from channel_connections n join due using (account_id, inbox_id)
     where n.state = 'connected' and (n.paused_until is null or n.paused_until <= now())
     order by n.send_tokens_at nulls first limit ${INBOXES} for no key update of n skip locked`
}

type Head = { account_id: string; id: string; identity_id: string; is_bulk: boolean } & Bucket

/** The first entry of each conversation, if nothing of it is in flight. An answer does not wait for a campaign. */
function listHeads(sql: Sql, { account_id, inbox_id }: DueInbox, room: number): Promise<Head[]> {
  return sql<Head>`
    select o.account_id, o.id, o.is_bulk, d.id as identity_id, d.send_tokens as tokens, extract(epoch from now() - d.send_tokens_at)::float8 as seconds
      from channel_outbox o
      join conversations c on c.account_id = o.account_id and c.id = o.conversation_id
      join contact_identities d on d.account_id = c.account_id and d.id = c.identity_id
     where o.account_id = ${account_id} and o.inbox_id = ${inbox_id} and o.lease is null and o.not_before <= now()
       and not exists (
         select from channel_outbox p where p.account_id = o.account_id and p.conversation_id = o.conversation_id
            and (p.lease is not null or (p.is_bulk, p.due_at, p.id) < (o.is_bulk, o.due_at, o.id)))
     order by o.is_bulk, o.due_at, o.id limit ${Math.max(0, room)} for update of o skip locked`
}

/** Takes a token of the recipient, or postpones the entry until there is one. */
async function takeRecipientToken(
  sql: Sql,
  { account_id, id, identity_id, tokens, seconds }: Head,
  rate: Rate,
): Promise<boolean> {
  const left = refill({ tokens, seconds }, rate)
  if (left < 1) {
    await sql`
      update channel_outbox set not_before = now() + make_interval(secs => ${(1 - left) / rate.per_second})
       where account_id = ${account_id} and id = ${id}`
    return false
  }
  await sql`
    update contact_identities set send_tokens = ${left - 1}, send_tokens_at = now()
     where account_id = ${account_id} and id = ${identity_id}`
  return true
}

/** Tokens after the time that has passed; a new bucket is full. */
function refill({ tokens, seconds }: Bucket, { per_second, burst }: Rate): number {
  if (tokens === null || seconds === null) return burst
  return Math.min(burst, tokens + seconds * per_second)
}

function takeLeases(sql: Sql, heads: readonly Head[], lease: string, leaseSeconds: number): Promise<OutboxJob[]> {
  if (heads.length === 0) return Promise.resolve([])
  return sql<OutboxJob>`
    update channel_outbox o
       set lease = ${lease}, leased_until = now() + make_interval(secs => ${leaseSeconds}), attempts = o.attempts + 1
      from jsonb_to_recordset(${JSON.stringify(heads.map(({ account_id, id }) => ({ account_id, id })))}::jsonb) as h (account_id bigint, id bigint)
     where o.account_id = h.account_id and o.id = h.id
    returning o.account_id, o.id, o.inbox_id, o.conversation_id, o.message_id, o.kind, o.payload, o.attempts, o.lease, false as "isLost"`
}

/** Extends the leases of entries that are being sent. */
export async function renewOutbox(runtime: Runtime, lease: string): Promise<void> {
  const { leaseSeconds } = timingOf(runtime)
  await runtime.database.sql`
    update channel_outbox set leased_until = now() + make_interval(secs => ${leaseSeconds}) where lease = ${lease} and leased_until >= now()`
}

/** Whether an entry is due, and the milliseconds until the next one is. Most messages are for channels without an outbox. */
export async function readOutbox({ database }: Runtime): Promise<{ isDue: boolean; untilNext: number }> {
  const [row] = await database.sql<{ is_due: boolean; seconds: number | null }>`
    select exists (select from channel_outbox where lease is null and not_before <= now())
           or exists (select from channel_outbox where leased_until < now()) as is_due,
           extract(epoch from least(
             (select min(o.not_before) from channel_outbox o join channel_connections n using (account_id, inbox_id)
               where o.lease is null and n.state = 'connected' and o.not_before > now()),
             (select min(paused_until) from channel_connections where paused_until > now()),
             (select min(leased_until) from channel_outbox where lease is not null)) - now())::float8 as seconds`
  const { is_due, seconds } = row!
  return { isDue: is_due, untilNext: seconds === null ? Infinity : Math.max(20, seconds * 1000) }
}
