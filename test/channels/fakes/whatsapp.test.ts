import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openReceiver } from '#test/receiver.ts'
import { http } from '#test/channels/http.ts'
import { openShop, outbound } from '#test/channels/whatsapp.ts'
import { verifyWebhook } from './meta.ts'
import { openFakeWhatsApp } from './whatsapp.ts'

test('The fake delivers signed webhooks together or one by one, repeated, and again after a failure', async () => {
  const fake = await openFakeWhatsApp()
  const { whatsapp, connection } = openShop(fake.url)
  const receiver = await openReceiver()
  const ana = { name: 'Ana Ñandú', phone: '+525555550123', user_id: 'MX.77' }
  const changes = ['uno', 'dos'].map((body) => fake.receive(ana, { type: 'text', text: { body } }))
  assert.deepEqual(await fake.deliver(receiver.url, changes, { copies: 2 }), [200, 200])
  assert.deepEqual(await fake.deliver(receiver.url, changes, { isBatch: false }), [200, 200])
  receiver.answers(500)
  assert.deepEqual(await fake.deliver(receiver.url, changes), [500, 500, 500])
  assert.equal(receiver.requests.length, 7)
  for (const { path, headers, body: text } of receiver.requests) {
    const body = Buffer.from(text)
    assert.equal(whatsapp.authenticate({ method: 'POST', url: path, query: {}, headers, body }, connection), true)
  }
  const events = whatsapp.parse(Buffer.from(receiver.requests[0]!.body), connection, '')
  assert.deepEqual(
    events.map((event) => event.kind === 'message' && [event.content, event.person.phone_number, event.person.name]),
    [
      ['uno', '+5215555550123', 'Ana Ñandú'],
      ['dos', '+5215555550123', 'Ana Ñandú'],
    ],
  )
  receiver.answers((_request, response) => void response.writeHead(403).end('no'))
  assert.deepEqual(await verifyWebhook(receiver.url, 'wrong'), { status: 403, body: 'no' })
  assert.match(receiver.requests.at(-1)!.path, /hub\.verify_token=wrong/)
})

test('The fake names people as WhatsApp does in Mexico, Argentina and Brazil', async () => {
  const fake = await openFakeWhatsApp()
  const { whatsapp, connection } = openShop(fake.url)
  const named = async (phone_number: string) => {
    const recipient = { source_id: 'x', aliases: [], phone_number }
    const result = await whatsapp.send(connection, outbound({ content: 'hola', recipient }), http)
    return result.outcome === 'accepted' && result.aliases
  }
  assert.deepEqual(await named('+525555550123'), ['5215555550123'])
  assert.deepEqual(await named('+541155550147'), ['5491155550147'])
  assert.deepEqual(await named('+5547985550188'), ['554785550188'])
  assert.deepEqual(await named('+5511985550188'), ['5511985550188'])
  assert.deepEqual(await named('+554733334444'), ['554733334444'])
})
