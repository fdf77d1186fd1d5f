import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { page } from '#test/channels/fakes/messenger.ts'
import { fixture, fixturesOf } from '#test/channels/fixture.ts'
import { metaBytes } from '#test/channels/fakes/meta.ts'
import type { ChannelEvent, Connection } from '#kernel/connector.ts'
import { type MessengerCredentials, openMessenger } from './index.ts'

const messenger = openMessenger({ graph_url: 'http://127.0.0.1:9' })
const connection: Connection<MessengerCredentials> = {
  account_id: '1',
  inbox_id: '1',
  webhook_url: 'https://inbox.example/channels/messenger/token',
  verify_token: page.verify_token,
  external_id: page.page_id,
  credentials: page,
  settings: {},
}
const RECEIVED_AT = '2026-11-02T10:00:00.000Z'
const customer = { source_id: '7001122334455667' }
const parse = (body: Buffer) => messenger.parse(body, connection, RECEIVED_AT)
const only = <T>(events: readonly T[]): T => {
  assert.equal(events.length, 1)
  return events[0]!
}
const parsed = (number: string) => only(parse(fixture(number).bytes))
/** The event of an entry of a webhook, as the page receives it. */
const read = (event: object, sides: object = {}): ChannelEvent => {
  const facts = {
    sender: { id: customer.source_id },
    recipient: { id: page.page_id },
    timestamp: 1791367200000,
    ...sides,
  }
  return only(parse(metaBytes({ object: 'page', entry: [{ id: page.page_id, messaging: [{ ...facts, ...event }] }] })))
}
const message = (content: object) => read({ message: { mid: 'm_1', ...content } })

test('Only webhooks signed with the app secret are authentic', () => {
  const fixtures = fixturesOf('messenger').filter(({ body }) => body.object)
  assert.ok(fixtures.length >= 8)
  for (const { file, bytes, headers } of fixtures) {
    const request = { method: 'POST', url: '/', query: {}, headers, body: bytes }
    assert.equal(messenger.authenticate(request, connection), true, file)
    assert.equal(
      messenger.authenticate({ ...request, body: Buffer.concat([bytes, Buffer.from(' ')]) }, connection),
      false,
    )
  }
})

test('A text is a message of the person to the page', () => {
  assert.deepEqual(parsed('40'), {
    kind: 'message',
    account: '108877665544332',
    occurred_at: '2026-10-07T10:00:00.000Z',
    external_id: 'm_FICTtext0001',
    person: customer,
    content: 'Buenas tardes, ¿hacen envíos a Mendoza?',
  })
})

test('The ad that brought a customer comes with the first message', () => {
  assert.partialDeepStrictEqual(parsed('41'), {
    content: 'Me interesa',
    referral: {
      source: 'facebook',
      type: 'ad',
      ad_id: '120219900011223344',
      ref: 'promo_octubre',
      headline: 'Sillones 30% off',
      url: 'https://www.facebook.com/108877665544332_900',
    },
  })
})

test('“Get started” is a choice with the link that led there; a return without words is a referral', () => {
  assert.partialDeepStrictEqual(parsed('43'), {
    kind: 'message',
    external_id: 'm_FICTpb1',
    content: 'Empezar',
    content_type: 'choice',
    content_attributes: { id: 'GET_STARTED', title: 'Empezar' },
    referral: { source: 'link', ref: 'web_footer' },
  })
  assert.partialDeepStrictEqual(read({ referral: { ref: 'web', source: 'SHORTLINK', type: 'OPEN_THREAD' } }), {
    kind: 'referral',
    person: customer,
    referral: { source: 'link', ref: 'web' },
  })
  assert.partialDeepStrictEqual(message({ text: 'Rojo', quick_reply: { payload: 'RED' } }), {
    content: 'Rojo',
    content_type: 'choice',
    content_attributes: { id: 'RED', title: 'Rojo' },
  })
})

test('A sticker is one picture, also where it comes a second time as an image', () => {
  const sticker = {
    type: 'sticker',
    payload: { url: 'https://scontent.example.net/like.png', sticker_id: 369239263222822 },
  }
  const attributes = { sticker: true, sticker_id: '369239263222822' }
  assert.partialDeepStrictEqual(parsed('44'), { content_attributes: attributes, attachments: [{ file_type: 'image' }] })
  const twice = message({ attachments: [{ ...sticker, type: 'image' }, sticker] })
  assert.ok(twice.kind === 'message')
  assert.equal(twice.attachments?.length, 1)
  assert.deepEqual(twice.content_attributes, attributes)
})

test('Several files belong to one message', () => {
  const file = (type: string, name: string) => ({ type, payload: { url: `https://scontent.example.net/${name}` } })
  const event = message({
    text: 'Mira',
    attachments: [file('image', 'a.jpg'), file('video', 'b.mp4'), file('file', 'c.pdf')],
  })
  assert.ok(event.kind === 'message')
  assert.equal(event.content, 'Mira')
  assert.deepEqual(event.attachments, [
    { id: 'm_1#0', url: 'https://scontent.example.net/a.jpg', file_type: 'image' },
    { id: 'm_1#1', url: 'https://scontent.example.net/b.mp4', file_type: 'video' },
    { id: 'm_1#2', url: 'https://scontent.example.net/c.pdf', file_type: 'file' },
  ])
})

