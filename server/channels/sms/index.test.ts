import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Connection, OutboundFile, OutboundMessage, SendResult } from '#kernel/connector.ts'
import { openFakeTwilio, refusal } from '#test/channels/fakes/twilio.ts'
import { http } from '#test/channels/http.ts'
import type { TwilioCredentials } from './credentials.ts'
import { openTwilio } from './index.ts'

const fake = await openFakeTwilio({ requires_https: true })
const sms = openTwilio({ twilio_url: fake.url })
const webhook_url = 'https://hilo.example/channels/sms/abc'
const { account_sid, auth_token } = fake.account
beforeEach(() => fake.reset())

test('Connecting checks account and number, and points the number’s webhook here', async () => {
  assert.deepEqual(await sms.connect(connection(), http), { id: '+525555550100', name: '+525555550100 (Tienda)' })
  assert.equal(fake.smsUrl(), webhook_url)
  assert.deepEqual(await sms.check(connection(), http), { id: '+525555550100', name: '+525555550100 (Tienda)' })
})

test('Wrong credentials, a suspended account and a number of somebody else are refused', async () => {
  const rejected = async (changes: Partial<TwilioCredentials>, reason: RegExp) => {
    const error = await caught(sms.connect(connection({ credentials: { ...credentials, ...changes } }), http))
    assert.equal(error.kind, 'rejected')
    assert.match(error.message, reason)
    assert.doesNotMatch(error.message, /wrong-token/)
  }
  await rejected({ auth_token: 'wrong-token' }, /Authenticate/)
  await rejected({ account_sid: 'AC2' }, /Authenticate/)
  await rejected({ from: '+525555550199' }, /no number \+525555550199/)
  fake.suspend()
  await rejected({}, /suspended/)
  assert.equal(fake.smsUrl(), null)
})

test('Without an answer Twilio counts as unreachable', async () => {
  for (const fault of ['cut', { status: 503 }, refusal(429, 20429, 'Too Many Requests')] as const) {
    fake.fail('account', fault)
    assert.equal((await caught(sms.connect(connection(), http))).kind, 'unreachable')
  }
})

test('Where the webhook cannot be set, the detail says to do it by hand', async () => {
  const local = connection({ webhook_url: 'http://localhost:3000/x' })
  assert.match((await sms.connect(local, http)).detail!, /Twilio console.*SmsUrl is not valid/)
  fake.fail('numbers', { status: 404 })
  assert.match((await sms.connect(connection(), http)).detail!, /Twilio console/)
  const service = connection({ credentials: { ...credentials, from: 'MG1' } })
  assert.match((await sms.connect(service, http)).detail!, /Twilio console/)
  fake.setSmsUrl('https://other.example/hook')
  assert.match((await sms.check(connection(), http)).detail!, /Twilio console/)
})

test('A text is sent with an address for reports, and with its encoding and segments', async () => {
  const result = await send({ content: `Sí, ${'a'.repeat(80)}` })
  assert.deepEqual(fake.callsOf('messages')[0]!.form, {
    To: '+525555550190',
    From: '+525555550100',
    Body: `Sí, ${'a'.repeat(80)}`,
    StatusCallback: webhook_url,
  })
  assert.ok(result.outcome === 'accepted')
  assert.match(result.external_id!, /^SM[0-9a-f]{32}$/)
  assert.deepEqual(result.attributes, { sms: { encoding: 'ucs-2', segments: 2 } })
})

test('A messaging service chooses the number', async () => {
  await send({ content: 'Hola' }, { ...credentials, from: 'MG1' })
  assert.partialDeepStrictEqual(fake.callsOf('messages')[0]!.form, { MessagingServiceSid: 'MG1' })
  assert.equal(fake.callsOf('messages')[0]!.form.From, undefined)
})

