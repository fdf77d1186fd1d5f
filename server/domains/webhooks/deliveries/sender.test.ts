import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Webhook as Standard } from 'standardwebhooks'
import { Webhook as Svix } from 'svix'
import { openNode } from '#test/node.ts'
import { type WebhookRequest, openReceiver } from '#test/receiver.ts'
import { until } from '#test/wait.ts'

const { rest, key, sql, account_id, addAccount } = await openNode({
  HILO_OUTBOUND_ALLOW: '127.0.0.0/8',
  HILO_WEBHOOK_RETRY_SCHEDULE: '0.02,0.02,0.02,0.02',
  HILO_KEY_LIMIT: '1000000',
  HILO_ACCOUNT_LIMIT: '1000000',
})
await sql`update accounts set locale = 'en' where id = ${account_id}`

// oxlint-disable-next-line typescript/no-explicit-any -- the tests below assert the shape of the responses
type Loose = any

const ok = async (method: string, path: string, body?: object): Promise<Loose> => {
  const answer = await rest<Loose>(method, path, { key, ...(body && { body }) })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

let made = 0
const makeContact = (more: object = {}): Promise<{ id: string }> =>
  ok('POST', '/contacts', { name: 'Ana', email: `ana.${++made}@example.com`, ...more })

/** Creates an endpoint with its own receiver, after deleting the previous endpoints. */
async function listen(events: string[] | undefined, more: object = {}) {
  await sql`delete from webhooks`
  return add(events, more)
}

async function add(events: string[] | undefined, more: object = {}) {
  const receiver = await openReceiver()
  const webhook = await ok('POST', '/webhooks', { url: receiver.url, ...(events && { events }), ...more })
  const path = `/webhooks/${webhook.id}`
  let last: string | undefined
  return {
    ...receiver,
    webhook,
    path,
    read: () => ok('GET', path),
    deliveries: async (): Promise<Loose[]> => (await ok('GET', `${path}/deliveries?limit=100`)).items,
    /** Waits until the next delivery, or with `again` the same one, is finished, and returns its log entry. */
    latest: async (again = false): Promise<Loose> => {
      let found: Loose
      const isThere = async () => {
        found = (await ok('GET', `${path}/deliveries?limit=1`)).items[0]
        return found && (again || found.id !== last) && found.status !== 'pending'
      }
      await until(isThere, 'the delivery is finished')
      last = found.id
      return ok('GET', `${path}/deliveries/${found.id}`)
    },
  }
}

const isGood = (secret: string, { body, headers }: WebhookRequest): boolean => {
  const verdicts = [Standard, Svix].map((Verifier) => {
    try {
      new Verifier(secret).verify(body, headers as Record<string, string>)
      return true
    } catch {
      return false
    }
  })
  assert.equal(verdicts[0], verdicts[1], 'both verifiers agree')
  return verdicts[0]!
}

describe('A delivery', () => {
  test('carries the event, its actor and its time, signed as two independent verifiers expect', async () => {
    const { requests, webhook, latest } = await listen(['contact.created'])
    const contact = await makeContact({ city: 'Medellín', job_title: 'Ñandú ✓' })
    const { id, status, message_id, request_id } = await latest()
    const [call] = requests as [WebhookRequest]
    assert.equal(requests.length, 1)
    assert.deepEqual([status, Number(id) > 0, Boolean(request_id)], ['delivered', true, true])
    const { headers, body } = call
    assert.ok(isGood(webhook.secret, call))
    const payload = JSON.parse(body)
    const shown = await ok('GET', `/contacts/${contact.id}`)
    for (const field of ['channel_identities', 'notes', 'conversations', 'recent_messages', 'open_records'])
      delete shown[field]
    assert.deepEqual(payload.data, { object: shown })
    assert.deepEqual(
      [
        payload.id,
        payload.type,
        payload.api_version,
        payload.account_id,
        payload.actor.type,
        Number.isInteger(payload.sequence),
      ],
      [message_id, 'contact.created', 'v1', account_id, 'api_key', true],
    )
    assert.match(payload.id, /^evt_[0-9a-f-]{36}$/)
    assert.deepEqual(
      [headers['webhook-id'], headers['webhook-event'], headers['webhook-attempt'], headers['content-type']],
      [payload.id, 'contact.created', '1', 'application/json'],
    )
    assert.equal(headers['user-agent'], 'Hilo-Webhooks/1')
    assert.ok(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000) < 60)
  })

  test('is rejected by the verifiers if it is old or a byte, ID or time was changed', async () => {
    const { requests, webhook, latest } = await listen(['contact.created'])
    await makeContact()
    await latest()
    const [call] = requests as [WebhookRequest]
    const { headers, body } = call
    const other = (changed: object, text = body) => ({ ...call, headers: { ...headers, ...changed }, body: text })
    assert.ok(isGood(webhook.secret, other({})))
    const later = Number(headers['webhook-timestamp'])
    for (const wrong of [
      other({ 'webhook-timestamp': String(later - 301) }),
      other({ 'webhook-timestamp': String(later + 1) }),
      other({ 'webhook-id': `${String(headers['webhook-id'])}0` }),
      other({}, `${body} `),
      other({}, body.replace('Ana', 'Ane')),
      other({ 'webhook-signature': 'v1,AAAA' }),
    ])
      assert.ok(!isGood(webhook.secret, wrong))
    assert.ok(!isGood(`whsec_${Buffer.alloc(32).toString('base64')}`, call))
  })

  test('carries a message with its conversation, a won deal with its changes, or a contact note', async () => {
    const { bodies, requests } = await listen(['message.received', 'opportunity.won', 'contact.note_created'])
    const inbox = await ok('POST', '/inboxes', { name: 'Ventas', channel: 'api' })
    const incoming = { source_id: 'cliente', content: 'Hola' }
    const { message } = await ok('POST', `/inboxes/${inbox.id}/messages`, incoming)
    await until(() => requests.length === 1, 'the message is delivered')
    const contact = await makeContact()
    const deal = { name: 'Casa', contact_id: contact.id, expected_close_date: '2030-01-31' }
    const pipeline = (await ok('GET', '/pipelines?kind=opportunities')).items[0]
    assert.ok(pipeline)
    const { id: opportunity_id } = await ok('POST', '/opportunities', deal)
    await ok('POST', `/opportunities/${opportunity_id}/outcome`, { outcome: 'won' })
    await until(() => requests.length === 2, 'the deal is delivered')
    await ok('POST', `/contacts/${contact.id}/notes`, { body: 'Llamar' })
    await until(() => requests.length === 3, 'the note is delivered')
    const [received, won, note] = bodies()
    assert.deepEqual(received.data.object, message)
    assert.deepEqual(
      [received.type, received.data.conversation.id, received.data.conversation.contact.name.length > 0],
      ['message.received', message.conversation_id, true],
    )
    assert.deepEqual(
      [won.data.object.id, won.data.object.status, won.data.changes.status],
      [opportunity_id, 'won', { from: 'open', to: 'won' }],
    )
    assert.deepEqual([note.data.object.contact_id, note.data.object.body], [contact.id, 'Llamar'])
  })

  test('is sent only for subscribed events, by name, by group or all, and once each', async () => {
    const one = await listen(['label.created'])
    const kind = await add(['label.*', 'label.created'])
    const all = await add(['*'])
    const other = await add(['opportunity.*'])
    const { id: label_id } = await ok('POST', '/labels', { title: `etiqueta ${++made}` })
    await ok('PATCH', `/labels/${label_id}`, { description: 'Otra' })
    await makeContact()
    await until(
      () => all.requests.length === 3 && kind.requests.length === 2 && one.requests.length === 1,
      'all are delivered',
    )
    const types = (receiver: typeof one) =>
      receiver.requests.map(({ headers }) => String(headers['webhook-event'])).sort()
    assert.deepEqual(types(one), ['label.created'])
    assert.deepEqual(types(kind), ['label.created', 'label.updated'])
    assert.deepEqual(types(all), ['contact.created', 'label.created', 'label.updated'])
    assert.deepEqual(other.requests, [])
    assert.equal(one.requests[0]?.headers['webhook-id'], kind.bodies().find(({ type }) => type === 'label.created').id)
  })

  test('never carries events of another workspace', async () => {
    const { requests, deliveries } = await listen(['*'])
    const other = await rest('POST', '/labels', { key: (await addAccount()).key, body: { title: 'Ajena' } })
    assert.equal(other.status, 201)
    await ok('POST', '/labels', { title: `propia ${++made}` })
    await until(() => requests.length === 1, 'the event of this workspace is delivered')
    assert.equal((await deliveries()).length, 1)
  })
})

