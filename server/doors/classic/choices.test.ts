import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openFakeWhatsApp } from '#test/channels/fakes/whatsapp.ts'
import { openClassicNode } from '#test/classic.ts'
import { openReceiver } from '#test/receiver.ts'
import { until } from '#test/wait.ts'

const whatsapp = await openFakeWhatsApp()
const receiver = await openReceiver()
const env = { HILO_GRAPH_URL: whatsapp.url, HILO_OUTBOUND_ALLOW: '127.0.0.0/8' }
const { ok, rest, key } = await openClassicNode(env)
const body = { name: 'WhatsApp', channel: 'whatsapp', credentials: whatsapp.credentials }
const made = await rest<{ connection: { webhook_url: string } }>('POST', '/inboxes', { key, body })
const customer = { name: 'Ana', phone: '573001112233' }
await whatsapp.deliver(made.body.connection.webhook_url, [
  whatsapp.receive(customer, { type: 'text', text: { body: '¿Qué venden?' } }),
])
let id = 0
await until(async () => {
  id = (await ok('GET', '/conversations')).data.payload[0]?.id ?? 0
  return id > 0
}, 'the conversation is there')
const path = `/conversations/${id}/messages`

test('Choices become buttons or a list of the channel, and are returned as choices', async () => {
  const itemsOf = (count: number) => Array.from({ length: count }, (_, i) => ({ title: `Opción ${i}`, value: `o${i}` }))
  for (const count of [2, 5]) {
    const items = itemsOf(count)
    const sent = await ok('POST', path, {
      content: '¿Cuál?',
      content_type: 'input_select',
      content_attributes: { items },
    })
    assert.equal(sent.content_type, 'input_select')
    assert.deepEqual(sent.content_attributes.items, items)
  }
  const many = { content: '¿Cuál?', content_type: 'input_select', content_attributes: { items: itemsOf(12) } }
  assert.match((await ok('POST', path, many)).content, /^¿Cuál\?\n• Opción 0\n/)
  await until(() => whatsapp.messages().length === 3, 'they have left')
  assert.deepEqual(
    whatsapp.messages().map(({ type, interactive }) => interactive?.type ?? type),
    ['button', 'list', 'text'],
  )
})

test('Cards become text on a channel without them', async () => {
  const items = [
    { title: 'Rosca', description: '$ 20', actions: [{ type: 'link', text: 'Ver', uri: 'https://shop.example/1' }] },
  ]
  const sent = await ok('POST', path, { content: 'Mira', content_type: 'cards', content_attributes: { items } })
  assert.equal(sent.content, 'Mira\nRosca\n$ 20\nhttps://shop.example/1')
  assert.equal(sent.content_type, 'text')
})

test('A quoted message is quoted on the channel and in webhooks; the time of an imported one is returned', async () => {
  await ok('POST', '/webhooks', { url: receiver.url, subscriptions: ['message_created'] })
  const { payload } = await ok('GET', path)
  const [question] = payload
  const quote = { content: 'Pan', content_attributes: { in_reply_to: question.id } }
  const sent = await ok('POST', path, { ...quote, external_created_at: '2026-01-02T03:04:05Z' })
  assert.equal(sent.content_attributes.in_reply_to, question.id)
  assert.equal(sent.content_attributes.in_reply_to_external_id, question.source_id)
  assert.equal(sent.content_attributes.external_created_at, '2026-01-02T03:04:05Z')
  const isQuoted = () => whatsapp.messages().some(({ context }) => context?.message_id === question.source_id)
  await until(isQuoted, 'the quote has left')
  const find = () => receiver.bodies().find((each) => each.id === sent.id)
  await until(() => find() !== undefined, 'the webhook is there')
  assert.equal(find().content_attributes.in_reply_to, question.id)
})
