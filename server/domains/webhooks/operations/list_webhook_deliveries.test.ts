import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPlans } from '#test/plan.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, sql, runtime, only, addAccount } = await openWorkspace()
const { id: webhook_id } = await act('create_webhook', { url: 'https://example.com/1', events: ['*'] })

/** Stores this many deliveries, one per minute, the newest now. */
const fill = (count: number, status: string, event: string) => sql`
  insert into webhook_deliveries (account_id, webhook_id, message_id, event, body, status, created_at, queued_at)
  select ${actor.account.id}, ${webhook_id}, 'evt_' || gen_random_uuid(), ${event}, '{}', ${status},
         now() - make_interval(mins => n), now() - make_interval(mins => n) from generate_series(0, ${count}::int - 1) n`

test('Deliveries are listed newest first, page by page, and filtered by status and event', async () => {
  await fill(30, 'delivered', 'contact.created')
  await fill(3, 'failed', 'lead.created')
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await act('list_webhook_deliveries', { webhook_id, limit: 10, ...(cursor && { cursor }) })
    seen.push(...page.items.map(({ created_at }) => created_at))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  assert.equal(seen.length, 33)
  assert.deepEqual(seen, seen.toSorted().toReversed())
  const failed = await act('list_webhook_deliveries', { webhook_id, status: 'failed' })
  assert.deepEqual(new Set(failed.items.map(({ event }) => event)), new Set(['lead.created']))
  assert.equal(failed.items.length, 3)
  assert.equal(
    (await act('list_webhook_deliveries', { webhook_id, event: 'contact.created', limit: 100 })).items.length,
    30,
  )
  assert.deepEqual(
    (await act('list_webhook_deliveries', { webhook_id, status: 'failed', event: 'contact.created' })).items,
    [],
  )
})

test('A delivery being sent shows no next attempt', async () => {
  const { id } = await act('test_webhook', { webhook_id })
  await sql`
    update webhook_deliveries set leased_until = now() + interval '1 minute', next_attempt_at = now() + interval '1 minute' where id = ${id}`
  const [delivery] = (await act('list_webhook_deliveries', { webhook_id, limit: 1 })).items
  assert.deepEqual([delivery?.status, delivery?.next_attempt_at], ['pending', null])
})

test('A page among many deliveries is read from an index', async () => {
  await fill(5000, 'delivered', 'contact.created')
  await runtime.database.work.query('vacuum analyze webhook_deliveries')
  const { planOf } = openPlans(runtime, actor)
  for (const input of [{}, { status: 'failed' as const }]) {
    const plan = await planOf('list_webhook_deliveries', { webhook_id, ...input })
    assert.ok(plan.rows('webhook_deliveries') <= 60, plan.text)
  }
})

test('Deliveries of another workspace are not found, and listing requires webhooks:read', async () => {
  const other = await addAccount()
  assert.equal((await refusal(other.act('list_webhook_deliveries', { webhook_id }))).code, 'not_found')
  const as = only('contacts:read')
  assert.equal((await refusal(act('list_webhook_deliveries', { webhook_id }, { as }))).code, 'permission_denied')
})
