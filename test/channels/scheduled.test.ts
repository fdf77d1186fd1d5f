import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Conversation, Message } from '#contract/records/conversation.ts'
import type { InboxDetail } from '#contract/records/inbox.ts'
import { openFakeMessenger } from '#test/channels/fakes/messenger.ts'
import { generous } from '#test/limits.ts'
import { openNode } from '#test/node.ts'
import { until } from '#test/wait.ts'

const messenger = await openFakeMessenger()
const env = { HILO_GRAPH_URL: messenger.url, HILO_OUTBOUND_ALLOW: '127.0.0.0/8' }
const { rest, key, sql, node } = await openNode({ ...generous, ...env })

test('A scheduled message keeps the tag with which a person may answer after the window', async () => {
  const body = { name: 'Messenger', channel: 'messenger', credentials: messenger.credentials }
  const created = await rest<InboxDetail>('POST', '/inboxes', { key, body })
  assert.equal(created.status, 201, created.text)
  messenger.setClock(new Date(Date.now() - 48 * 3_600_000).toISOString())
  const event = messenger.receive({ id: '6100', name: 'Ana Ruiz' }, { text: 'Hola' })
  await messenger.deliver(created.body.connection!.webhook_url!, [event])
  messenger.setClock(new Date().toISOString())
  let conversation: Conversation | undefined
  await until(async () => {
    conversation = (await rest<{ items: Conversation[] }>('GET', '/conversations', { key })).body.items[0]
    return conversation !== undefined
  }, 'the conversation is there')

  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
  const message = { content: 'Ya llegó', human_agent: true, scheduled_at }
  const path = `/conversations/${conversation!.id}/messages`
  const { body: scheduled, text } = await rest<Pick<Message, 'id'>>('POST', path, { key, body: message })
  assert.ok(scheduled.id, text)
  await sql`update messages set scheduled_at = now() - interval '1 second' where id = ${scheduled.id}`
  node.runtime.notify()
  await until(() => messenger.accepted().length === 1, 'it has left')
  assert.equal(messenger.messages()[0].tag, 'HUMAN_AGENT')
})