test('Places, shared posts and products are shown; unknown kinds are placeholders', () => {
  const attached = (type: string, payload: object | null, rest = {}) =>
    message({ attachments: [{ type, payload, ...rest }] })
  assert.partialDeepStrictEqual(attached('location', { coordinates: { lat: -32.9, long: -68.8 } }), {
    content_type: 'location',
    content_attributes: { latitude: -32.9, longitude: -68.8 },
  })
  assert.partialDeepStrictEqual(
    attached('ig_reel', { url: 'https://x.example/r', title: 'Sillón', reel_video_id: '5' }),
    {
      content: 'Sillón\nhttps://x.example/r',
      content_attributes: { share: { type: 'ig_reel', id: '5' } },
    },
  )
  const preview = { type: 'fallback', title: 'Tienda', url: 'https://x.example', payload: null }
  assert.partialDeepStrictEqual(message({ text: 'https://x.example', attachments: [preview] }), {
    content: 'https://x.example',
  })
  assert.partialDeepStrictEqual(attached('template', { product: { elements: [{ title: 'Mesa' }] } }), {
    content: 'Mesa',
  })
  assert.partialDeepStrictEqual(attached('appointment_booking', { booking_id: '1' }), {
    content_type: 'unsupported',
    content_attributes: { type: 'appointment_booking' },
  })
})

test('Echoes belong to the customer they were sent to, and name our own message', () => {
  assert.partialDeepStrictEqual(parsed('46'), {
    kind: 'echo',
    account: page.page_id,
    person: customer,
    external_id: 'm_FICTecho1',
    client_ref: 'msg_01JFICT0003',
  })
  const external = parsed('47')
  assert.partialDeepStrictEqual(external, {
    kind: 'echo',
    person: customer,
    content: 'Te respondo desde Business Suite',
  })
  assert.equal('client_ref' in external, false)
})

test('Receipts, reactions, edits and deletions refer to their messages', () => {
  assert.partialDeepStrictEqual(parsed('49'), {
    kind: 'edited',
    target: 'm_FICTtext0001',
    content: 'Buenas, ¿envían a Mendoza capital?',
  })
  const until = '2026-10-07T10:00:00.000Z'
  assert.partialDeepStrictEqual(read({ read: { watermark: 1791367200000 } }), {
    kind: 'watermark',
    status: 'read',
    until,
  })
  assert.partialDeepStrictEqual(read({ delivery: { mids: ['m_1'], watermark: 1791367200000 } }), {
    kind: 'watermark',
    status: 'delivered',
    until,
  })
  assert.partialDeepStrictEqual(read({ delivery: { mids: ['m_1'] } }), {
    kind: 'status',
    target: 'm_1',
    status: 'delivered',
  })
  const reaction = { mid: 'm_1', action: 'react', reaction: 'love' }
  assert.partialDeepStrictEqual(read({ reaction }), { kind: 'reaction', target: 'm_1', emoji: '❤️', person: customer })
  assert.partialDeepStrictEqual(read({ reaction: { mid: 'm_1', action: 'unreact' } }), { emoji: null })
  assert.partialDeepStrictEqual(message({ is_deleted: true }), { kind: 'deleted', target: 'm_1' })
  assert.partialDeepStrictEqual(message({ text: 'Sí', reply_to: { mid: 'm_0' } }), { content: 'Sí', reply_to: 'm_0' })
})

test('A message another app answers is marked', () => {
  assert.partialDeepStrictEqual(parsed('50'), { kind: 'message', content: '¿Hola?', is_standby: true })
})

test('A block by Meta needs attention; events about nothing are named', () => {
  const policy = (action: string) => read({ policy_enforcement: { action, reason: 'Spam' } })
  assert.partialDeepStrictEqual(policy('block'), {
    kind: 'connection',
    state: 'needs_attention',
    detail: 'Meta blocked the page: Spam',
  })
  assert.partialDeepStrictEqual(policy('unblock'), { kind: 'connection', state: 'connected' })
  assert.partialDeepStrictEqual(read({ optin: {} }), {
    kind: 'ignored',
    reason: 'Events of this kind are not taken in: optin.',
  })
  assert.equal(read({ message: { mid: 'm_1', text: 'x' } }, { sender: {} }).kind, 'ignored')
})

test('Parsing never throws', () => {
  fc.assert(
    fc.property(fc.anything({ maxDepth: 5 }), (anything) => {
      const bodies = [
        anything,
        {
          object: 'page',
          entry: [{ id: '1', messaging: [{ sender: { id: '2' }, recipient: { id: '1' }, message: anything }] }],
        },
        {
          object: 'page',
          entry: [{ messaging: [{ sender: { id: '2' }, message: { mid: 'm', attachments: [anything] } }] }],
        },
        { object: 'page', entry: [{ messaging: anything, standby: anything, changes: anything }] },
      ]
      for (const body of bodies) assert.ok(parse(Buffer.from(JSON.stringify(body) ?? 'undefined')).length > 0)
    }),
  )
  assert.equal(only(parse(Buffer.from('{'))).kind, 'ignored')
})
