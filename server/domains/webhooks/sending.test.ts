import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Webhook as Standard } from 'standardwebhooks'
import { Webhook as Svix } from 'svix'
import { openNode } from '#test/node.ts'
import { type Heard, openReceiver } from '#test/receiver.ts'
import { until } from '#test/wait.ts'

const { rest, key, sql, account_id, addAccount } = await openNode({
  HILO_OUTBOUND_ALLOW: '127.0.0.0/8',
  HILO_WEBHOOK_RETRY_SCHEDULE: '0.02,0.02,0.02,0.02',
  HILO_KEY_LIMIT: '1000000',
  HILO_ACCOUNT_LIMIT: '1000000',
})
await sql`update accounts set locale = 'en' where id = ${account_id}`

// oxlint-disable-next-line typescript/no-explicit-any -- what answers hold is what these tests are about
type Loose = any

const ok = async (method: string, path: string, body?: object): Promise<Loose> => {
  const answer = await rest<Loose>(method, path, { key, ...(body && { body }) })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

let made = 0
const makeContact = (more: object = {}): Promise<{ id: string }> =>
  ok('POST', '/contacts', { name: 'Ana', email: `ana.${++made}@example.com`, ...more })

/** An endpoint with a receiver of its own. Those before it make room. */
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
    /** The log of its next delivery, or of the same once more, when that is settled. */
    latest: async (again = false): Promise<Loose> => {
      let found: Loose
      const isThere = async () => {
        found = (await ok('GET', `${path}/deliveries?limit=1`)).items[0]
        return found && (again || found.id !== last) && found.status !== 'pending'
      }
      await until(isThere, 'the delivery is settled', 20_000)
      last = found.id
      return ok('GET', `${path}/deliveries/${found.id}`)
    },
  }
}

