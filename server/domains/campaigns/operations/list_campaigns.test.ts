import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCampaigns } from '#test/campaigns.ts'
import { refusal } from '#test/refusal.ts'

const { act, addAccount, draft, meet, only } = await openCampaigns()
await act('create_label', { title: 'Vip' })
await meet({ labels: ['Vip'] })

test('Campaigns are listed newest first, page by page, with their progress', async () => {
  const ids: string[] = []
  for (let i = 0; i < 5; i++) ids.unshift((await draft('Vip')).id)
  await act('start_campaign', { campaign_id: ids[0]! })
  const first = await act('list_campaigns', { limit: 3 })
  const second = await act('list_campaigns', { limit: 3, cursor: first.next_cursor! })
  assert.deepEqual(
    [...first.items, ...second.items].map(({ id }) => id),
    ids,
  )
  assert.equal(second.next_cursor, null)
  assert.equal(first.items[0]?.progress.total, 1)
})

test('Campaigns can be filtered by status', async () => {
  const { id } = await draft('Vip', { scheduled_at: '2099-01-01T00:00:00Z' })
  const { items } = await act('list_campaigns', { status: 'scheduled' })
  assert.deepEqual(
    items.map((campaign) => campaign.id),
    [id],
  )
})

test('Campaigns of another workspace are not listed, and it requires an administrator', async () => {
  const other = await addAccount()
  assert.deepEqual((await other.act('list_campaigns', {})).items, [])
  assert.equal((await refusal(act('list_campaigns', {}, { as: only('workspace:read') }))).code, 'permission_denied')
})
