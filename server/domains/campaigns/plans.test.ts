import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claim } from '#domains/campaigns/recipients.ts'
import { findAnswered } from '#domains/campaigns/replies.ts'
import { nextToRun } from '#domains/campaigns/running.ts'
import { openCampaigns } from '#test/campaigns.ts'
import { openPlans } from '#test/plan.ts'

/* How much is read where there is much: twenty thousand recipients, and hundreds of campaigns that are done. */

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
await sql`analyze`

test('when the next campaign goes on is asked of two small indexes', async () => {
  const plan = await planWhile(({ sql }) => nextToRun(sql))
  assert.deepEqual(plan.indexes('campaigns'), ['campaigns_running', 'campaigns_scheduled'])
  assert.ok(plan.rows('campaigns') <= 2)
})

test('the next who are written to are found without looking at those who were', async () => {
  const plan = await planWhile((ctx) => claim(ctx, id, inbox.id, 20))
  assert.deepEqual(plan.indexes('campaign_recipients'), ['campaign_recipients_status'])
  assert.ok(plan.rows('campaign_recipients') <= 20, plan.text)
  assert.ok(plan.rows('contacts') <= 20, plan.text)
})

test('a page of recipients is read and no more, with a status or without', async () => {
  for (const status of [undefined, 'sent', 'queued'] as const) {
    const plan = await planOf('list_campaign_recipients', { campaign_id: id, limit: 25, ...(status && { status }) })
    assert.ok(plan.rows('campaign_recipients') <= 26, plan.text)
    assert.ok(plan.rows('contacts') <= 26, plan.text)
  }
})

test('which campaign a message answers is asked of the conversation', async () => {
  const message = { id: '1', conversation_id: '1', created_at: new Date().toISOString() } as never
  const plan = await planWhile(({ sql }) => findAnswered(sql, actor.account.id, message))
  assert.deepEqual(plan.indexes('campaign_recipients'), ['campaign_recipients_conversation'])
})
