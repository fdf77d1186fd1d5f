import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claim } from '#domains/campaigns/recipients.ts'
import { findRepliedTo } from '#domains/campaigns/replies.ts'
import { nextToRun } from '#domains/campaigns/run.ts'
import { openCampaigns } from '#test/campaigns.ts'
import { openPlans } from '#test/plan.ts'

/* Query plans with twenty thousand recipients and hundreds of finished campaigns. */

const { act, actor, crowd, draft, inbox, runtime, sql } = await openCampaigns()
const { planOf, planWhile } = openPlans(runtime, actor)
const MANY = 20_000

await crowd(MANY, 'Todos')
const { id } = await draft('Todos')
await act('start_campaign', { campaign_id: id })
await sql`
  update campaign_recipients set status = 'sent', sent_at = now()
   where campaign_id = ${id} and contact_id < (select max(contact_id) - 5000 from campaign_recipients)`
await sql`
  insert into campaigns (account_id, name, inbox_id, audience, content, status, per_minute, next_send_at, scheduled_at, created_by, created_at, updated_at)
  select account_id, name, inbox_id, audience, content, 'done', per_minute, now(), now(), created_by, now(), now()
    from campaigns, generate_series(1, 500) where id = ${id}`
await sql`analyze campaigns, campaign_recipients, contacts (account_id, id)`

test('The next due campaign is found by two partial indexes', async () => {
  const plan = await planWhile(({ sql }) => sql<{ at: string | null }>`${nextToRun}`)
  assert.deepEqual(plan.indexes('campaigns'), ['campaigns_running', 'campaigns_scheduled'])
  assert.ok(plan.rows('campaigns') <= 2)
})

test('The next recipients are found without scanning earlier ones', async () => {
  const plan = await planWhile((ctx) => claim(ctx, id, inbox.id, 20))
  assert.deepEqual(plan.indexes('campaign_recipients'), ['campaign_recipients_status'])
  assert.ok(plan.rows('campaign_recipients') <= 20, plan.text)
  assert.ok(plan.rows('contacts') <= 20, plan.text)
})

test('A page of recipients reads no more rows than it returns, with or without a status', async () => {
  for (const status of [undefined, 'sent', 'queued'] as const) {
    const plan = await planOf('list_campaign_recipients', { campaign_id: id, limit: 25, ...(status && { status }) })
    assert.ok(plan.rows('campaign_recipients') <= 26, plan.text)
    assert.ok(plan.rows('contacts') <= 26, plan.text)
  }
})

test('The campaign a message replies to is found by its conversation', async () => {
  const message = { id: '1', conversation_id: '1', created_at: new Date().toISOString() } as never
  const plan = await planWhile(({ sql }) => findRepliedTo(sql, actor.account.id, message))
  assert.deepEqual(plan.indexes('campaign_recipients'), ['campaign_recipients_conversation'])
})