describe('An endpoint that fails', () => {
  test('gets the same bytes under the same ID again, freshly signed, until it accepts them', async () => {
    const { requests, answers, latest, webhook, read } = await listen(['contact.created'])
    answers((_, response) => response.writeHead(requests.length < 4 ? 500 : 204).end(requests.length < 4 ? 'roto' : ''))
    await makeContact()
    const { status, attempts, log, last_error, next_attempt_at } = await latest()
    assert.deepEqual([status, attempts, last_error, next_attempt_at, requests.length], ['delivered', 4, null, null, 4])
    assert.equal(new Set(requests.map(({ body }) => body)).size, 1)
    assert.equal(new Set(requests.map(({ headers }) => headers['webhook-id'])).size, 1)
    assert.deepEqual(
      requests.map(({ headers }) => headers['webhook-attempt']),
      ['1', '2', '3', '4'],
    )
    assert.ok(requests.every((call) => isGood(webhook.secret, call)))
    assert.deepEqual(
      log.map(({ number, status_code, error_class, response_body }: Loose) => [
        number,
        status_code,
        error_class,
        response_body,
      ]),
      [[4, 204, null, ''], ...[3, 2, 1].map((number) => [number, 500, 'http', 'roto'])],
    )
    assert.ok(log.slice(1).every((each: Loose) => each.next_attempt_at !== null))
    assert.match(log[0].request_headers['webhook-signature'], /^v1,.{6}…$/)
    const { failing_since, failed_attempts, last_success_at } = await read()
    assert.deepEqual([failing_since, failed_attempts, Boolean(last_success_at)], [null, 0, true])
  })

  test('is given up after the last attempt, and the delivery can be sent again', async () => {
    const { requests, answers, latest, path, read } = await listen(['contact.created'])
    answers(503)
    await makeContact()
    const failed = await latest()
    assert.deepEqual([failed.status, failed.attempts, failed.last_status_code], ['failed', 5, 503])
    assert.equal(failed.log[0].next_attempt_at, null)
    const { failing_since, failed_attempts, last_error } = await read()
    assert.deepEqual([Boolean(failing_since), failed_attempts, last_error], [true, 5, 'It answered 503.'])
    answers(200)
    const again = await rest<Loose>('POST', `${path}/deliveries/${failed.id}/redeliver`, { key })
    assert.deepEqual([again.status, again.body.status, again.body.attempts], [202, 'pending', 5])
    const { status, attempts, log, message_id } = await latest(true)
    assert.deepEqual([status, attempts, log.length, message_id], ['delivered', 6, 6, failed.message_id])
    assert.equal(new Set(requests.map(({ body }) => body)).size, 1)
  })

  test('fails on redirects, refused connections, TLS and DNS errors, and blocked addresses', async () => {
    const target = await openReceiver()
    const { answers, latest, path } = await listen(['contact.created'])
    answers((_, response) => response.writeHead(302, { location: target.url }).end())
    await makeContact()
    assert.equal((await latest()).last_status_code, 302)
    assert.equal(target.requests.length, 0)
    for (const [url, error_class] of [
      ['http://127.0.0.1:1024/', 'connect'],
      [`https://127.0.0.1:${new URL(target.url).port}/`, 'tls'],
      ['http://no-such-host.invalid:8080/', 'dns'],
    ] as const) {
      await ok('PATCH', path, { url })
      await makeContact()
      const { log, status } = await latest()
      assert.deepEqual([status, log[0].error_class, log[0].status_code], ['failed', error_class, null], log[0].error)
    }
    await sql`update webhooks set url = 'https://169.254.169.254/latest/meta-data'`
    await makeContact()
    const { log } = await latest()
    assert.equal(log[0].error_class, 'blocked')
    assert.match(log[0].error, /HILO_OUTBOUND_ALLOW/)
  })

  test('can ask for a later retry, and gets nothing until then', async () => {
    const { answers, requests, deliveries } = await listen(['contact.created'])
    answers((_, response) => response.writeHead(429, { 'retry-after': '3600' }).end())
    await makeContact()
    const waiting = async () => (await deliveries())[0]?.attempts === 1
    await until(waiting, 'the first attempt was made')
    const [{ status, next_attempt_at }] = (await deliveries()) as [Loose]
    assert.equal(status, 'pending')
    const [{ seconds } = { seconds: 0 }] = await sql<{ seconds: number }>`
      select extract(epoch from ${next_attempt_at}::timestamptz - created_at)::float8 as seconds from webhook_attempts order by created_at desc limit 1`
    assert.ok(Math.abs(seconds - 3600) < 1, String(seconds))
    assert.equal(requests.length, 1)
  })

  test('can ask not to receive a delivery again, or any at all', async () => {
    const { answers, latest, read, requests, path } = await listen(['contact.created'])
    answers((_, response) => response.writeHead(400, { 'webhook-delivery': 'abort-message' }).end())
    await makeContact()
    assert.deepEqual([(await latest()).status, requests.length, (await read()).enabled], ['failed', 1, true])
    for (const [status, header] of [
      [410, {}],
      [200, { 'webhook-delivery': 'disable' }],
      [500, { 'webhook-delivery': 'disable' }],
    ] as const) {
      await ok('PATCH', path, { enabled: true })
      const count = requests.length
      answers((_, response) => response.writeHead(status, header).end())
      await makeContact()
      await until(async () => !(await read()).enabled, 'the endpoint is disabled')
      const { disabled_reason, banner } = await read()
      assert.deepEqual([disabled_reason, banner], ['gone', 'disabled'])
      assert.equal((await latest()).status, status === 200 ? 'delivered' : 'failed')
      assert.equal(requests.length, count + 1)
    }
    const mails = await sql<{ kind: string; subject: string }>`select kind, subject from emails where kind = 'webhook'`
    assert.equal(mails.length, 3)
    assert.match(mails[0]!.subject, /^Your webhook to 127\.0\.0\.1:\d+ was disabled$/)
  })

  test('has only the beginning of a long response stored, whatever it contains', async () => {
    const { answers, latest } = await listen(['contact.created'])
    answers((_, response) => response.writeHead(200).end(`\0${'ñ'.repeat(100_000)}`))
    await makeContact()
    const { log } = await latest()
    assert.equal(Buffer.byteLength(log[0].response_body.replace('\uFFFD', ' ').replaceAll('\uFFFD', '')), 16 * 1024 - 1)
    assert.ok(log[0].response_body.startsWith('\uFFFDñññ'))
  })
})

