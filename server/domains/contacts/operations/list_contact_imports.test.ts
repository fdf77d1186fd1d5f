import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only, addAccount } = await openWorkspace()

test('A workspace without imports has an empty list', async () => {
  assert.deepEqual(await act('list_contact_imports', {}), { items: [], next_cursor: null })
})

test('Imports come newest first, page by page without repeats or gaps, for this workspace only', async () => {
  const other = await addAccount()
  await other.act('import_contacts', { csv: 'name\n' })
  const start = Date.parse('2026-01-01T00:00:00Z')
  const made: unknown[] = []
  for (let i = 0; i < 7; i++) {
    made.unshift(await act('import_contacts', { csv: 'name\n' }, { now: new Date(start + Math.floor(i / 2)) }))
  }
  const seen: unknown[] = []
  let cursor: string | undefined
  do {
    const page = await act('list_contact_imports', { limit: 3, ...(cursor && { cursor }) })
    seen.push(...page.items)
    cursor = page.next_cursor ?? undefined
    await act('import_contacts', { csv: 'name\n' })
  } while (cursor)
  assert.deepEqual(seen, made)
})

test('Limits, cursors and permissions are checked', async () => {
  for (const limit of [0, 101]) {
    assert.equal((await refusal(act('list_contact_imports', { limit }))).code, 'invalid_request')
  }
  const { next_cursor } = await act('list_contact_imports', { limit: 1 })
  const other = await addAccount()
  assert.equal((await refusal(other.act('list_contact_imports', { cursor: next_cursor! }))).code, 'invalid_cursor')
  const problem = await refusal(act('list_contact_imports', {}, { as: only('contacts:write') }))
  assert.equal(problem.code, 'permission_denied')
})
