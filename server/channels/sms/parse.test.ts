import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ChannelEvent, Connection } from '#kernel/connector.ts'
import { fixture, fixturesOf } from '#test/channels/fixture.ts'
import { twilioSignature } from '#test/channels/fakes/twilio.ts'
import { runs } from '#test/runs.ts'
import type { TwilioCredentials } from './credentials.ts'
import { openTwilio } from './index.ts'

const sms = openTwilio({ twilio_url: 'https://api.twilio.com' })
const occurred_at = '2026-10-08T12:00:00.000Z'
const webhook_url = 'https://bandeja.example/webhooks/twilio/inb_9'
const auth_token = 'twilio-test-auth-token'
const connection: Connection<TwilioCredentials> = {
  account_id: '1',
  inbox_id: '1',
  webhook_url,
  verify_token: '',
  external_id: '+525555550100',
  credentials: { provider: 'twilio', account_sid: 'AC1', auth_token, from: '+525555550100' },
  settings: {},
}
const person = { source_id: '+525555550190', phone_number: '+525555550190' }

test('A message is taken in once per message id, and answered with an empty document', () => {
  assert.deepEqual(parse(fixture('86').body), [
    {
      kind: 'message',
      occurred_at,
      external_id: 'SM0f1c7000000000000000000000000001',
      person,
      content: 'Sí, confirmo la cita',
      attachments: [],
    },
  ])
  assert.deepEqual(sms.acknowledge, { content_type: 'text/xml', body: fixture('86').expect.http.body })
})

test('An opt-out is shown as the message it is, and ends the consent', () => {
  assert.partialDeepStrictEqual(parse(fixture('88').body), [
    { kind: 'message', content: 'STOP' },
    { kind: 'consent', person, marketing: false },
  ])
})

test('The words of both languages end and renew the consent, alone in a message and however written', () => {
  const consent = (Body: string) => parse(incoming({ Body })).find((event) => event.kind === 'consent')?.marketing
  for (const word of ['STOP', 'stop', ' Baja. ', 'SALIR', '¡Alto!', '«BAJA»', 'Stop all', 'Unsubscribe'])
    assert.equal(consent(word), false, word)
  for (const word of ['START', 'alta', 'Unstop']) assert.equal(consent(word), true, word)
  for (const text of ['stop it', 'no voy a salir', 'altas', 'yes', 'HELP', ''])
    assert.equal(consent(text), undefined, text)
})

test('Reports move a message forward or fail it with the reason', () => {
  assert.deepEqual(parse(fixture('89').body), [
    {
      kind: 'status',
      occurred_at,
      target: 'SM0f1c70000000000000000000000000aa',
      status: 'failed',
      failure: {
        code: 'recipient_unreachable',
        detail: 'Twilio reports undelivered with error 30006',
        retryable: false,
        provider: { code: '30006', message: 'Twilio reports undelivered with error 30006' },
      },
    },
  ])
  const report = (MessageStatus: string, fields = {}) => parse({ MessageSid: 'SM1', MessageStatus, ...fields })
  for (const status of ['sent', 'delivered', 'read'])
    assert.deepEqual(report(status), [{ kind: 'status', occurred_at, target: 'SM1', status }])
  for (const status of ['accepted', 'queued', 'sending', 'scheduled'])
    assert.partialDeepStrictEqual(report(status), [{ kind: 'ignored' }])
  for (const [ErrorCode, code, retryable] of [
    ['30003', 'recipient_unreachable', false],
    ['30007', 'policy', false],
    ['30008', 'temporary', true],
    ['21610', 'recipient_opted_out', false],
    ['99999', 'rejected', false],
    ['', 'rejected', false],
  ])
    assert.partialDeepStrictEqual(report('failed', { ErrorCode }), [{ status: 'failed', failure: { code, retryable } }])
})

test('Files come with their types; senders that are no phone numbers have none', () => {
  const form = incoming({
    Body: '',
    From: '22395',
    NumMedia: '2',
    MediaUrl0: 'https://api.twilio.com/2010-04-01/Accounts/AC1/Messages/MM1/Media/ME1',
    MediaContentType0: 'image/jpeg',
    MediaUrl1: 'https://api.twilio.com/2010-04-01/Accounts/AC1/Messages/MM1/Media/ME2',
    MediaContentType1: 'text/x-vcard',
  })
  assert.partialDeepStrictEqual(parse(form), [
    {
      person: { source_id: '22395' },
      content: null,
      attachments: [
        { id: form.MediaUrl0, file_type: 'image', content_type: 'image/jpeg' },
        { id: form.MediaUrl1, file_type: 'file', content_type: 'text/x-vcard' },
      ],
    },
  ])
})

