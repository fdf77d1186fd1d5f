import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Filter } from '#contract/filters.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, only, addAgent, addAccount } = await openInbox()
const [ines, leo] = [await addAgent('Inés'), await addAgent('Leo')]
const token = { ...actor, id: null, user_id: null }
const key = { ...ines, type: 'api_key' as const, id: '77' }
const filter: Filter = { any: [{ all: [{ field: 'created_at', operator: 'is_present', values: [] }] }] }

test('Users see shared views and their own, by name', async () => {
  const other = await addAccount()
  await other.act('create_saved_view', { name: 'Ajena', resource: 'contacts', visibility: 'shared', filter })
  await act('create_saved_view', { name: 'de todos', resource: 'conversations', visibility: 'shared', filter })
  await act('create_saved_view', { name: 'Clientes', resource: 'contacts', visibility: 'shared', filter })
  await act('create_saved_view', { name: 'De Inés', resource: 'conversations', filter }, { as: ines })
  await act('create_saved_view', { name: 'De Ana', resource: 'contacts', filter })
  const names = async (as = actor, filters = {}) =>
    (await act('list_saved_views', filters, { as })).items.map(({ name }) => name)
  assert.deepEqual(await names(), ['Clientes', 'De Ana', 'de todos'])
  assert.deepEqual(await names(ines), ['Clientes', 'De Inés', 'de todos'])
  assert.deepEqual(await names(key), ['Clientes', 'De Inés', 'de todos'])
  assert.deepEqual(await names(leo), ['Clientes', 'de todos'])
  assert.deepEqual(await names(token), ['Clientes', 'de todos'])
  assert.deepEqual(await names(actor, { resource: 'contacts' }), ['Clientes', 'De Ana'])
  assert.deepEqual(await names(actor, { resource: 'leads' }), [])
})

test('Listing views requires permission to read the workspace', async () => {
  const denied = act('list_saved_views', {}, { as: only('conversations:read') })
  assert.equal((await refusal(denied)).code, 'permission_denied')
})
