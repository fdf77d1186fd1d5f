import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCampaigns } from '#test/campaigns.ts'
import { refusal } from '#test/refusal.ts'

const { act, addAccount, crowd, draft, events, finish, get, meet, only, sent, since, tick } = await openCampaigns()
await act('create_label', { title: 'Vip' })
await meet({ labels: ['Vip'] })

test('After a stop nothing more is sent, and an event is emitted', async () => {
  const { id: campaign_id } = await draft('Vip')
  await act('start_campaign', { campaign_id })
  const count = (await events()).length
  assert.equal((await act('stop_campaign', { campaign_id })).status, 'stopped')
  assert.deepEqual(await since(count), ['campaign.updated'])
  await finish()
  assert.equal((await sent(campaign_id)).length, 0)
})

test('A stop during a batch keeps only what was already sent', async () => {
  await crowd(200, 'Muchos')
  const { id: campaign_id } = await draft('Muchos', { per_minute: 6000 })
  await act('start_campaign', { campaign_id })
  await Promise.all([finish(), act('stop_campaign', { campaign_id })])
  const { progress, status } = await get(campaign_id)
  assert.equal(status, 'stopped')
  await tick()
  assert.deepEqual((await get(campaign_id)).progress, progress)
  assert.equal((await sent(campaign_id)).length, progress.sent)
  await act('start_campaign', { campaign_id })
  await finish()
  const reached = (await sent(campaign_id)).map(({ contact_id }) => contact_id)
  assert.deepEqual([reached.length, new Set(reached).size], [200, 200])
})

test('A stopped scheduled campaign no longer starts by itself, but can be started', async () => {
  const { id: campaign_id } = await draft('Vip', { scheduled_at: '2099-01-01T00:00:00Z' })
  assert.equal((await act('stop_campaign', { campaign_id })).status, 'stopped')
  assert.equal((await act('start_campaign', { campaign_id })).progress.total, 1)
  await finish()
  assert.equal((await sent(campaign_id)).length, 1)
})

test('Stopping twice has no effect; a draft or finished campaign cannot be stopped', async () => {
  const { id: campaign_id } = await draft('Vip')
  assert.equal((await refusal(act('stop_campaign', { campaign_id }))).code, 'invalid_state')
  await act('start_campaign', { campaign_id })
  const stopped = await act('stop_campaign', { campaign_id })
  assert.deepEqual(await act('stop_campaign', { campaign_id }), stopped)
  await act('start_campaign', { campaign_id })
  await finish()
  assert.equal((await refusal(act('stop_campaign', { campaign_id }))).code, 'invalid_state')
})

test('A campaign of another workspace is not found, and it requires an administrator', async () => {
  const other = await addAccount()
  await other.act('create_label', { title: 'Vip' })
  await other.meet({ labels: ['Vip'] })
  const { id: campaign_id } = await other.draft('Vip')
  await other.act('start_campaign', { campaign_id })
  assert.equal((await refusal(act('stop_campaign', { campaign_id }))).code, 'not_found')
  const problem = await refusal(act('stop_campaign', { campaign_id }, { as: only('workspace:write') }))
  assert.equal(problem.code, 'permission_denied')
  assert.equal((await other.get(campaign_id)).status, 'running')
})
