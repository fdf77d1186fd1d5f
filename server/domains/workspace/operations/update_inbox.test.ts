import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, events, only, addAccount } = await openWorkspace()

const make = () =>
  act('create_inbox', { name: 'Sitio', channel: 'web_widget', settings: { color: '#0f766e', position: 'left' } })

test('only the fields given change, and the event tells the inbox', async () => {
  const before = await make()
  const now = new Date(Date.now() + 60_000)
  const after = await act('update_inbox', { inbox_id: before.id, name: ' Tienda ', ai_agent_enabled: true }, { now })
  assert.deepEqual(after, { ...before, name: 'Tienda', ai_agent_enabled: true, updated_at: now.toISOString() })
  const event = (await events()).at(-1)
  assert.equal(event?.name, 'inbox.updated')
  assert.deepEqual(event?.payload, { inbox: after })
})

test('settings are merged with those there, and null clears one', async () => {
  const { id: inbox_id } = await make()
  const change = (settings: object) => act('update_inbox', { inbox_id, settings })
  assert.deepEqual((await change({ pre_chat: true })).settings, { color: '#0f766e', position: 'left', pre_chat: true })
  assert.deepEqual((await change({ position: null, pre_chat: false })).settings, { color: '#0f766e', pre_chat: false })
})

test('what was so already changes nothing and emits nothing', async () => {
  const before = await make()
  const known = await events()
  const same = {
    inbox_id: before.id,
    name: before.name,
    auto_assign: true,
    settings: { position: 'left', locale: null },
  } as const
  assert.deepEqual(await act('update_inbox', same, { now: new Date(Date.now() + 60_000) }), before)
  assert.deepEqual(await events(), known)
})

test('neither the channel nor the token can be changed', async () => {
  const { id: inbox_id } = await make()
  for (const field of ['channel', 'token', 'identity_secret'])
    assert.equal((await refusal(act('update_inbox', { inbox_id, [field]: 'api' } as never))).code, 'invalid_request')
})

test('changes of different fields at the same moment are all kept', async () => {
  for (let i = 0; i < 5; i++) {
    const { id: inbox_id } = await make()
    await Promise.all([
      act('update_inbox', { inbox_id, name: `A la vez ${i}` }),
      act('update_inbox', { inbox_id, settings: { pre_chat: true } }),
      act('update_inbox', { inbox_id, settings: { color: null } }),
    ])
    const after = await act('get_inbox', { inbox_id })
    assert.deepEqual([after.name, after.settings], [`A la vez ${i}`, { position: 'left', pre_chat: true }])
  }
})

test('an empty name is refused, and so is an inbox that is not there or of another workspace', async () => {
  const { id } = await make()
  assert.equal((await refusal(act('update_inbox', { inbox_id: id, name: ' ' }))).code, 'missing_field')
  const other = await addAccount()
  const theirs = await other.act('create_inbox', { name: 'Ajena', channel: 'api' })
  for (const inbox_id of [theirs.id, '999999']) {
    const problem = await refusal(act('update_inbox', { inbox_id, name: 'Robada' }))
    assert.equal(problem.code, 'not_found')
    assert.match(problem.message, new RegExp(`^There is no inbox with id ${inbox_id};`))
  }
  assert.equal((await other.act('get_inbox', { inbox_id: theirs.id })).name, 'Ajena')
})

test('it needs the right to write the workspace', async () => {
  const { id: inbox_id } = await make()
  const problem = await refusal(act('update_inbox', { inbox_id, name: 'No' }, { as: only('workspace:read') }))
  assert.equal(problem.code, 'permission_denied')
})