test('An endpoint that hangs takes four slots and delays no other endpoint', async () => {
  const hanging = await listen(['contact.created'])
  const swift = await add(['contact.created'])
  hanging.answers(() => {})
  for (let i = 0; i < 30; i++) await makeContact()
  await until(() => swift.requests.length === 30, 'the other endpoint has everything')
  await until(() => hanging.requests.length === 4, 'four requests wait for a response')
  const held =
    await sql`select from webhook_deliveries where webhook_id = ${hanging.webhook.id} and leased_until is not null`
  assert.deepEqual([held.length, hanging.requests.length], [4, 4])
  const ids = swift.requests.map(({ headers }) => headers['webhook-id'])
  assert.equal(new Set(ids).size, 30)
})

describe('A secret', () => {
  test('stays valid for a while beside its replacement', async () => {
    const { requests, webhook, path, latest } = await listen(['contact.created'])
    const second = await ok('POST', `${path}/rotate-secret`, { overlap_hours: 2 })
    const third = await ok('POST', `${path}/rotate-secret`)
    assert.equal(new Set([webhook.secret, second.secret, third.secret]).size, 3)
    await makeContact()
    await latest()
    const [call] = requests as [WebhookRequest]
    for (const { secret } of [webhook, second, third]) assert.ok(isGood(secret, call))
    assert.equal(String(call.headers['webhook-signature']).split(' ').length, 3)
    await sql`
      update webhooks set retired_secrets = jsonb_set(jsonb_set(retired_secrets, '{0,until}', '"2020-01-01T00:00:00.000Z"'),
                                                      '{1,until}', '"2020-01-01T00:00:00.000Z"')`
    await makeContact()
    await until(() => requests.length === 2, 'another event is delivered')
    assert.deepEqual(
      [webhook, second, third].map(({ secret }) => isGood(secret, requests[1]!)),
      [false, false, true],
    )
  })

  test('that can no longer be decrypted fails the delivery instead of blocking it forever', async () => {
    const { latest, requests, webhook } = await listen(['contact.created'])
    await sql`update webhooks set secret = '\\x00' where id = ${webhook.id}`
    await makeContact()
    const { status, last_error } = await latest()
    assert.deepEqual(
      [status, last_error, requests.length],
      ['failed', 'The webhook secret cannot be decrypted; rotate it.', 0],
    )
  })
})

