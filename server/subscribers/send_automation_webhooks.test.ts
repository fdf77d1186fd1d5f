import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { openOutbound } from '#gateways/outbound.ts'
import type { Event, SubscriberContext } from '#kernel/subscriber.ts'
import { send_automation_webhooks } from '#subscribers/send_automation_webhooks.ts'

/** Another system with a configurable answer. */
const requests: { headers: Record<string, unknown>; body: Record<string, unknown> }[] = []
let answer = 200
const server = createServer(async (request, response) => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  requests.push({ headers: request.headers, body: JSON.parse(Buffer.concat(pieces).toString()) })
  response.writeHead(answer, { location: '/elsewhere' }).end('ok')
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => server.close())
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`

const event: Event<'automation.webhook_requested'> = {
  account_id: '7',
  id: '0197aa00-0000-7000-8000-000000000001',
  sequence: '1',
  name: 'automation.webhook_requested',
  actor: { type: 'automation', id: '3', name: 'Regla' },
  payload: {
    run_id: '1',
    position: 0,
    url,
    body: { type: 'conversation.resolved', rule: { id: '3', name: 'Regla' }, conversation: { id: '9' } },
  },
  occurred_at: '2030-01-01T00:00:00.000Z',
}
const tell = (allowed = ['127.0.0.0/8']) =>
  send_automation_webhooks(openOutbound({ outbound_allow: allowed }), () => ({})).run({} as SubscriberContext, event)

test('The webhook receives the event and its author, with the same id each time', async () => {
  await tell()
  await tell()
  assert.equal(requests.length, 2)
  assert.deepEqual(requests[0]?.body, {
    id: event.id,
    type: 'conversation.resolved',
    timestamp: event.occurred_at,
    account_id: '7',
    rule: { id: '3', name: 'Regla' },
    conversation: { id: '9' },
  })
  assert.deepEqual(
    requests.map(({ headers }) => [headers['webhook-id'], headers['content-type']]),
    Array(2).fill([event.id, 'application/json']),
  )
})

test('Any response but success is a failure and retried; redirects are not followed', async () => {
  for (answer of [301, 400, 404, 500, 503]) await assert.rejects(tell(), new RegExp(String(answer)))
  answer = 204
  await tell()
})

test('A private address is not called', async () => {
  const count = requests.length
  await assert.rejects(tell([]))
  assert.equal(requests.length, count)
})