const isGood = (secret: string, { body, headers }: Heard): boolean => {
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

describe('what is told', () => {
  test('is what happened, who did it and when, signed as two other people’s verifiers expect', async () => {
    const { heard, webhook, latest } = await listen(['contact.created'])
    const contact = await makeContact({ city: 'Medellín', job_title: 'Ñandú ✓' })
    const { id, status, message_id, request_id } = await latest()
    const [call] = heard as [Heard]
    assert.equal(heard.length, 1)
    assert.deepEqual([status, Number(id) > 0, Boolean(request_id)], ['delivered', true, true])
    const { headers, body } = call
    assert.ok(isGood(webhook.secret, call))
    const told = JSON.parse(body)
    const shown = await ok('GET', `/contacts/${contact.id}`)
    for (const field of ['channel_identities', 'notes', 'conversations', 'recent_messages']) delete shown[field]
    assert.deepEqual(told.data, { object: shown })
    assert.deepEqual(
      [told.id, told.type, told.api_version, told.account_id, told.actor.type, Number.isInteger(told.sequence)],
      [message_id, 'contact.created', 'v1', account_id, 'api_key', true],
    )
    assert.match(told.id, /^evt_[0-9a-f-]{36}$/)
    assert.deepEqual(
      [headers['webhook-id'], headers['webhook-event'], headers['webhook-attempt'], headers['content-type']],
      [told.id, 'contact.created', '1', 'application/json'],
    )
    assert.equal(headers['user-agent'], 'Hilo-Webhooks/1')
    assert.ok(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000) < 60)
  })

  test('is refused by the verifiers when it is old, or a byte, an id or a time was changed', async () => {
    const { heard, webhook, latest } = await listen(['contact.created'])
    await makeContact()
    await latest()
    const [call] = heard as [Heard]
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

  test('is a message with its conversation, a won deal with what changed, a note of a contact', async () => {
    const { bodies, heard } = await listen(['message.received', 'opportunity.won', 'contact.note_created'])
    const inbox = await ok('POST', '/inboxes', { name: 'Ventas', channel: 'api' })
    const said = { source_id: 'cliente', content: 'Hola' }
    const { message } = await ok('POST', `/inboxes/${inbox.id}/messages`, said)
    await until(() => heard.length === 1, 'the message is told')
    const contact = await makeContact()
    const deal = { name: 'Casa', contact_id: contact.id, expected_close_date: '2030-01-31' }
    const pipeline = (await ok('GET', '/pipelines?kind=opportunities')).items[0]
    assert.ok(pipeline)
    const { id: opportunity_id } = await ok('POST', '/opportunities', deal)
    await ok('POST', `/opportunities/${opportunity_id}/outcome`, { outcome: 'won' })
    await until(() => heard.length === 2, 'the deal is told')
    await ok('POST', `/contacts/${contact.id}/notes`, { body: 'Llamar' })
    await until(() => heard.length === 3, 'the note is told')
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

  test('is only what was asked for: a name, a kind, or everything; and each thing once', async () => {
    const one = await listen(['label.created'])
    const kind = await add(['label.*', 'label.created'])
    const all = await add(['*'])
    const other = await add(['opportunity.*'])
    const { id: label_id } = await ok('POST', '/labels', { title: `etiqueta ${++made}` })
    await ok('PATCH', `/labels/${label_id}`, { description: 'Otra' })
    await makeContact()
    await until(() => all.heard.length === 3 && kind.heard.length === 2 && one.heard.length === 1, 'all are told')
    const types = (receiver: typeof one) => receiver.heard.map(({ headers }) => String(headers['webhook-event'])).sort()
    assert.deepEqual(types(one), ['label.created'])
    assert.deepEqual(types(kind), ['label.created', 'label.updated'])
    assert.deepEqual(types(all), ['contact.created', 'label.created', 'label.updated'])
    assert.deepEqual(other.heard, [])
    assert.equal(one.heard[0]?.headers['webhook-id'], kind.bodies().find(({ type }) => type === 'label.created').id)
  })

  test('is nothing of another workspace', async () => {
    const { heard, deliveries } = await listen(['*'])
    const other = await rest('POST', '/labels', { key: (await addAccount()).key, body: { title: 'Ajena' } })
    assert.equal(other.status, 201)
    await ok('POST', '/labels', { title: `propia ${++made}` })
    await until(() => heard.length === 1, 'our own is told')
    assert.equal((await deliveries()).length, 1)
  })
})

describe('an endpoint that fails', () => {
  test('is tried again with the same bytes under the same id, each time signed afresh, until it takes it', async () => {
    const { heard, answers, latest, webhook, read } = await listen(['contact.created'])
    answers((_, response) => response.writeHead(heard.length < 4 ? 500 : 204).end(heard.length < 4 ? 'roto' : ''))
    await makeContact()
    const { status, attempts, log, last_error, next_attempt_at } = await latest()
    assert.deepEqual([status, attempts, last_error, next_attempt_at, heard.length], ['delivered', 4, null, null, 4])
    assert.equal(new Set(heard.map(({ body }) => body)).size, 1)
    assert.equal(new Set(heard.map(({ headers }) => headers['webhook-id'])).size, 1)
    assert.deepEqual(
      heard.map(({ headers }) => headers['webhook-attempt']),
      ['1', '2', '3', '4'],
    )
    assert.ok(heard.every((call) => isGood(webhook.secret, call)))
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

  test('is given up after the last attempt, and what was given up can be sent again', async () => {
    const { heard, answers, latest, path, read } = await listen(['contact.created'])
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
    assert.equal(new Set(heard.map(({ body }) => body)).size, 1)
  })

  test('is not followed elsewhere, and not believed when it is silent, blocked or not there', async () => {
    const target = await openReceiver()
    const { answers, latest, path } = await listen(['contact.created'])
    answers((_, response) => response.writeHead(302, { location: target.url }).end())
    await makeContact()
    assert.equal((await latest()).last_status_code, 302)
    assert.equal(target.heard.length, 0)
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

  test('says when it wants to be asked again, and is left alone until then', async () => {
    const { answers, heard, deliveries } = await listen(['contact.created'])
    answers((_, response) => response.writeHead(429, { 'retry-after': '3600' }).end())
    await makeContact()
    const waiting = async () => (await deliveries())[0]?.attempts === 1
    await until(waiting, 'it was tried once')
    const [{ status, next_attempt_at }] = (await deliveries()) as [Loose]
    assert.equal(status, 'pending')
    const [{ seconds } = { seconds: 0 }] = await sql<{ seconds: number }>`
      select extract(epoch from ${next_attempt_at}::timestamptz - created_at)::float8 as seconds from webhook_attempts order by created_at desc limit 1`
    assert.ok(Math.abs(seconds - 3600) < 1, String(seconds))
    assert.equal(heard.length, 1)
  })

  test('may ask that this one is not sent again, or that nothing is', async () => {
    const { answers, latest, read, heard, path } = await listen(['contact.created'])
    answers((_, response) => response.writeHead(400, { 'webhook-delivery': 'abort-message' }).end())
    await makeContact()
    assert.deepEqual([(await latest()).status, heard.length, (await read()).enabled], ['failed', 1, true])
    for (const [status, header] of [
      [410, {}],
      [200, { 'webhook-delivery': 'disable' }],
      [500, { 'webhook-delivery': 'disable' }],
    ] as const) {
      await ok('PATCH', path, { enabled: true })
      const count = heard.length
      answers((_, response) => response.writeHead(status, header).end())
      await makeContact()
      await until(async () => !(await read()).enabled, 'it is switched off')
      const { disabled_reason, banner } = await read()
      assert.deepEqual([disabled_reason, banner], ['gone', 'disabled'])
      assert.equal((await latest()).status, status === 200 ? 'delivered' : 'failed')
      assert.equal(heard.length, count + 1)
    }
    const mails = await sql<{ kind: string; subject: string }>`select kind, subject from emails where kind = 'webhook'`
    assert.equal(mails.length, 3)
    assert.match(mails[0]!.subject, /^Your webhook to 127\.0\.0\.1:\d+ was switched off$/)
  })

  test('answers at length, and only the beginning is kept, whatever it is', async () => {
    const { answers, latest } = await listen(['contact.created'])
    answers((_, response) => response.writeHead(200).end(`\0${'ñ'.repeat(100_000)}`))
    await makeContact()
    const { log } = await latest()
    assert.equal(Buffer.byteLength(log[0].response_body.replace('\uFFFD', ' ').replaceAll('\uFFFD', '')), 16 * 1024 - 1)
    assert.ok(log[0].response_body.startsWith('\uFFFDñññ'))
  })
})

test('an endpoint that hangs holds four places and delays nobody', async () => {
  const hanging = await listen(['contact.created'])
  const swift = await add(['contact.created'])
  hanging.answers(() => {})
  for (let i = 0; i < 30; i++) await makeContact()
  await until(() => swift.heard.length === 30, 'the other has everything')
  await until(() => hanging.heard.length === 4, 'four wait for an answer')
  const held =
    await sql`select from webhook_deliveries where webhook_id = ${hanging.webhook.id} and leased_until is not null`
  assert.deepEqual([held.length, hanging.heard.length], [4, 4])
  const ids = swift.heard.map(({ headers }) => headers['webhook-id'])
  assert.equal(new Set(ids).size, 30)
})

describe('a secret', () => {
  test('that is replaced stays good for a while beside the new one', async () => {
    const { heard, webhook, path, latest } = await listen(['contact.created'])
    const second = await ok('POST', `${path}/rotate-secret`, { overlap_hours: 2 })
    const third = await ok('POST', `${path}/rotate-secret`)
    assert.equal(new Set([webhook.secret, second.secret, third.secret]).size, 3)
    await makeContact()
    await latest()
    const [call] = heard as [Heard]
    for (const { secret } of [webhook, second, third]) assert.ok(isGood(secret, call))
    assert.equal(String(call.headers['webhook-signature']).split(' ').length, 3)
    await sql`
      update webhooks set retired_secrets = jsonb_set(jsonb_set(retired_secrets, '{0,until}', '"2020-01-01T00:00:00.000Z"'),
                                                      '{1,until}', '"2020-01-01T00:00:00.000Z"')`
    await makeContact()
    await until(() => heard.length === 2, 'another is told')
    assert.deepEqual(
      [webhook, second, third].map(({ secret }) => isGood(secret, heard[1]!)),
      [false, false, true],
    )
  })

  test('that cannot be read any more fails the delivery instead of holding it for ever', async () => {
    const { latest, heard, webhook } = await listen(['contact.created'])
    await sql`update webhooks set secret = '\\x00' where id = ${webhook.id}`
    await makeContact()
    const { status, last_error } = await latest()
    assert.deepEqual([status, last_error, heard.length], ['failed', 'Its secret cannot be read; rotate it.', 0])
  })
})

describe('a test', () => {
  test('is sent at once and once, also to an endpoint that is switched off', async () => {
    const { heard, answers, path, latest, webhook } = await listen(['contact.created'], { enabled: false })
    answers(500)
    const delivery = await ok('POST', `${path}/test`)
    assert.equal(delivery.event, 'webhook.test')
    assert.deepEqual([(await latest()).status, heard.length], ['failed', 1])
    assert.ok(isGood(webhook.secret, heard[0]!))
    assert.deepEqual(JSON.parse(heard[0]!.body).data, { object: { message: 'This endpoint works.' } })
  })
})

describe('a replay', () => {
  test('brings what failed and what happened while it was off, and leaves what arrived', async () => {
    const { heard, answers, path, deliveries, latest } = await listen(['contact.created'])
    const since = new Date().toISOString()
    await makeContact()
    await latest()
    answers(500)
    await makeContact()
    await until(async () => (await deliveries())[0]?.status === 'failed', 'one has failed')
    await ok('PATCH', path, { enabled: false })
    await makeContact()
    await makeContact()
    await until(async () => (await sql`select from deliveries where dead_at is null`).length === 0, 'all is quiet')
    assert.equal((await deliveries()).length, 2)
    answers(200)
    await ok('PATCH', path, { enabled: true })
    const count = heard.length
    const { status, body } = await rest<Loose>('POST', `${path}/replay`, { key, body: { since } })
    assert.deepEqual([status, body.status, body.since], [202, 'failed', since])
    await until(() => heard.length === count + 3, 'three are brought')
    await until(async () => (await deliveries()).every((each) => each.status === 'delivered'), 'all has arrived')
    assert.equal((await deliveries()).length, 4)
    const names = new Set(heard.map(({ headers }) => headers['webhook-id']))
    assert.equal(names.size, 4)
  })

  test('of everything sends all of the period once more, under the same ids', async () => {
    const { heard, path, deliveries } = await listen(['contact.created', 'label.*'])
    const before = new Date(Date.now() - 1).toISOString()
    for (let i = 0; i < 3; i++) await makeContact()
    await until(() => heard.length === 3, 'all are told')
    await until(async () => (await deliveries()).every(({ status }) => status === 'delivered'), 'and settled')
    const last = (await sql<{ at: string }>`select max(occurred_at) as at from events`)[0]!.at
    await ok('POST', '/labels', { title: `tarde ${++made}` })
    await until(() => heard.length === 4, 'one comes after the period')
    await until(async () => (await deliveries()).every(({ status }) => status === 'delivered'), 'and is settled')
    await ok('POST', `${path}/replay`, { since: before, until: last, status: 'all' })
    await until(() => heard.length === 7, 'the three come again')
    const ids = heard.map(({ headers }) => String(headers['webhook-id']))
    assert.deepEqual(ids.slice(4).toSorted(), ids.slice(0, 3).toSorted())
  })
})
