import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, since, only, talk, addAccount } = await openInbox()
const sales = await act('create_team', { name: 'Ventas Bogotá' })
const support = await act('create_team', { name: 'Soporte' })

test('A team is set by name or ID and can be removed', async () => {
  const { id: conversation_id } = await talk()
  const count = (await events()).length
  const first = await act('set_conversation_team', { conversation_id, team: 'ventas bogota' })
  assert.deepEqual(first.team, { id: sales.id, name: 'Ventas Bogotá' })
  const second = await act('set_conversation_team', { conversation_id, team: support.id })
  const none = await act('set_conversation_team', { conversation_id, team: null })
  assert.equal(none.team, null)
  assert.deepEqual(await since(count), Array(3).fill('conversation.team_changed'))
  const payloads = (await events()).slice(count).map(({ payload }) => payload as unknown)
  assert.deepEqual(payloads, [
    { conversation: first, changes: { team: { from: null, to: first.team } } },
    { conversation: second, changes: { team: { from: first.team, to: second.team } } },
    { conversation: none, changes: { team: { from: second.team, to: null } } },
  ])
})

test('Setting the same team changes nothing', async () => {
  const { id: conversation_id } = await talk()
  const once = await act('set_conversation_team', { conversation_id, team: 'Soporte' })
  const known = await events()
  assert.deepEqual(await act('set_conversation_team', { conversation_id, team: support.id }), once)
  assert.deepEqual(await events(), known)
})

test('Deleting a team keeps its conversations, without a team', async () => {
  const { id: team } = await act('create_team', { name: 'Efímero' })
  const { id: conversation_id } = await talk()
  await act('set_conversation_team', { conversation_id, team })
  await act('delete_team', { team_id: team })
  assert.equal((await act('get_conversation_detail', { conversation_id })).team, null)
})

test('An unknown team, a team of another workspace, and a conversation of another workspace are refused', async () => {
  const other = await addAccount()
  const theirs = await other.talk()
  const theirTeam = await other.act('create_team', { name: 'Ajeno' })
  const mine = await talk()
  const tries = [
    { conversation_id: mine.id, team: 'Nadie' },
    { conversation_id: mine.id, team: theirTeam.id },
    { conversation_id: mine.id, team: 'Ajeno' },
    { conversation_id: theirs.id, team: sales.id },
  ]
  for (const input of tries) assert.equal((await refusal(act('set_conversation_team', input))).code, 'not_found')
  assert.equal((await act('get_conversation_detail', { conversation_id: mine.id })).team, null)
})

test('Setting the team requires conversations:assign as well as conversations:write', async () => {
  const { id: conversation_id } = await talk()
  for (const as of [only('conversations:write'), only('conversations:assign')]) {
    const call = act('set_conversation_team', { conversation_id, team: sales.id }, { as })
    assert.equal((await refusal(call)).code, 'permission_denied')
  }
})
