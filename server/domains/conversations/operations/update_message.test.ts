import assert from 'node:assert/strict'
import { test } from 'node:test'
import { message_statuses } from '#contract/records/conversation.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, events, since, only, inbox, talk, visit, addAgent, addAccount } = await openInbox()

const send = async () => act('send_message', { conversation_id: (await talk()).id, content: 'Hola' })
const report = (message_id: string, status: (typeof message_statuses)[number], error?: string) =>
  act('update_message', { message_id, status, ...(error && { error }) })

test('A message becomes delivered, then read, with one event per step', async () => {
  const sent = await send()
  const count = (await events()).length
  const delivered = await report(sent.id, 'delivered')
  assert.deepEqual(delivered, { ...sent, status: 'delivered', updated_at: delivered.updated_at })
  const read = await report(sent.id, 'read')
  assert.deepEqual(await since(count), ['message.status_changed', 'message.status_changed'])
  assert.deepEqual((await events()).at(-1)?.payload.message, read)
})

test('A message status never moves back, and an older or equal one changes nothing', async () => {
  const { id } = await send()
  const read = await report(id, 'read')
  const known = await events()
  for (const status of message_statuses) assert.deepEqual(await report(id, status), read, status)
  assert.deepEqual(await events(), known)
})

test('Status reports in any order leave the highest status', async () => {
  for (let i = 0; i < 5; i++) {
    const { id } = await send()
    const count = (await events()).length
    const reports = ['read', 'delivered', 'sent', 'delivered', 'read', 'failed'] as const
    await Promise.all(reports.map((status) => report(id, status)))
    const [last] = (await events()).slice(-1) as unknown as [{ payload: { message: { status: string } } }]
    assert.equal(last.payload.message.status, 'read')
    assert.ok((await events()).length - count <= 3)
  }
})

test('The failure reason is saved, a delivered message cannot fail, and a failed one can still be delivered', async () => {
  const { id } = await send()
  const failed = await report(id, 'failed', 'El número no existe')
  assert.equal(failed.status, 'failed')
  assert.deepEqual(failed.content_attributes, { external_error: 'El número no existe' })
  assert.equal((await report(id, 'delivered')).status, 'delivered')
  assert.equal((await report(id, 'failed', 'Tarde')).status, 'delivered')
})

test('Only programs connected to an inbox of the api channel can report a message status', async () => {
  const site = await act('create_inbox', { name: 'Sitio', channel: 'web_widget' })
  const { chat } = visit(site)
  const { id } = await chat('post_chat_message', { client_id: 'a', content: 'Hola' })
  const problem = await refusal(report(id, 'read'))
  assert.equal(problem.code, 'permission_denied')
  assert.match(problem.message, /api inboxes/)
  assert.equal(inbox.channel, 'api')
})

test('A message of another workspace, or of a conversation the caller cannot see, is not found', async () => {
  const other = await addAccount()
  const theirs = await other.act('send_message', { conversation_id: (await other.talk()).id, content: 'x' })
  const mine = await send()
  const as = await addAgent('Limitada', { visibility: 'own' })
  for (const [message_id, who] of [
    [theirs.id, actor],
    ['999999999', actor],
    [mine.id, as],
  ] as const) {
    const problem = await refusal(act('update_message', { message_id, status: 'read' }, { as: who }))
    assert.equal(problem.code, 'not_found')
  }
})

test('Reporting a status requires permission to send messages', async () => {
  const { id: message_id } = await send()
  const call = act('update_message', { message_id, status: 'read' }, { as: only('conversations:read') })
  assert.equal((await refusal(call)).code, 'permission_denied')
})
