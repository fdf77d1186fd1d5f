import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Condition } from '#contract/filters.ts'
import { openCampaigns } from '#test/campaigns.ts'
import { refusal } from '#test/refusal.ts'

const { act, addAccount, inbox, meet, only, visit, sql } = await openCampaigns()
const site = await act('create_inbox', { name: 'Sitio', channel: 'web_widget' })
for (const title of ['Vip', 'Feria', 'Nadie']) await act('create_label', { title })
await meet({ name: 'Ana', labels: ['Vip'], city: 'Cali' })
await meet({ name: 'Beto', labels: ['Vip', 'Feria'], city: 'Bogotá', custom_attributes: { plan: 'oro' } })
await meet({ name: 'Clara', labels: ['Feria'], city: 'bogota' })
await meet({ name: 'Dora', city: 'Cali' })
const { id: blocked } = await meet({ name: 'Elio', labels: ['Vip', 'Feria'], city: 'Cali' })
await act('update_contact', { contact_id: blocked, blocked: true })
const visitor = visit(site)
await visitor.chat('post_chat_message', { client_id: 'a', content: 'Hola' })
const { items } = await act('list_conversations', { source_id: visitor.source_id })
await act('tag_contact', { contact_id: items[0]!.contact.id, label_title: 'Vip' })

const city = (...values: string[]): Condition => ({ field: 'city', operator: 'equal_to', values })
const cases: [string, { labels?: string[]; filter?: { any: { all: Condition[] }[] } }, number][] = [
  ['one label', { labels: ['Vip'] }, 3],
  ['any of several labels', { labels: ['vip', 'FERIA'] }, 4],
  ['a label nobody carries', { labels: ['Nadie'] }, 0],
  ['a filter', { filter: { any: [{ all: [city('Cali')] }] } }, 2],
  ['a filter without case or accents', { filter: { any: [{ all: [city('BOGOTA')] }] } }, 2],
  ['labels and a filter', { labels: ['Vip', 'Feria'], filter: { any: [{ all: [city('Bogotá')] }] } }, 2],
  [
    'alternatives of a filter',
    {
      labels: ['Vip', 'Feria'],
      filter: {
        any: [
          { all: [{ field: 'custom_attributes.plan', operator: 'equal_to', values: ['oro'] }] },
          { all: [city('Cali'), { field: 'name', operator: 'starts_with', values: ['an'] }] },
        ],
      },
    },
    2,
  ],
]

for (const [what, audience, contacts] of cases) {
  test(`${what}: the count matches the campaign’s recipients, without blocked contacts`, async () => {
    assert.deepEqual(await act('count_audience', { audience, inbox: 'Ventas' }), { contacts, reachable: contacts })
    const fields = { name: what, inbox: inbox.id, content: 'Hola', audience }
    const { id: campaign_id } = await act('create_campaign', fields)
    if (contacts === 0) {
      assert.equal((await refusal(act('start_campaign', { campaign_id }))).code, 'invalid_state')
      return
    }
    assert.equal((await act('start_campaign', { campaign_id })).progress.total, contacts)
    await act('stop_campaign', { campaign_id })
  })
}

test('In a live chat only visitors who have written are reachable', async () => {
  const counted = await act('count_audience', { audience: { labels: ['Vip'] }, inbox: site.id })
  assert.deepEqual(counted, { contacts: 3, reachable: 1 })
})

test('Counting changes nothing', async () => {
  const rows = () => sql`select (select count(*) from campaigns) as campaigns, (select count(*) from events) as events`
  const before = await rows()
  await act('count_audience', { audience: { labels: ['Vip'] }, inbox: site.id })
  assert.deepEqual(await rows(), before)
})

test('An invalid audience is rejected, and records of another workspace are unknown', async () => {
  assert.equal((await refusal(act('count_audience', { audience: {}, inbox: 'Ventas' }))).code, 'missing_field')
  const other = await addAccount()
  const audience = { labels: ['Vip'] }
  assert.equal((await refusal(other.act('count_audience', { audience, inbox: 'Ventas' }))).code, 'not_found')
  assert.equal((await refusal(act('count_audience', { audience, inbox: other.inbox.id }))).code, 'not_found')
  await other.act('create_label', { title: 'Vip' })
  assert.deepEqual(await other.act('count_audience', { audience, inbox: 'Ventas' }), { contacts: 0, reachable: 0 })
})

test('Counting an audience requires an administrator', async () => {
  const input = { audience: { labels: ['Vip'] }, inbox: 'Ventas' }
  assert.equal((await refusal(act('count_audience', input, { as: only('contacts:read') }))).code, 'permission_denied')
})
