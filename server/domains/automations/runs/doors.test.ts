import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueVisitorToken } from '#domains/access/public/visitors.ts'
import { openClassicNode } from '#test/classic.ts'
import { until } from '#test/wait.ts'

/* The same rules run for every door: tools, REST, the classic routes and the live chat. */

const { rest, tool, ok, ask, sql, key, account_id, node } = await openClassicNode()

const post = async (path: string, body: object) => {
  const answer = await rest<{ id: string }>('POST', path, { key, body })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}
const channel = await post('/inboxes', { name: 'Programa', channel: 'api', auto_assign: false })
const site = await post('/inboxes', { name: 'Sitio', channel: 'web_widget', auto_assign: false })
await post('/labels', { title: 'Vip' })
const when = (event: string, content: string) =>
  post('/automation-rules', { name: content, event, actions: [{ type: 'add_note', content }] })
await when('conversation.label_added', 'etiquetada')
await when('conversation.resolved', 'resuelta')

let made = 0
/** Starts a conversation. */
const talk = async (): Promise<string> => {
  const message = { source_id: `puerta-${++made}`, content: 'Hola' }
  const { conversation } = (await post(`/inboxes/${channel.id}/messages`, message)) as never as {
    conversation: { id: string }
  }
  return conversation.id
}
/** Notes that rules wrote in the conversation, by their text: rules for different events run side by side. */
const notesOf = async (conversation_id: string) =>
  (await sql`select content from messages where conversation_id = ${conversation_id} and private order by content`).map(
    ({ content }) => content,
  )
const waitForNotes = async (conversation_id: string, notes: string[]) => {
  await until(async () => (await notesOf(conversation_id)).length >= notes.length, `${notes.join(', ')} are written`)
  await until(
    async () => (await sql`select from deliveries where dead_at is null`).length === 0,
    'all deliveries are done',
  )
  assert.deepEqual(await notesOf(conversation_id), notes)
}

test('A tool call triggers label and resolution rules', async () => {
  const conversation_id = await talk()
  const tagged = await tool('tag_conversation', { conversation_id, label_title: 'Vip' }, key)
  assert.ok(!tagged.result?.isError)
  await waitForNotes(conversation_id, ['etiquetada'])
  await tool('resolve_conversation', { conversation_id }, key)
  await waitForNotes(conversation_id, ['etiquetada', 'resuelta'])
})

test('REST triggers them too', async () => {
  const id = await talk()
  await post(`/conversations/${id}/labels`, { label_title: 'Vip' })
  await waitForNotes(id, ['etiquetada'])
  await post(`/conversations/${id}/resolve`, {})
  await waitForNotes(id, ['etiquetada', 'resuelta'])
})

test('The classic routes trigger them too', async () => {
  const id = await talk()
  await ok('POST', `/conversations/${id}/labels`, { labels: ['Vip'] })
  await waitForNotes(id, ['etiquetada'])
  await ok('POST', `/conversations/${id}/toggle_status`, { status: 'resolved' })
  await waitForNotes(id, ['etiquetada', 'resuelta'])
})

test('A visitor who resolves the chat triggers the resolution rule', async () => {
  const visitor = { account_id, inbox_id: site.id, source_id: 'visita-1', verified: false }
  const headers = { authorization: `Bearer ${issueVisitorToken(node.runtime.secret, visitor)}` }
  const response = await ask('POST', '/api/v1/widget/messages', { client_id: 'uno', content: 'Hola' }, headers)
  assert.ok(response.status < 300, response.text)
  const settled = await ask('POST', '/api/v1/widget/resolve', {}, headers)
  assert.equal(settled.status, 200, settled.text)
  await waitForNotes(settled.body.id, ['resuelta'])
})

test('A macro run through REST triggers them, like actions by hand', async () => {
  const id = await talk()
  const actions = [
    { type: 'add_label', label: 'Vip' },
    { type: 'set_status', status: 'resolved' },
  ]
  const macro = await post('/macros', { name: 'Cerrar', visibility: 'shared', actions })
  const answer = await rest('POST', `/macros/${macro.id}/run`, { key, body: { conversation_ids: [id] } })
  assert.equal(answer.status, 202)
  await waitForNotes(id, ['etiquetada', 'resuelta'])
})
