import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openNode } from '#test/node.ts'
import { until } from '#test/wait.ts'
import { readEvents } from '#widget/panel/events.ts'

const { rest, key, url } = await openNode()

const makeInbox = async () => {
  const body = { name: 'Tienda', channel: 'web_widget' }
  return (await rest<{ id: string; token: string }>('POST', '/inboxes', { key, body })).body
}
const inbox = await makeInbox()

/** A visitor who has opened the chat of the inbox. */
async function makeVisitor(named = inbox.token) {
  const { token } = (await rest<{ token: string }>('POST', '/widget/session', { body: { inbox: named } })).body
  let sent = 0
  return {
    token,
    say: async (content: string) => {
      const body = { client_id: `mensaje-${++sent}`, content }
      const { status, text } = await rest('POST', '/widget/messages', { key: token, body })
      assert.equal(status, 201, text)
    },
    conversation: async () => {
      const { conversation } = (await rest<{ conversation: { id: string } }>('GET', '/widget/chat', { key: token }))
        .body
      return conversation.id
    },
  }
}

type StreamEvent = { name: string; id: string | undefined; data: Record<string, unknown> }

/** Opens the visitor's event stream and records its events. */
async function listen(token: string, last?: string) {
  const leaving = new AbortController()
  after(() => leaving.abort())
  const headers = { authorization: `Bearer ${token}`, ...(last && { 'last-event-id': last }) }
  const answer = await fetch(`${url}/api/v1/widget/live`, { headers, signal: leaving.signal })
  assert.equal(answer.status, 200)
  const events: StreamEvent[] = []
  const read = async () => {
    for await (const { name, id, data } of readEvents(answer.body!.pipeThrough(new TextDecoderStream()))) {
      if (data !== undefined) events.push({ name, id, data: JSON.parse(data) })
    }
  }
  const ended = read().catch(() => {})
  const texts = () => events.filter(({ name }) => name === 'message').map(({ data }) => data.content)
  return { events, texts, ended, leave: () => leaving.abort() }
}

const agent = (path: string, body: object) => rest('POST', `/conversations/${path}`, { key, body })

test('A visitor receives their own chat live, and nothing internal to the team', async () => {
  const [ana, luis] = [await makeVisitor(), await makeVisitor()]
  const { events, texts } = await listen(ana.token)
  await ana.say('Hola')
  await luis.say('Yo también')
  const [hers, his] = [await ana.conversation(), await luis.conversation()]
  await agent(`${hers}/messages`, { content: 'Esta clienta siempre regatea', private: true })
  await agent(`${his}/messages`, { content: 'Buenas, Luis' })
  await agent(`${hers}/typing`, { typing: true, private: true })
  await agent(`${hers}/typing`, { typing: true })
  await rest('POST', '/widget/typing', { key: ana.token, body: { typing: true } })
  await agent(`${hers}/read`, {})
  await agent(`${hers}/messages`, { content: 'Buenas, Ana' })
  await rest('POST', '/widget/seen', { key: ana.token, body: {} })
  await agent(`${hers}/resolve`, {})
  await until(() => events.some(({ name, data }) => name === 'conversation' && data.status === 'resolved'), 'its end')

  assert.deepEqual(texts(), ['Hola', 'Buenas, Ana', 'Buenas, Ana'])
  const messages = events.filter(({ name }) => name === 'message').map(({ data }) => data)
  assert.deepEqual(
    messages.map(({ direction, status, client_id }) => [direction, status, client_id]),
    [
      ['incoming', 'sent', 'mensaje-1'],
      ['outgoing', 'sent', null],
      ['outgoing', 'read', null],
    ],
  )
  assert.deepEqual(Object.keys(messages[0]!.author as object), ['type', 'name'])
  const typing = events.filter(({ name }) => name === 'typing').map(({ data }) => data)
  assert.deepEqual(typing, [{ name: 'full', typing: true }])
  assert.ok(events.some(({ name, data }) => name === 'read' && data.at !== null))
  assert.doesNotMatch(JSON.stringify(events), /regatea|Luis|también/)
})

test('A visitor who reconnects receives what they missed, each event once', async () => {
  const ana = await makeVisitor()
  await ana.say('Hola')
  const conversation = await ana.conversation()
  const first = await listen(ana.token)
  await agent(`${conversation}/messages`, { content: 'uno' })
  await until(() => first.texts().includes('uno'), 'the first answer')
  first.leave()
  await agent(`${conversation}/messages`, { content: 'dos' })
  await agent(`${conversation}/messages`, { content: 'solo para el equipo', private: true })
  const second = await listen(ana.token, first.events.at(-1)!.id)
  await agent(`${conversation}/messages`, { content: 'tres' })
  await until(() => second.texts().includes('tres'), 'the last answer')
  assert.deepEqual(second.texts(), ['dos', 'tres'])
})

test('A stream ends when its inbox is deleted', async () => {
  const { id, token } = await makeInbox()
  const ana = await makeVisitor(token)
  const { ended } = await listen(ana.token)
  await rest('DELETE', `/inboxes/${id}`, { key })
  await ended
  const again = await rest('GET', '/widget/live', { key: ana.token })
  assert.equal(again.status, 401)
})

test('An invalid position and an API key are refused', async () => {
  const ana = await makeVisitor()
  const { status } = await rest('GET', '/widget/live', { key: ana.token, headers: { 'last-event-id': 'ayer' } })
  assert.equal(status, 400)
  assert.equal((await rest('GET', '/widget/live', { key })).status, 401)
})
