import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueVisitor } from '#domains/access/visitors.ts'
import { openClassicNode } from '#test/classic.ts'
import { until } from '#test/wait.ts'

/* The same rules, whichever way it happens: an agent's tool, REST, the classic routes, the chat on a site. */

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
/** A conversation somebody has just begun. */
const talk = async (): Promise<string> => {
  const said = { source_id: `puerta-${++made}`, content: 'Hola' }
  const { conversation } = (await post(`/inboxes/${channel.id}/messages`, said)) as never as {
    conversation: { id: string }
  }
  return conversation.id
}
/** What rules have written in it. */
const noted = async (conversation_id: string) =>
  (await sql`select content from messages where conversation_id = ${conversation_id} and private order by id`).map(
    ({ content }) => content,
  )
const untilNoted = async (conversation_id: string, notes: string[]) => {
  await until(async () => (await noted(conversation_id)).length >= notes.length, `${notes.join(', ')} noted`)
  await until(async () => (await sql`select from deliveries where dead_at is null`).length === 0, 'all is done')
  assert.deepEqual(await noted(conversation_id), notes)
}

test('a tool call fires label and resolution rules', async () => {
  const conversation_id = await talk()
  const tagged = await tool('tag_conversation', { conversation_id, label_title: 'Vip' }, key)
  assert.ok(!tagged.result?.isError)
  await untilNoted(conversation_id, ['etiquetada'])
  await tool('resolve_conversation', { conversation_id }, key)
  await untilNoted(conversation_id, ['etiquetada', 'resuelta'])
})

test('REST fires them alike', async () => {
  const id = await talk()
  await post(`/conversations/${id}/labels`, { label_title: 'Vip' })
  await untilNoted(id, ['etiquetada'])
  await post(`/conversations/${id}/resolve`, {})
  await untilNoted(id, ['etiquetada', 'resuelta'])
})

test('the classic routes fire them alike', async () => {
  const id = await talk()
  await ok('POST', `/conversations/${id}/labels`, { labels: ['Vip'] })
  await untilNoted(id, ['etiquetada'])
  await ok('POST', `/conversations/${id}/toggle_status`, { status: 'resolved' })
  await untilNoted(id, ['etiquetada', 'resuelta'])
})

test('a visitor who settles the matter in the chat fires the resolution rule', async () => {
  const visitor = { account_id, inbox_id: site.id, source_id: 'visita-1', verified: false }
  const headers = { authorization: `Bearer ${issueVisitor(node.runtime.secret, visitor)}` }
  const said = await ask('POST', '/api/v1/widget/messages', { client_id: 'uno', content: 'Hola' }, headers)
  assert.ok(said.status < 300, said.text)
  const settled = await ask('POST', '/api/v1/widget/resolve', {}, headers)
  assert.equal(settled.status, 200, settled.text)
  await untilNoted(settled.body.id, ['resuelta'])
})

test('a macro run by REST fires them, as by hand', async () => {
  const id = await talk()
  const actions = [
    { type: 'add_label', label: 'Vip' },
    { type: 'set_status', status: 'resolved' },
  ]
  const macro = await post('/macros', { name: 'Cerrar', visibility: 'shared', actions })
  const answer = await rest('POST', `/macros/${macro.id}/run`, { key, body: { conversation_ids: [id] } })
  assert.equal(answer.status, 202)
  await untilNoted(id, ['etiquetada', 'resuelta'])
})
