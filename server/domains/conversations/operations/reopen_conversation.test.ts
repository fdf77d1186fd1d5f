import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, since, only, talk, addAgent, arrive, leave, inbox, addAccount } = await openInbox()

const until = new Date(Date.now() + 3_600_000).toISOString()

test('A resolved or snoozed conversation is reopened and emits conversation.reopened', async () => {
  const { id: conversation_id } = await talk()
  const aside = {
    resolved: () => act('resolve_conversation', { conversation_id }),
    snoozed: () => act('snooze_conversation', { conversation_id, until }),
  }
  for (const [from, setAside] of Object.entries(aside)) {
    await setAside()
    const count = (await events()).length
    const conversation = await act('reopen_conversation', { conversation_id })
    assert.deepEqual([conversation.status, conversation.resolved_at, conversation.snoozed_until], ['open', null, null])
    const [changed, reopened, ...more] = (await events()).slice(count)
    assert.equal(changed?.name, 'conversation.status_changed')
    assert.deepEqual(changed?.payload, { conversation, changes: { status: { from, to: 'open' } } })
    assert.equal(reopened?.name, 'conversation.reopened')
    assert.deepEqual(reopened?.payload, { conversation })
    assert.deepEqual(more, [])
  }
})

test('A pending conversation becomes open without counting as reopened', async () => {
  const { id: conversation_id } = await talk()
  await act('mark_conversation_pending', { conversation_id })
  const count = (await events()).length
  assert.equal((await act('reopen_conversation', { conversation_id })).status, 'open')
  assert.deepEqual(await since(count), ['conversation.status_changed'])
})

test('Reopening an open conversation succeeds and changes nothing', async () => {
  const conversation = await talk()
  const known = await events()
  assert.deepEqual(await act('reopen_conversation', { conversation_id: conversation.id }), conversation)
  assert.deepEqual(await events(), known)
})

test('A reopened conversation without an agent is assigned to an available one', async () => {
  const ana = await addAgent('Ana')
  await act('update_inbox', { inbox_id: inbox.id, auto_assign: true })
  await act('set_inbox_members', { inbox_id: inbox.id, members: [ana.id!] })
  const { id: conversation_id } = await talk()
  await act('resolve_conversation', { conversation_id })
  await arrive(ana)
  const count = (await events()).length
  const conversation = await act('reopen_conversation', { conversation_id })
  assert.equal(conversation.assignee?.id, ana.id)
  assert.equal((await events()).at(-1)?.name, 'conversation.assigned')
  assert.equal((await events()).length, count + 3)
  await leave(ana)
})

test('A conversation of another workspace is not found', async () => {
  const other = await addAccount()
  const { id: conversation_id } = await other.talk()
  await other.act('resolve_conversation', { conversation_id })
  assert.equal((await refusal(act('reopen_conversation', { conversation_id }))).code, 'not_found')
  assert.equal((await other.act('get_conversation_detail', { conversation_id })).status, 'resolved')
})

test('Reopening requires permission to write conversations', async () => {
  const { id: conversation_id } = await talk()
  const problem = await refusal(act('reopen_conversation', { conversation_id }, { as: only('conversations:read') }))
  assert.equal(problem.code, 'permission_denied')
})