test('A person is written to at their number as Twilio knows it, or at that of their contact', async () => {
  const recipients = [
    { source_id: '+5215555550190', aliases: [], phone_number: '+525555550190' },
    { source_id: 'crm-17', aliases: [], phone_number: '+525555550190' },
  ]
  for (const recipient of recipients) await send({ content: 'Hola', recipient })
  assert.deepEqual(
    fake.callsOf('messages').map(({ form }) => form.To),
    ['+5215555550190', '+525555550190'],
  )
})

test('An address for reports that Twilio refuses does not stop the message', async () => {
  const local = connection({ webhook_url: 'http://localhost:3000/x' })
  const result = await sms.send(local, outgoing({ content: 'Hola' }), http)
  assert.equal(result.outcome, 'accepted')
  assert.equal(fake.callsOf('messages')[1]!.form.StatusCallback, undefined)
})

test('Files are sent as such where networks carry them, and as links elsewhere', async () => {
  const files = [file({ url: 'https://hilo.example/f/1' }), file({ url: 'https://hilo.example/f/2' })]
  await send({ content: 'Mira', files, recipient: { source_id: '+14155550190', aliases: [], phone_number: null } })
  await send({ content: 'Mira', files })
  const [media, links] = fake.callsOf('messages')
  assert.deepEqual([media!.form.Body, media!.urls], ['Mira', ['https://hilo.example/f/1', 'https://hilo.example/f/2']])
  assert.deepEqual([links!.form.Body, links!.urls], ['Mira\nhttps://hilo.example/f/1\nhttps://hilo.example/f/2', []])
  assert.partialDeepStrictEqual(await send({ files: [file({})] }), { failure: { code: 'media_rejected' } })
})

test('Refusals have their reasons and pause what they concern', async () => {
  const cases: [number, number, string, boolean, string | undefined][] = [
    [400, 21211, 'recipient_unreachable', false, undefined],
    [400, 21614, 'recipient_unreachable', false, undefined],
    [400, 21408, 'policy', false, undefined],
    [400, 21606, 'not_authorised', true, 'connection'],
    [400, 21608, 'policy', false, undefined],
    [400, 21610, 'recipient_opted_out', false, undefined],
    [400, 21617, 'rejected', false, undefined],
    [401, 20003, 'not_authorised', true, 'connection'],
    [429, 20429, 'rate_limited', true, 'inbox'],
    [429, 30001, 'rate_limited', true, 'inbox'],
    [500, 20500, 'temporary', true, undefined],
  ]
  for (const [status, number, code, retryable, scope] of cases) {
    fake.fail('messages', refusal(status, number, 'No'))
    const result = await send({ content: 'Hola' })
    assert.ok(result.outcome === 'refused')
    assert.deepEqual(
      [result.failure.code, result.failure.retryable, result.scope],
      [code, retryable, scope],
      `${number}`,
    )
    assert.deepEqual(result.failure.provider, { code: String(number), message: 'No' })
  }
  fake.fail('messages', refusal(429, 20429, 'Too Many Requests', { 'retry-after': '7' }))
  assert.partialDeepStrictEqual(await send({ content: 'Hola' }), { scope: 'inbox', after_seconds: 7 })
})

test('After an opt-out Twilio refuses, and the message is not tried again', async () => {
  fake.optOut('+525555550190')
  assert.partialDeepStrictEqual(await send({ content: 'Oferta' }), {
    outcome: 'refused',
    failure: { code: 'recipient_opted_out', retryable: false },
  })
  assert.equal(fake.callsOf('messages').length, 1)
})

test('A connection cut after Twilio accepted leaves the outcome unknown; one never made can be tried again', async () => {
  for (const fault of ['accept_and_cut', { status: 504 }, { status: 200, body: 'not JSON' }] as const) {
    fake.fail('messages', fault)
    assert.equal((await send({ content: 'Hola' })).outcome, 'unknown')
  }
  const { url, close } = await openFakeTwilio()
  close()
  const result = await openTwilio({ twilio_url: url }).send(connection(), outgoing({ content: 'Hola' }), http)
  assert.partialDeepStrictEqual(result, { outcome: 'refused', failure: { code: 'temporary', retryable: true } })
})

