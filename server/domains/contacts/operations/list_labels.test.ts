import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only, addAccount } = await openWorkspace()

test('A workspace without labels has an empty list', async () => {
  assert.deepEqual(await act('list_labels', {}), { items: [], next_cursor: null })
})

test('All labels of the workspace are listed by title, ignoring case', async () => {
  const other = await addAccount()
  await other.act('create_label', { title: 'Ajena' })
  for (const title of ['vip', 'Beta', 'alfa', 'Zeta']) await act('create_label', { title })
  const { items, next_cursor } = await act('list_labels', {})
  assert.deepEqual(
    items.map((label) => label.title),
    ['alfa', 'Beta', 'vip', 'Zeta'],
  )
  assert.equal(next_cursor, null)
  assert.deepEqual(Object.keys(items[0]!), ['id', 'title', 'description', 'color', 'created_at', 'updated_at'])
})

test('Listing labels takes no parameters and requires permission to read contacts', async () => {
  assert.equal((await refusal(act('list_labels', { limit: 5 } as never))).code, 'invalid_request')
  assert.equal((await refusal(act('list_labels', {}, { as: only('crm:read') }))).code, 'permission_denied')
})
