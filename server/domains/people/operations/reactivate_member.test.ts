import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authoriseKey } from '#domains/access/authorise.ts'
import { findCalendarOwner } from '#domains/access/public/calendars.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, addAgent, talk, addAccount, actor, sql } = await openInbox()

test('A reactivated member has their previous role and teams, and can be assigned work', async () => {
  const luz = await addAgent('Luz', { visibility: 'team' })
  const team = await act('create_team', { name: 'Ventas', members: [luz.id!] })
  await act('deactivate_member', { member_id: luz.id!, reassign_to: null })
  assert.deepEqual((await act('list_teams', {})).items.find(({ id }) => id === team.id)?.members, [])
  const back = await act('reactivate_member', { member_id: luz.id! })
  assert.deepEqual(
    [back.deactivated_at, back.visibility, back.teams],
    [null, 'team', [{ id: team.id, name: 'Ventas' }]],
  )
  const { id: conversation_id } = await talk()
  assert.equal((await act('assign_conversation', { conversation_id, agent: luz.id! })).assignee?.id, luz.id)
  assert.deepEqual(
    await act('reactivate_member', { member_id: luz.id! }),
    { ...back, open_conversations: 1 },
    'twice is once',
  )
})

test('Deactivation ends the API keys and the calendar address for good: reactivation does not revive them', async () => {
  const luz = await addAgent('Luz')
  const { id: api_key_id, key } = await act('create_api_key', { name: 'Integración', role: 'full', user_id: luz.id! })
  const [before] = await sql<{ revoked_at: string }>`
    insert into api_keys (account_id, user_id, name, hash, hint, role, scopes, created_by, revoked_at, created_at)
    select account_id, user_id, name, '\\x00', hint, role, scopes, created_by, '2026-01-01', created_at
      from api_keys where id = ${api_key_id} returning revoked_at`
  const { url } = await act('reset_calendar_feed', {}, { as: { ...luz, permissions: new Set(['personal']) } })
  const isValid = async () => [
    (await authoriseKey(sql, key, { key: 300, account: 600 }, 1, '203.0.113.7')) !== undefined,
    (await findCalendarOwner(sql, url.split('/').at(-1)!.replace('.ics', ''))) !== undefined,
  ]
  assert.deepEqual(await isValid(), [true, true])
  await act('deactivate_member', { member_id: luz.id!, leave: true })
  assert.deepEqual(await isValid(), [false, false])
  await act('reactivate_member', { member_id: luz.id! })
  assert.deepEqual(await isValid(), [false, false])
  assert.ok((await act('get_api_key', { api_key_id })).revoked_at)
  const [after] = await sql`select revoked_at from api_keys where hash = '\\x00'`
  assert.deepEqual(after, before, 'a key revoked before keeps its time')
})

test('An unknown member is not found, and only an administrator can reactivate', async () => {
  const other = await addAccount()
  assert.equal((await refusal(act('reactivate_member', { member_id: other.actor.id! }))).code, 'not_found')
  const luz = await addAgent('Luz')
  const problem = await refusal(act('reactivate_member', { member_id: actor.id! }, { as: luz }))
  assert.equal(problem.code, 'permission_denied')
})
