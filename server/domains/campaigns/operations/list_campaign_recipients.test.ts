import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCampaigns } from '#test/campaigns.ts'
import { refusal } from '#test/refusal.ts'

const { act, addAccount, crowd, draft, finish, meet, only, sent, tick } = await openCampaigns()

test('Recipients are listed page by page, with their status', async () => {
  await crowd(30, 'Muchos')
  const { id: campaign_id } = await draft('Muchos')
  await act('start_campaign', { campaign_id })
  await finish()
  const messages = await sent(campaign_id)
  const pages = []
  let cursor: string | undefined
  do {
    const page = await act('list_campaign_recipients', { campaign_id, limit: 12, ...(cursor && { cursor }) })
    pages.push(page.items)
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  assert.deepEqual(
    pages.map(({ length }) => length),
    [12, 12, 6],
  )
  assert.deepEqual(
    pages.flat(),
    messages.map(({ id, contact_id, contact, conversation_id, created_at }) => ({
      contact: { id: contact_id, name: contact },
      status: 'sent',
      error: null,
      opted_out: false,
      conversation_id,
      message_id: id,
      sent_at: created_at,
      replied_at: null,
    })),
  )
})

test('Recipients can be filtered by status', async () => {
  await act('create_label', { title: 'Vip' })
  const [first, second] = [await meet({ labels: ['Vip'] }), await meet({ labels: ['Vip'] })]
  const { id: campaign_id } = await draft('Vip', { per_minute: 1 })
  await act('start_campaign', { campaign_id })
  await tick()
  const those = async (status: 'queued' | 'sent' | 'failed' | 'replied') =>
    (await act('list_campaign_recipients', { campaign_id, status })).items.map(({ contact }) => contact.id)
  assert.deepEqual(await those('sent'), [first!.id])
  assert.deepEqual(await those('queued'), [second!.id])
  assert.deepEqual([await those('failed'), await those('replied')], [[], []])
  await act('stop_campaign', { campaign_id })
})

test('Recipients of another workspace are not found, and it requires an administrator', async () => {
  const other = await addAccount()
  await other.act('create_label', { title: 'Vip' })
  const { id: campaign_id } = await other.draft('Vip')
  assert.equal((await refusal(act('list_campaign_recipients', { campaign_id }))).code, 'not_found')
  const problem = await refusal(act('list_campaign_recipients', { campaign_id }, { as: only('contacts:read') }))
  assert.equal(problem.code, 'permission_denied')
})
