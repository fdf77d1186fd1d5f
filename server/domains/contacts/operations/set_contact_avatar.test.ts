import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only, addAccount } = await openWorkspace()
const { id: contact_id } = await act('create_contact', { name: 'Ana', email: 'ana@example.com' })

test('A picture is asked for by its address, and removed with null', async () => {
  const asked = await act('set_contact_avatar', { contact_id, avatar_url: 'https://example.com/ana.png' })
  assert.deepEqual([asked.id, asked.avatar_url], [contact_id, null], 'it is fetched in the background')
  assert.equal((await act('set_contact_avatar', { contact_id, avatar_url: null })).avatar_url, null)
})

test('Neither a picture nor an address, or an address inside the network, is refused', async () => {
  assert.equal((await refusal(act('set_contact_avatar', { contact_id }))).code, 'missing_field')
  const problem = await refusal(act('set_contact_avatar', { contact_id, avatar_url: 'http://10.0.0.1/a.png' }))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', 'avatar_url'])
})

test('Setting an avatar needs contacts:write and a contact of the workspace', async () => {
  const input = { contact_id, avatar_url: null }
  assert.equal(
    (await refusal(act('set_contact_avatar', input, { as: only('contacts:read') }))).code,
    'permission_denied',
  )
  assert.equal((await refusal((await addAccount()).act('set_contact_avatar', input))).code, 'not_found')
})
