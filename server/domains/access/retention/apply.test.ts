import assert from 'node:assert/strict'
import { test } from 'node:test'
import { literal } from '#db/sql.ts'
import { applyRetention } from '#domains/access/retention/apply.ts'
import { openInbox } from '#test/inbox.ts'

const { act, actor, addAccount, inbox, sql, talk } = await openInbox()

await sql`insert into installation (secret) values ('')`
const author = { type: 'user', id: '1', name: 'Ana' }
const DAY = 86_400_000

/** One row of each log, so many days old. */
async function fill(account_id: string, inbox_id: string, days: number): Promise<void> {
  const at = new Date(Date.now() - days * DAY)
  await sql`
    insert into events (account_id, id, name, actor, payload, occurred_at)
    values (${account_id}, gen_random_uuid(), 'contact.created', ${author}, '{}', ${at})`
  await sql`
    insert into audit_entries (account_id, action, actor, details, created_at)
    values (${account_id}, 'update_account', ${author}, '{}', ${at})`
  await sql`
    insert into channel_events (account_id, inbox_id, body, received_at, outcome)
    values (${account_id}, ${inbox_id}, '', ${at}, 'processed')`
}

/** Ages of the rows in a log that are older than a day, in days. */
async function ages(account_id: string, table: string, time: string): Promise<number[]> {
  const rows = await sql<{ days: number }>`
    select round(extract(epoch from now() - ${literal(time)}) / 86400)::integer as days from ${literal(table)}
     where account_id = ${account_id} and ${literal(time)} < now() - interval '1 day' order by 1`
  return rows.map(({ days }) => days)
}
const logs = async (account_id: string) => ({
  events: await ages(account_id, 'events', 'occurred_at'),
  audit: await ages(account_id, 'audit_entries', 'created_at'),
  inbound: await ages(account_id, 'channel_events', 'received_at'),
})

async function run(): Promise<void> {
  await sql`update installation set retention_due_at = now() - interval '1 second'`
  await applyRetention(sql)
}

test('Each workspace keeps its logs for the days it chose, others for the default', async () => {
  const other = await addAccount()
  await act('update_retention', { events_days: 7, audit_days: null, inbound_log_days: 2 })
  for (const days of [3, 20, 40, 800]) {
    await fill(actor.account.id, inbox.id, days)
    await fill(other.actor.account.id, other.inbox.id, days)
  }
  await run()
  assert.deepEqual(await logs(actor.account.id), { events: [3], audit: [3, 20, 40, 800], inbound: [] })
  assert.deepEqual(await logs(other.actor.account.id), { events: [3, 20], audit: [3, 20, 40], inbound: [3, 20] })
})

test('Rows that still wait for their work are kept, whatever their age', async () => {
  const { actor, inbox, act } = await addAccount()
  await act('update_retention', { inbound_log_days: 1, webhook_log_days: 1, events_days: 7 })
  const account_id = actor.account.id
  await fill(account_id, inbox.id, 50)
  await sql`update channel_events set outcome = null, next_try_at = now() - interval '1 second' where account_id = ${account_id}`
  await sql`
    insert into deliveries (account_id, event_id, subscriber, next_try_at)
    select account_id, id, 'queue_webhooks', now() from events where account_id = ${account_id} and occurred_at < now() - interval '1 day'`
  const webhook = await act('create_webhook', { url: 'https://example.com/hook', events: ['contact.created'] })
  for (const status of ['pending', 'delivered'])
    await sql`
      insert into webhook_deliveries (account_id, webhook_id, message_id, event, body, status, created_at, queued_at)
      values (${account_id}, ${webhook.id}, ${status}, 'contact.created', '{}', ${status}, now() - interval '9 days', now() - interval '9 days')`
  await run()
  const kept = await logs(account_id)
  assert.deepEqual([kept.events, kept.inbound], [[50], [50]])
  assert.deepEqual(await sql`select status from webhook_deliveries where account_id = ${account_id}`, [
    { status: 'pending' },
  ])
  await sql`delete from deliveries where account_id = ${account_id}`
  await sql`update channel_events set outcome = 'failed', next_try_at = null where account_id = ${account_id}`
  await run()
  const left = await logs(account_id)
  assert.deepEqual([left.events, left.inbound], [[], []])
})

test('Many old rows go in steps, and conversations stay', async () => {
  const conversation = await talk()
  await sql`
    insert into audit_entries (account_id, action, actor, details, created_at)
    select ${actor.account.id}, 'update_account', ${author}, '{}', now() - interval '100 days' from generate_series(1, 2500)`
  await act('update_retention', { audit_days: 90 })
  await run()
  assert.deepEqual(
    (await logs(actor.account.id)).audit.filter((days) => days >= 90),
    [],
  )
  const { items } = await act('get_conversation_messages', { conversation_id: conversation.id })
  assert.equal(items.length, 1)
})

test('A run is taken by one node, and the next is due in an hour', async () => {
  await run()
  await fill(actor.account.id, inbox.id, 60)
  await applyRetention(sql)
  assert.ok((await logs(actor.account.id)).events.includes(60))
  const [next] = await sql<{ minutes: number }>`
    select round(extract(epoch from retention_due_at - now()) / 60)::integer as minutes from installation`
  assert.equal(next?.minutes, 60)
})
