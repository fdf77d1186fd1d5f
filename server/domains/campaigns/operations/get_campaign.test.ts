import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCampaigns } from '#test/campaigns.ts'
import { refusal } from '#test/refusal.ts'

const { act, addAccount, draft, get, only } = await openCampaigns()
await act('create_label', { title: 'Vip' })

test('A campaign can be read', async () => {
  const campaign = await draft('Vip')
  assert.deepEqual(await get(campaign.id), campaign)
})

test('An unknown campaign, or one of another workspace, is not found', async () => {
  const { id: campaign_id } = await draft('Vip')
  const other = await addAccount()
  assert.equal((await refusal(other.act('get_campaign', { campaign_id }))).code, 'not_found')
  assert.equal((await refusal(get('999999'))).code, 'not_found')
})

test('Reading a campaign requires an administrator', async () => {
  const { id: campaign_id } = await draft('Vip')
  const problem = await refusal(act('get_campaign', { campaign_id }, { as: only('workspace:read') }))
  assert.equal(problem.code, 'permission_denied')
})
