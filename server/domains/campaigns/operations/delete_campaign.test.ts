import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCampaigns } from '#test/campaigns.ts'
import { refusal } from '#test/refusal.ts'

const { act, addAccount, draft, finish, get, meet, only, sent, sql } = await openCampaigns()
await act('create_label', { title: 'Vip' })
await meet({ labels: ['Vip'] })

test('A deleted campaign is removed with its recipients, and sent messages stay', async () => {
  const { id: campaign_id } = await draft('Vip')
  await act('start_campaign', { campaign_id })
  await finish()
  assert.deepEqual(await act('delete_campaign', { campaign_id }), { id: campaign_id, deleted: true })
  assert.equal((await refusal(get(campaign_id))).code, 'not_found')
  assert.deepEqual(await sql`select from campaign_recipients where campaign_id = ${campaign_id}`, [])
  assert.equal((await sent(campaign_id)).length, 1)
})

test('A running campaign must be stopped first', async () => {
  const { id: campaign_id } = await draft('Vip')
  await act('start_campaign', { campaign_id })
  const problem = await refusal(act('delete_campaign', { campaign_id }))
  assert.equal(problem.code, 'invalid_state')
  assert.match(problem.message, /stop_campaign/)
  await act('stop_campaign', { campaign_id })
  await act('delete_campaign', { campaign_id })
})

test('A campaign of another workspace is not found, and it requires an administrator', async () => {
  const other = await addAccount()
  await other.act('create_label', { title: 'Vip' })
  const { id: campaign_id } = await other.draft('Vip')
  assert.equal((await refusal(act('delete_campaign', { campaign_id }))).code, 'not_found')
  const problem = await refusal(act('delete_campaign', { campaign_id }, { as: only('workspace:write') }))
  assert.equal(problem.code, 'permission_denied')
  assert.equal((await other.get(campaign_id)).status, 'draft')
})
