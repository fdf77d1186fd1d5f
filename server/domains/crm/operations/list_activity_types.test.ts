import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, only, addAccount } = await openCrm()

test('Types are listed by name until they are reordered, with archived ones, and only those of the workspace', async () => {
  assert.deepEqual((await act('list_activity_types', {})).items, [])
  for (const name of ['Visita', 'Entrega']) await act('create_activity_type', { name })
  const other = await addAccount()
  const theirs = await other.act('create_activity_type', { name: 'Ajena', icon: 'key' })
  const { items } = await act('list_activity_types', {})
  assert.deepEqual(
    items.map(({ name, icon }) => [name, icon]),
    [
      ['Entrega', 'flag'],
      ['Visita', 'flag'],
    ],
  )
  const archived = await act('update_activity_type', { activity_type_id: items[0]!.id, archived: true })
  assert.deepEqual((await act('list_activity_types', {})).items[0], archived)
  assert.deepEqual((await other.act('list_activity_types', {})).items, [theirs])
})

test('Listing activity types requires crm:read', async () => {
  assert.equal((await refusal(act('list_activity_types', {}, { as: only('contacts:read') }))).code, 'permission_denied')
})
