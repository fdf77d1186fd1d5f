import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only, addAccount } = await openWorkspace()
const { id: contact_id } = await act('create_contact', { name: 'Ana', email: 'ana@example.com' })
const second = await act('create_contact', { name: 'Eva', email: 'eva@example.com' })

test('A contact without notes has an empty list', async () => {
  assert.deepEqual(await act('list_contact_notes', { contact_id }), { items: [], next_cursor: null })
})

test('Notes come newest first, page by page without repeats or gaps, even with equal times', async () => {
  const start = Date.parse('2026-01-01T00:00:00Z')
  const made: string[] = []
  for (let i = 0; i < 12; i++) {
    const now = new Date(start + Math.floor(i / 3) * 1000)
    made.unshift((await act('add_contact_note', { contact_id, body: `Nota ${i}` }, { now })).id)
  }
  await act('add_contact_note', { contact_id: second.id, body: 'De otra' })
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await act('list_contact_notes', { contact_id, limit: 5, ...(cursor && { cursor }) })
    seen.push(...page.items.map((note) => note.id))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  assert.deepEqual(seen, made)
})

test('A page has 25 items by default and up to 100', async () => {
  for (let i = 0; i < 16; i++) await act('add_contact_note', { contact_id, body: `Más ${i}` })
  assert.equal((await act('list_contact_notes', { contact_id })).items.length, 25)
  assert.equal((await act('list_contact_notes', { contact_id, limit: 100 })).items.length, 28)
  for (const limit of [0, 101]) {
    assert.equal((await refusal(act('list_contact_notes', { contact_id, limit }))).code, 'invalid_request')
  }
})

test('A cursor is valid only for its own contact', async () => {
  const { next_cursor } = await act('list_contact_notes', { contact_id, limit: 1 })
  const problem = await refusal(act('list_contact_notes', { contact_id: second.id, cursor: next_cursor! }))
  assert.equal(problem.code, 'invalid_cursor')
})

test('A contact of another workspace is not found', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_contact', { name: 'Ajena', email: 'ajena@example.com' })
  for (const id of [theirs.id, '999999']) {
    assert.equal((await refusal(act('list_contact_notes', { contact_id: id }))).code, 'not_found')
  }
})

test('Listing notes requires permission to read contacts', async () => {
  const problem = await refusal(act('list_contact_notes', { contact_id }, { as: only('crm:read') }))
  assert.equal(problem.code, 'permission_denied')
})
