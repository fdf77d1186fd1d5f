import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { type Input, openWorkspace } from '#test/workspace.ts'

const { act, only, addAccount } = await openWorkspace()
const count = async (asked: Input<'count_contacts'> = {}) => (await act('count_contacts', asked)).count

test('an empty workspace has no contacts', async () => {
  assert.equal(await count(), 0)
})

test('the contacts the search would find are counted, and none of another workspace', async () => {
  const other = await addAccount()
  await act('create_label', { title: 'Vip' })
  for (const hands of [{ act }, other])
    for (let i = 0; i < 30; i++)
      await hands.act('create_contact', {
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

test('a saved view counts what its filter finds, together with the others', async () => {
  const filter = { any: [{ all: [{ field: 'city', operator: 'equal_to' as const, values: ['cali'] }] }] }
  const { id: view_id } = await act('create_saved_view', { name: 'De Cali', resource: 'contacts', filter })
  assert.equal(await count({ view_id }), 10)
  assert.equal(await count({ view_id, query: 'ana 7' }), 1)
  assert.equal(await count({ view_id, filter: { any: [{ all: [{ field: 'city', operator: 'is_present' }] }] } }), 10)
})

test('a filter that cannot be met is refused, and it needs the right to read contacts', async () => {
  assert.equal((await refusal(act('count_contacts', { labels: ['No existe'] }))).code, 'not_found')
  assert.equal((await refusal(act('count_contacts', { limit: 5 } as never))).code, 'invalid_request')
  assert.equal((await refusal(act('count_contacts', {}, { as: only('contacts:write') }))).code, 'permission_denied')
})
