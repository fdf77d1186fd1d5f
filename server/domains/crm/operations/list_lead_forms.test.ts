import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'

const { act, addAccount } = await openCrm()

test('Forms of the workspace are listed newest first, in pages', async () => {
  const made = []
  for (const name of ['Uno', 'Dos', 'Tres']) made.unshift(await act('create_lead_form', { name }))
  const other = await addAccount()
  await other.act('create_lead_form', { name: 'Ajeno' })
  const first = await act('list_lead_forms', { limit: 2 })
  assert.deepEqual(first.items, made.slice(0, 2))
  const second = await act('list_lead_forms', { limit: 2, cursor: first.next_cursor! })
  assert.deepEqual([second.items, second.next_cursor], [made.slice(2), null])
})