describe('A test', () => {
  test('is sent once and at once, even to a disabled endpoint', async () => {
    const { requests, answers, path, latest, webhook } = await listen(['contact.created'], { enabled: false })
    answers(500)
    const delivery = await ok('POST', `${path}/test`)
    assert.equal(delivery.event, 'webhook.test')
    assert.deepEqual([(await latest()).status, requests.length], ['failed', 1])
    assert.ok(isGood(webhook.secret, requests[0]!))
    assert.deepEqual(JSON.parse(requests[0]!.body).data, { object: { message: 'This endpoint works.' } })
  })
})

describe('A replay', () => {
  test('sends failed deliveries and events missed while disabled, and skips delivered ones', async () => {
    const { requests, answers, path, deliveries, latest } = await listen(['contact.created'])
    const since = new Date().toISOString()
    await makeContact()
    await latest()
    answers(500)
    await makeContact()
    await until(async () => (await deliveries())[0]?.status === 'failed', 'one delivery has failed')
    await ok('PATCH', path, { enabled: false })
    await makeContact()
    await makeContact()
    await until(
      async () => (await sql`select from deliveries where dead_at is null`).length === 0,
      'no event is left to process',
    )
    assert.equal((await deliveries()).length, 2)
    answers(200)
    await ok('PATCH', path, { enabled: true })
    const count = requests.length
    const { status, body } = await rest<Loose>('POST', `${path}/replay`, { key, body: { since } })
    assert.deepEqual([status, body.status, body.since], [202, 'failed', since])
    await until(() => requests.length === count + 3, 'three events are replayed')
    await until(
      async () => (await deliveries()).every((each) => each.status === 'delivered'),
      'all deliveries have arrived',
    )
    assert.equal((await deliveries()).length, 4)
    const names = new Set(requests.map(({ headers }) => headers['webhook-id']))
    assert.equal(names.size, 4)
  })

  test('of everything sends the whole period once more, under the same IDs', async () => {
    const { requests, path, deliveries } = await listen(['contact.created', 'label.*'])
    const before = new Date(Date.now() - 1).toISOString()
    for (let i = 0; i < 3; i++) await makeContact()
    await until(() => requests.length === 3, 'all are delivered')
    await until(
      async () => (await deliveries()).every(({ status }) => status === 'delivered'),
      'all deliveries are finished',
    )
    const last = (await sql<{ at: string }>`select max(occurred_at) as at from events`)[0]!.at
    await ok('POST', '/labels', { title: `tarde ${++made}` })
    await until(() => requests.length === 4, 'an event after the period is delivered')
    await until(
      async () => (await deliveries()).every(({ status }) => status === 'delivered'),
      'the last delivery is finished',
    )
    await ok('POST', `${path}/replay`, { since: before, until: last, status: 'all' })
    await until(() => requests.length === 7, 'the three events are replayed')
    const ids = requests.map(({ headers }) => String(headers['webhook-id']))
    assert.deepEqual(ids.slice(4).toSorted(), ids.slice(0, 3).toSorted())
  })
})
