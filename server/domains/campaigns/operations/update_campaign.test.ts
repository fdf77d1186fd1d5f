import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCampaigns } from '#test/campaigns.ts'
import { refusal } from '#test/refusal.ts'

const { act, addAccount, draft, events, finish, meet, only } = await openCampaigns()
await act('create_label', { title: 'Vip' })
await act('create_label', { title: 'Feria' })
await meet({ labels: ['Vip'] })

test('Every field can change until the campaign starts, and omitted fields stay', async () => {
  const { id: campaign_id, ...before } = await draft('Vip')
  const renamed = await act('update_campaign', { campaign_id, name: 'Otra' })
  assert.deepEqual({ ...renamed, updated_at: '' }, { ...before, id: campaign_id, name: 'Otra', updated_at: '' })
  const site = await act('create_inbox', { name: 'Sitio', channel: 'api' })
  const filter = { any: [{ all: [{ field: 'city', operator: 'equal_to' as const, values: ['Cali'] }] }] }
  const changed = await act('update_campaign', {
    campaign_id,
    inbox: 'sitio',
    content: 'Adiós',
    audience: { labels: ['feria'], filter },
    scheduled_at: '2099-01-01T00:00:00Z',
    per_minute: 10,
  })
  const { inbox, content, audience, status, scheduled_at, per_minute } = changed
  assert.deepEqual(
    { inbox: inbox.id, content, status, scheduled_at, per_minute },
    { inbox: site.id, content: 'Adiós', status: 'scheduled', scheduled_at: '2099-01-01T00:00:00.000Z', per_minute: 10 },
  )
  assert.deepEqual(audience.labels, ['Feria'])
  assert.deepEqual(audience.filter, filter)
  assert.deepEqual((await events()).at(-1)?.payload, { campaign: changed })
})

test('Without its time a scheduled campaign is a draft again', async () => {
  const { id: campaign_id } = await draft('Vip', { scheduled_at: '2099-01-01T00:00:00Z' })
  const { status, scheduled_at } = await act('update_campaign', { campaign_id, scheduled_at: null })
  assert.deepEqual([status, scheduled_at], ['draft', null])
})

test('A campaign stopped before its time has not started: it can change and be rescheduled', async () => {
  const { id: campaign_id } = await draft('Vip', { scheduled_at: '2099-01-01T00:00:00Z' })
  await act('stop_campaign', { campaign_id })
  const changed = await act('update_campaign', { campaign_id, content: 'Mejor así' })
  assert.deepEqual([changed.status, changed.content], ['stopped', 'Mejor así'])
  const again = await act('update_campaign', { campaign_id, scheduled_at: '2099-02-01T00:00:00Z' })
  assert.deepEqual([again.status, again.scheduled_at], ['scheduled', '2099-02-01T00:00:00.000Z'])
})

test('Running, stopped and finished campaigns cannot change', async () => {
  const { id: campaign_id } = await draft('Vip')
  const wrong = async () => (await refusal(act('update_campaign', { campaign_id, content: 'Otra cosa' }))).code
  await act('start_campaign', { campaign_id })
  assert.equal(await wrong(), 'invalid_state')
  await act('stop_campaign', { campaign_id })
  assert.equal(await wrong(), 'invalid_state')
  await act('start_campaign', { campaign_id })
  await finish()
  assert.equal(await wrong(), 'invalid_state')
})

test('Invalid values are rejected as on creation, and nothing changes', async () => {
  const { id: campaign_id, ...before } = await draft('Vip')
  const wrong: [object, string][] = [
    [{ name: '' }, 'missing_field'],
    [{ content: '{{yo.soy}}' }, 'invalid_value'],
    [{ audience: {} }, 'missing_field'],
    [{ scheduled_at: '2020-01-01T00:00:00Z' }, 'invalid_value'],
    [{ inbox: 'Nada' }, 'not_found'],
    [{ per_minute: 0 }, 'invalid_request'],
  ]
  for (const [changes, code] of wrong)
    assert.equal(
      (await refusal(act('update_campaign', { campaign_id, ...changes }))).code,
      code,
      JSON.stringify(changes),
    )
  const { id: _, ...after } = await act('get_campaign', { campaign_id })
  assert.deepEqual(after, before)
})

test('A campaign of another workspace is not found, and it requires an administrator', async () => {
  const other = await addAccount()
  await other.act('create_label', { title: 'Vip' })
  const { id: campaign_id } = await other.draft('Vip')
  assert.equal((await refusal(act('update_campaign', { campaign_id, name: 'x' }))).code, 'not_found')
  const as = only('workspace:write')
  assert.equal((await refusal(act('update_campaign', { campaign_id, name: 'x' }, { as }))).code, 'permission_denied')
})