test('The signature is that of the public address with its query and of every parameter', () => {
  for (const each of fixturesOf('sms')) {
    const signature = each.headers['x-twilio-signature']!
    assert.equal(isAuthentic(each.body, signature, '/webhooks/twilio/inb_9?x=1'), true)
    // A proxy calls another address.
    assert.equal(isAuthentic(each.body, signature, 'http://10.0.0.5:3000/internal?x=1'), true)
    assert.equal(isAuthentic(each.body, signature, '/webhooks/twilio/inb_9'), false)
    assert.equal(isAuthentic(each.body, signature, '/webhooks/twilio/inb_9?x=2'), false)
    assert.equal(isAuthentic({ ...each.body, New: '1' }, signature, '/webhooks/twilio/inb_9?x=1'), false)
    assert.equal(isAuthentic(each.body, `${signature} `, '/webhooks/twilio/inb_9?x=1'), false)
    assert.equal(isAuthentic(each.body, undefined, '/webhooks/twilio/inb_9?x=1'), false)
  }
})

test('The address may be signed with or without its port', () => {
  const at = (address: string, webhook: string) => {
    const body = incoming({ Body: ' hola  ' })
    return isAuthentic(body, twilioSignature(address, body, auth_token), '/in', { ...connection, webhook_url: webhook })
  }
  assert.equal(at('https://hilo.example:8443/in', 'https://hilo.example:8443/in'), true)
  assert.equal(at('https://hilo.example/in', 'https://hilo.example:8443/in'), true)
  assert.equal(at('https://hilo.example:443/in', 'https://hilo.example/in'), true)
  assert.equal(at('https://other.example/in', 'https://hilo.example/in'), false)
})

test('A body that is no form is signed through its digest in the query', () => {
  const body = Buffer.from('{"a":1}')
  const digest = '015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862'
  const query = `?bodySHA256=${digest}`
  const check = (bytes: Buffer) =>
    sms.authenticate(
      {
        method: 'POST',
        url: `/in${query}`,
        query: { bodySHA256: digest },
        headers: { 'x-twilio-signature': twilioSignature(webhook_url + query, {}, auth_token) },
        body: bytes,
      },
      connection,
    )
  assert.equal(check(body), true)
  assert.equal(check(Buffer.from('{"a":2}')), false)
})

test('No form stops the reader', () => {
  const names = [
    'MessageSid',
    'SmsSid',
    'MessageStatus',
    'SmsStatus',
    'ErrorCode',
    'From',
    'To',
    'Body',
    'OptOutType',
    'MediaUrl0',
    'NumMedia',
  ]
  const fields = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), fc.string())
  const changed = fc.tuple(fc.constantFrom(...fixturesOf('sms').map(({ body }) => body as object)), fields)
  const forms = fc.oneof(
    fields,
    changed.map(([body, other]) => ({ ...body, ...other })),
  )
  const bytes = fc.oneof(
    forms.map((form) => Buffer.from(new URLSearchParams(form).toString())),
    fc.uint8Array().map((each) => Buffer.from(each)),
    fc.string().map((each) => Buffer.from(each)),
  )
  fc.assert(
    fc.property(bytes, (body) => {
      const events = sms.parse(body, connection, occurred_at)
      assert.ok(events.length > 0)
      assert.deepEqual(sms.parse(body, connection, occurred_at), events)
      assert.doesNotMatch(JSON.stringify(events), /\\u0000/)
    }),
    runs(2000),
  )
})

function incoming<T extends Record<string, string>>(fields: T) {
  return { MessageSid: 'SM1', From: '+525555550190', To: '+525555550100', SmsStatus: 'received', ...fields }
}

function parse(form: Record<string, string>): ChannelEvent[] {
  return sms.parse(Buffer.from(new URLSearchParams(form).toString()), connection, occurred_at)
}

function isAuthentic(
  form: Record<string, string>,
  signature: string | undefined,
  url: string,
  at = connection,
): boolean {
  const query = Object.fromEntries(new URL(url, 'http://localhost').searchParams)
  const body = Buffer.from(new URLSearchParams(form).toString())
  return sms.authenticate({ method: 'POST', url, query, headers: { 'x-twilio-signature': signature }, body }, at)
}

test('A report that the customer opted out ends campaigns to them', () => {
  const form = { MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '21610', To: '+525555550190' }
  const events = sms.parse(Buffer.from(new URLSearchParams(form).toString()), connection, occurred_at)
  assert.deepEqual(
    events.map((event) => [event.kind, event.kind === 'consent' && [event.person.source_id, event.marketing]]),
    [
      ['status', false],
      ['consent', ['+525555550190', false]],
    ],
  )
})
