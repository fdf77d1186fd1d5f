import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorkspace } from '#test/workspace.ts'
import { refusal } from '#test/refusal.ts'

const { act, sql, addAccount, only } = await openWorkspace()

test('A new person is a member at once, without a password, and gets a link to choose one', async () => {
  const member = await act('add_member', { email: 'Luz@Example.com', name: 'Luz', role: 'agent' })
  assert.deepEqual([member.email, member.role, member.visibility], ['luz@example.com', 'agent', 'all'])
  const [user] = await sql`select password_hash, reset_hash is not null as has_link from users where id = ${member.id}`
  assert.deepEqual(user, { password_hash: null, has_link: true })
  const [mail] = await sql`
    select kind, token_sealed is not null as has_token from emails where to_address = 'luz@example.com'`
  assert.deepEqual(mail, { kind: 'invitation', has_token: true })
  assert.ok(!JSON.stringify(member).includes('token'))
})

test('A member cannot be added twice, and a deactivated one becomes active again', async () => {
  const { id } = await act('add_member', { email: 'sol@example.com', name: 'Sol', role: 'agent' })
  const again = await refusal(act('add_member', { email: 'sol@example.com', name: 'Sol', role: 'agent' }))
  assert.deepEqual([again.code, again.extra.conflicting_id], ['duplicate_value', id])
  await act('deactivate_member', { member_id: id, leave: true })
  const back = await act('add_member', { email: 'sol@example.com', name: 'Sol', role: 'administrator' })
  assert.deepEqual([back.id, back.role, back.deactivated_at], [id, 'administrator', null])
})

test('A person of another workspace keeps name and password', async () => {
  const { id } = await act('add_member', { email: 'mar@example.com', name: 'Mar', role: 'agent' })
  const other = await addAccount()
  const member = await other.act('add_member', { email: 'mar@example.com', name: 'Otra', role: 'agent' })
  assert.deepEqual([member.id, member.name], [id, 'Mar'])
  const [mail] =
    await sql`select token_sealed from emails where to_address = 'mar@example.com' order by id desc limit 1`
  assert.deepEqual(mail, { token_sealed: null }, 'their password stays theirs')
})

test('Only administrators add people', async () => {
  const input = { email: 'no@example.com', name: 'No', role: 'agent' } as const
  assert.equal((await refusal(act('add_member', input, { as: only('workspace:write') }))).code, 'permission_denied')
})
