import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCampaigns } from '#test/campaigns.ts'
import { refusal } from '#test/refusal.ts'

const { act, addAccount, draft, events, finish, get, meet, only, sent, since, sql, tick } = await openCampaigns()
await act('create_label', { title: 'Vip' })
await meet({ labels: ['Vip'] })
await meet({ labels: ['Vip'] })

test('Starting resolves the audience now and emits the update', async () => {
  const { id: campaign_id } = await draft('Vip')
  const count = (await events()).length
  const campaign = await act('start_campaign', { campaign_id })
  assert.equal(campaign.status, 'running')
  assert.deepEqual(campaign.progress, {
    total: 2,
    queued: 2,
    sent: 0,
    delivered: 0,
    read: 0,
    failed: 0,
    replied: 0,
    opted_out: 0,
  })
  assert.ok(campaign.started_at)
  assert.deepEqual(await since(count), ['campaign.updated'])
  const late = await meet({ labels: ['Vip'] })
  await finish()
  const reached = (await sent(campaign_id)).map(({ contact_id }) => contact_id)
  assert.equal(reached.length, 2)
  assert.ok(!reached.includes(late.id))
  await act('delete_contact', { contact_id: late.id })
})

test('A scheduled campaign can be started early, and does not start again at its time', async () => {
  const { id: campaign_id } = await draft('Vip', { scheduled_at: '2099-01-01T00:00:00Z' })
  assert.equal((await act('start_campaign', { campaign_id })).status, 'running')
  await finish()
  assert.equal((await sent(campaign_id)).length, 2)
})

test('Starting twice, even concurrently, runs it once', async () => {
  const { id: campaign_id } = await draft('Vip')
  const runs = await Promise.all([1, 2, 3].map(() => act('start_campaign', { campaign_id })))
  assert.deepEqual(new Set(runs.map(({ status, progress }) => `${status} ${progress.total}`)), new Set(['running 2']))
  const emitted = await sql`
    select from events where name = 'campaign.updated' and payload -> 'campaign' ->> 'id' = ${campaign_id}`
  assert.equal(emitted.length, 2, 'created and started')
  await finish()
  assert.equal((await sent(campaign_id)).length, 2)
})

test('A stopped campaign resumes where it stopped, and keeps its pace', async () => {
  const { id: campaign_id } = await draft('Vip', { per_minute: 1 })
  await act('start_campaign', { campaign_id })
  await tick()
  assert.equal((await sent(campaign_id)).length, 1)
  const next = () => sql<{ next_send_at: string }>`select next_send_at from campaigns where id = ${campaign_id}`
  const before = await next()
  await act('stop_campaign', { campaign_id })
  await meet({ labels: ['Vip'] })
  const { started_at, progress } = await act('start_campaign', { campaign_id })
  assert.deepEqual(progress, {
    total: 2,
    queued: 1,
    sent: 1,
    delivered: 0,
    read: 0,
    failed: 0,
    replied: 0,
    opted_out: 0,
  })
  assert.ok(started_at)
  assert.deepEqual(await next(), before)
  await tick()
  assert.equal((await sent(campaign_id)).length, 1)
  await finish()
  const reached = (await sent(campaign_id)).map(({ contact_id }) => contact_id)
  assert.deepEqual([reached.length, new Set(reached).size], [2, 2])
})

test('A campaign without an audience does not start and stays unchanged', async () => {
  await act('create_label', { title: 'Nadie' })
  const { id: campaign_id } = await draft('Nadie')
  assert.equal((await refusal(act('start_campaign', { campaign_id }))).code, 'invalid_state')
  assert.equal((await get(campaign_id)).status, 'draft')
})

test('A finished campaign cannot be started again', async () => {
  const { id: campaign_id } = await draft('Vip')
  await act('start_campaign', { campaign_id })
  await finish()
  assert.equal((await refusal(act('start_campaign', { campaign_id }))).code, 'invalid_state')
})

test('A campaign of another workspace is not found, and it requires an administrator', async () => {
  const other = await addAccount()
  await other.act('create_label', { title: 'Vip' })
  const { id: campaign_id } = await other.draft('Vip')
  assert.equal((await refusal(act('start_campaign', { campaign_id }))).code, 'not_found')
  const as = only('messages:send', 'workspace:write')
  assert.equal((await refusal(act('start_campaign', { campaign_id }, { as }))).code, 'permission_denied')
  assert.equal((await other.get(campaign_id)).status, 'draft')
})
