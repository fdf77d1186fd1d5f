import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { type Input, openWorkspace } from '#test/workspace.ts'

const { act, only, addAccount } = await openWorkspace()
const count = async (filters: Input<'count_contacts'> = {}) => (await act('count_contacts', filters)).count

test('An empty workspace has no contacts', async () => {
  assert.equal(await count(), 0)
})

test('The count matches the search, for this workspace only', async () => {
  const other = await addAccount()
  await act('create_label', { title: 'Vip' })
  for (const workspace of [{ act }, other])
    for (let i = 0; i < 30; i++)
      await workspace.act('create_contact', {
        name: `Ana ${i}`,
        email: `ana${i}@example.com`,
        city: i < 10 ? 'Cali' : 'Pasto',
      })
  await act('create_contact', { name: 'Eva', email: 'eva@example.com', labels: ['Vip'] })
  assert.equal(await count(), 31)
  assert.equal(await count({ query: 'ana' }), 30)
  assert.equal(await count({ query: 'ana7@example.com' }), 1)
  assert.equal(await count({ labels: ['vip'] }), 1)
  assert.equal(await count({ has_open_conversation: true }), 0)
  assert.equal(await count({ period: 'custom', date_to: '2020-01-01' }), 0)
  const filter = { any: [{ all: [{ field: 'city', operator: 'equal_to' as const, values: ['cali'] }] }] }
  assert.equal(await count({ filter }), 10)
})

test('A saved view is combined with the other filters', async () => {
  const filter = { any: [{ all: [{ field: 'city', operator: 'equal_to' as const, values: ['cali'] }] }] }
  const { id: view_id } = await act('create_saved_view', { name: 'De Cali', resource: 'contacts', filter })
  assert.equal(await count({ view_id }), 10)
  assert.equal(await count({ view_id, query: 'ana 7' }), 1)
  assert.equal(await count({ view_id, filter: { any: [{ all: [{ field: 'city', operator: 'is_present' }] }] } }), 10)
})

test('An invalid filter is rejected, and it requires permission to read contacts', async () => {
  assert.equal((await refusal(act('count_contacts', { labels: ['No existe'] }))).code, 'not_found')
  assert.equal((await refusal(act('count_contacts', { limit: 5 } as never))).code, 'invalid_request')
  assert.equal((await refusal(act('count_contacts', {}, { as: only('contacts:write') }))).code, 'permission_denied')
})