test('Texts above the limit and empty messages are refused before the call', async () => {
  for (const content of ['a'.repeat(1601), null])
    assert.partialDeepStrictEqual(await send({ content }), { outcome: 'refused', failure: { code: 'rejected' } })
  assert.equal(fake.calls.length, 0)
})

test('Files are read with the account’s password, which no other host receives', async () => {
  const fetchFile = (id: string) => sms.fetchMedia(connection(), { id, file_type: 'image' }, http)
  const id = fake.addMedia(Buffer.from('picture'), 'image/jpeg')
  assert.deepEqual(await fetchFile(id), {
    outcome: 'fetched',
    bytes: Buffer.from('picture'),
    content_type: 'image/jpeg',
  })
  for (const resource of ['media', 'file'] as const) {
    fake.fail(resource, 'cut')
    assert.deepEqual(await fetchFile(id), { outcome: 'retry' })
    fake.fail(resource, { status: 503 })
    assert.deepEqual(await fetchFile(id), { outcome: 'retry' })
  }
  const big = fake.addMedia(Buffer.alloc(20 * 1024 * 1024 + 1), 'video/mp4')
  assert.deepEqual(await fetchFile(big), { outcome: 'too_large' })
  fake.removeMedia()
  assert.equal((await fetchFile(id)).outcome, 'gone')

  const asked: [string, boolean][] = []
  await sms.fetchMedia(
    connection(),
    { id: 'https://elsewhere.example/x', file_type: 'image' },
    async (url, request) => {
      asked.push([url, request?.headers?.authorization !== undefined])
      const answer = { headers: {}, bytes: Buffer.from(''), whole: true, json: undefined }
      return { ...answer, status: 200 }
    },
  )
  assert.deepEqual(asked, [['https://elsewhere.example/x', false]])
})

test('The credentials are those of the console; spaces in the number do not matter', () => {
  const given = { provider: 'twilio', account_sid: ' AC1 ', auth_token: 't', from: '+52 (55) 5555-0100' }
  assert.deepEqual(sms.credentials.parse(given), { ...given, account_sid: 'AC1', from: '+525555550100' })
  for (const wrong of [{ provider: 'other' }, { account_sid: '../x' }, { auth_token: '' }, { from: undefined }])
    assert.equal(sms.credentials.safeParse({ ...given, ...wrong }).success, false)
})

const credentials: TwilioCredentials = { provider: 'twilio', account_sid, auth_token, from: '+525555550100' }

function connection(changes: Partial<Connection<TwilioCredentials>> = {}): Connection<TwilioCredentials> {
  return {
    account_id: '1',
    inbox_id: '1',
    webhook_url,
    verify_token: '',
    external_id: null,
    credentials,
    settings: {},
    ...changes,
  }
}

function outgoing(fields: Partial<OutboundMessage>): OutboundMessage {
  const recipient = { source_id: '+525555550190', aliases: [], phone_number: null }
  return { id: '1', recipient, content: null, content_type: 'text', content_attributes: {}, files: [], ...fields }
}

function send(fields: Partial<OutboundMessage>, by = credentials): Promise<SendResult> {
  return sms.send(connection({ credentials: by }), outgoing(fields), http)
}

function file(fields: Partial<OutboundFile>): OutboundFile {
  return {
    file_name: 'foto.jpg',
    file_type: 'image',
    content_type: 'image/jpeg',
    size_bytes: 5,
    is_voice: false,
    read: () => Promise.resolve(Buffer.from('bytes')),
    ...fields,
  }
}

async function caught(promise: Promise<unknown>): Promise<{ kind: string; message: string }> {
  return promise.then(
    () => assert.fail('it was accepted'),
    (error) => error,
  )
}
