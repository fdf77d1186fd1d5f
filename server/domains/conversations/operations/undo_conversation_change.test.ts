import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, events, inbox, only, sql, talk, write, addAgent, addAccount } = await openInbox()
const account_id = actor.account.id
const ines = { ...(await addAgent('Inés')), session: 'app' }
const zoe = { ...(await addAgent('Zoé')), session: 'app' }
await act('create_label', { title: 'vip', color: '#d97706' })
await act('create_team', { name: 'Ventas' })
await act('update_inbox', { inbox_id: inbox.id, csat: { enabled: true, message: null } })
await act('create_webhook', { url: 'https://example.com/hilo', events: ['*'] })

const undo = (conversation_id: string, change: 'status' | 'assignee' | 'team' | 'priority' | 'labels', as = ines) =>
  act('undo_conversation_change', { conversation_id, change }, { as })

/** Everything about a conversation that people see, apart from the time of its last change. */
async function stateOf(conversation_id: string) {
  const { updated_at: _, ...state } = await act('get_conversation_detail', { conversation_id })
  const [row] = await sql`
    select opened_at, resolved_at, awaiting_customer_since, idle_since from conversations
     where account_id = ${account_id} and id = ${conversation_id}`
  return { ...state, ...row }
}
const waiting = (conversation_id: string) =>
  sql<{ name: string; subscriber: string; isLate: boolean }>`
    select e.name, d.subscriber, d.next_try_at > e.occurred_at + interval '5 seconds' as "isLate"
      from deliveries d join events e on e.account_id = d.account_id and e.id = d.event_id
     where e.account_id = ${account_id} and e.payload #>> '{conversation,id}' = ${conversation_id} and e.name <> 'message.received'
       and e.name <> 'conversation.created' order by e.sequence, d.subscriber`
const patient = new Set(['ask_satisfaction', 'mail_assignments', 'notify_people', 'run_automations'])

test('Undo restores the conversation as it was, with its place in the list and its waiting time', async () => {
  const { id } = await talk()
  await act('tag_conversation', { conversation_id: id, label_title: 'vip' })
  await act('assign_conversation', { conversation_id: id, agent: zoe.id! })
  const before = await stateOf(id)
  assert.ok(before.waiting_since)

  for (const [change, made] of [
    ['status', () => act('resolve_conversation', { conversation_id: id }, { as: ines })],
    ['status', () => act('snooze_conversation', { conversation_id: id, until: null }, { as: ines })],
    ['status', () => act('mark_conversation_pending', { conversation_id: id }, { as: ines })],
    ['assignee', () => act('unassign_conversation', { conversation_id: id }, { as: ines })],
    ['assignee', () => act('assign_conversation', { conversation_id: id, agent: ines.id! }, { as: ines })],
    ['team', () => act('set_conversation_team', { conversation_id: id, team: 'Ventas' }, { as: ines })],
    ['priority', () => act('set_conversation_priority', { conversation_id: id, priority: 'high' }, { as: ines })],
    ['labels', () => act('untag_conversation', { conversation_id: id, label_title: 'vip' }, { as: ines })],
    ['labels', () => act('set_conversation_labels', { conversation_id: id, labels: [] }, { as: ines })],
  ] as const) {
    await made()
    assert.notDeepEqual(await stateOf(id), before, change)
    await undo(id, change)
    assert.deepEqual(await stateOf(id), before, change)
    assert.equal((await refusal(undo(id, change))).code, 'invalid_state', 'only once')
  }
})

test('Surveys, rules and mails wait while a change can be undone, and do not follow one that was', async () => {
  const { id } = await talk()
  await act('resolve_conversation', { conversation_id: id }, { as: ines })
  const queued = await waiting(id)
  assert.ok(queued.some(({ subscriber }) => subscriber === 'ask_satisfaction'))
  assert.ok(queued.some(({ subscriber }) => subscriber === 'queue_webhooks'))
  for (const { subscriber, isLate } of queued) assert.equal(isLate, patient.has(subscriber), subscriber)

  await undo(id, 'status')
  const left = await waiting(id)
  assert.deepEqual(
    left.filter(({ subscriber }) => patient.has(subscriber)),
    [],
  )
  // Programs receive both changes, in order.
  assert.deepEqual(
    left.filter(({ subscriber }) => subscriber === 'queue_webhooks').map(({ name }) => name),
    ['conversation.status_changed', 'conversation.resolved', 'conversation.status_changed', 'conversation.reopened'],
  )
})

test('A call of a program has its consequences at once, and can be undone by the same person', async () => {
  const { id } = await talk()
  await act('resolve_conversation', { conversation_id: id })
  assert.deepEqual(
    (await waiting(id)).filter(({ isLate }) => isLate),
    [],
  )
  assert.equal((await undo(id, 'status', { ...actor, session: 'app' })).status, 'open')
  await act('resolve_conversation', { conversation_id: id }, { as: { ...actor, type: 'automation' } })
  assert.equal((await refusal(undo(id, 'status', { ...actor, session: 'app' }))).code, 'invalid_state')
})

test('A change that was undone leaves no line in the history', async () => {
  const { id } = await talk()
  await act('assign_conversation', { conversation_id: id, agent: zoe.id! }, { as: ines })
  await act('resolve_conversation', { conversation_id: id }, { as: ines })
  await undo(id, 'status')
  const { items } = await act('list_conversation_changes', { conversation_id: id })
  assert.deepEqual(
    items.map(({ kind }) => kind),
    ['assignee'],
  )
})

test('Only the person who made a change undoes it, before its consequences, while nothing else happened', async () => {
  const { id } = await talk({ source_id: 'una clienta' })
  await act('resolve_conversation', { conversation_id: id }, { as: ines })
  assert.equal((await refusal(undo(id, 'status', zoe))).code, 'invalid_state')
  await sql`update conversation_undos set made_at = made_at - interval '9 seconds' where conversation_id = ${id}`
  assert.equal((await refusal(undo(id, 'status'))).code, 'undo_expired')

  await act('reopen_conversation', { conversation_id: id }, { as: ines })
  await act('resolve_conversation', { conversation_id: id }, { as: ines })
  await write({ inbox_id: inbox.id, source_id: 'una clienta', content: '¿Hola?' })
  const { length } = await events()
  assert.equal((await refusal(undo(id, 'status'))).code, 'invalid_state')
  assert.equal((await events()).length, length)
})

test('A conversation of another workspace is not found, and permission to write is required', async () => {
  const other = await addAccount()
  const theirs = await other.talk()
  assert.equal((await refusal(undo(theirs.id, 'status'))).code, 'not_found')
  const { id } = await talk()
  const as = { ...only('conversations:read'), session: 'app' }
  assert.equal((await refusal(undo(id, 'status', as))).code, 'permission_denied')
})
