import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fixture, fixturesOf } from '#test/channels/fixture.ts'
import { metaBytes, metaSignature } from '#test/channels/fakes/meta.ts'
import { shop } from '#test/channels/fakes/whatsapp.ts'
import { openShop, parseChange, parseMessage, RECEIVED_AT } from '#test/channels/whatsapp.ts'
import type { ChannelEvent } from '#kernel/connector.ts'
import { openWhatsApp } from './index.ts'

const { whatsapp, connection } = openShop()
const account = shop.phone_number_id
const parse = (body: Buffer) => whatsapp.parse(body, connection, RECEIVED_AT)
const parsed = (number: string) => parse(fixture(number).bytes)
const request = (body: Buffer, headers: Record<string, string>) => ({
  method: 'POST',
  url: '/channels/whatsapp/token',
  query: {},
  headers,
  body,
})
const lucia = {
  source_id: 'MX.7711002233445566',
  aliases: ['5215555550123'],
  name: 'Lucía Ferreyra',
  phone_number: '+5215555550123',
}

test('Meta’s handshake is answered with its challenge only for the right verify token', () => {
  const { body } = fixture('01')
  const handshake = (query: Record<string, string>) =>
    whatsapp.handshake!({ method: 'GET', url: '/', query, headers: {}, body: Buffer.alloc(0) }, connection)
  assert.equal(handshake(body.query), '1158201444')
  assert.equal(handshake({ ...body.query, 'hub.verify_token': 'wrong' }), undefined)
  assert.equal(handshake({ ...body.query, 'hub.mode': 'unsubscribe' }), undefined)
  assert.equal(handshake({}), undefined)
})

test('Only webhooks signed with the app secret are authentic', () => {
  for (const { file, bytes, headers, expect } of fixturesOf('whatsapp').filter((each) => each.body.object))
    assert.equal(
      whatsapp.authenticate(request(bytes, headers), connection),
      expect.http.status === 200,
      `signature of ${file}`,
    )
  const { bytes, headers } = fixture('02')
  const without = { 'content-type': 'application/json' }
  const sha1 = { 'x-hub-signature': `sha1=${'0'.repeat(40)}` }
  const short = { 'x-hub-signature-256': headers['x-hub-signature-256']!.slice(0, -2) }
  for (const wrong of [without, sha1, short])
    assert.equal(whatsapp.authenticate(request(bytes, wrong), connection), false)
})

test('The signature covers the escaped bytes Meta sends, not the parsed content', () => {
  const { body } = fixture('02')
  const escaped = metaBytes(body)
  assert.match(escaped.toString(), /Luc\\u00eda/)
  const headers = metaSignature(escaped, shop.app_secret)
  assert.equal(whatsapp.authenticate(request(escaped, headers), connection), true)
  assert.equal(whatsapp.authenticate(request(Buffer.from(JSON.stringify(body)), headers), connection), false)
  assert.deepEqual(parse(escaped), parsed('02'))
})

test('The Meta app of the installation serves inboxes without a secret of their own', () => {
  const { bytes, headers } = fixture('02')
  const { app_secret, verify_token } = shop
  const shared = openWhatsApp({ graph_url: 'http://127.0.0.1:9', app_secret, verify_token })
  const inbox = openShop('http://127.0.0.1:9', { app_secret: undefined }).connection
  const own = openShop('http://127.0.0.1:9', { app_secret: 'own-secret' }).connection
  assert.equal(shared.authenticate(request(bytes, headers), inbox), true)
  assert.equal(shared.authenticate(request(bytes, headers), own), false)
  assert.equal(whatsapp.authenticate(request(bytes, headers), inbox), false)

  const credentials = { phone_number_id: '1', business_account_id: '2', access_token: 't' }
  assert.equal(shared.credentials.safeParse(credentials).success, true)
  assert.equal(whatsapp.credentials.safeParse(credentials).success, false)
  const { body } = fixture('01')
  const handshake = { method: 'GET', url: '/', query: body.query, headers: {}, body: Buffer.alloc(0) }
  assert.equal(shared.handshake!(handshake, { ...inbox, verify_token: 'own' }), '1158201444')
})

test('A text becomes a message of the person with all of their identifiers', () => {
  assert.deepEqual(parsed('02'), [
    {
      kind: 'message',
      account,
      occurred_at: '2026-10-05T15:02:11.000Z',
      external_id: 'wamid.HRgMRklDVHQx',
      person: lucia,
      content: 'Hola, ¿tienen conchas de vainilla para mañana?',
    },
  ])
})

test('A message from an ad carries the facts of the ad', () => {
  const [event] = parsed('05')
  assert.deepEqual(event?.kind === 'message' && event.referral, {
    source: 'facebook',
    type: 'ad',
    ad_id: '120214455667780123',
    click_id: 'ARAfict0fQ7xk2b9LmN4pRsT8uVwXyZ',
    headline: 'Roscas de Reyes a domicilio',
    body: 'Aparta la tuya por WhatsApp hoy',
    url: 'https://fb.me/3fICTIC10',
  })
})

test('An ad in WhatsApp Status has no click id, and the first message may be an image', () => {
  const event = parseMessage({
    type: 'image',
    image: { id: '99', mime_type: 'image/jpeg', sha256: 'x', caption: '¿Tienen este?' },
    referral: { source_type: 'ad', source_id: '120', source_url: 'https://www.instagram.com/p/abc', headline: 'Pan' },
  })
  assert.ok(event.kind === 'message')
  assert.deepEqual(event.referral, {
    source: 'instagram',
    type: 'ad',
    ad_id: '120',
    headline: 'Pan',
    url: 'https://www.instagram.com/p/abc',
  })
  assert.equal(event.content, '¿Tienen este?')
  assert.equal(event.attachments![0]!.id, '99')
})

test('A post is no ad: its id is kept as a reference', () => {
  const event = parseMessage({
    type: 'text',
    text: { body: 'Hola' },
    referral: { source_type: 'post', source_id: '555', source_url: 'https://fb.me/x' },
  })
  assert.deepEqual(event.kind === 'message' && event.referral, {
    source: 'facebook',
    type: 'post',
    ref: '555',
    url: 'https://fb.me/x',
  })
})

test('A voice note is an audio file marked as voice', () => {
  const [event] = parsed('07')
  assert.deepEqual(event?.kind === 'message' && [event.content, event.attachments], [
    null,
    [
      {
        id: '990011223344552',
        url: 'https://lookaside.example.net/whatsapp_business/attachments/?mid=990011223344552',
        file_type: 'audio',
        content_type: 'audio/ogg',
        sha256: 'q1w2e3r4FICTt5y6u7i8o9p0a1s2d3f4g5h6j7k8l9A=',
        is_voice: true,
      },
    ],
  ])
})

test('A forwarded document keeps its exact file name, its caption and the mark', () => {
  const [event] = parsed('08')
  assert.ok(event?.kind === 'message')
  assert.equal(event.content, 'Presupuesto firmado')
  assert.equal(event.attachments![0]!.file_name, 'Presupuesto Nº 0012 - Ñuñoa.pdf')
  assert.equal(event.attachments![0]!.file_type, 'file')
  assert.deepEqual(event.content_attributes, { forwarded: true })
})

test('A sticker is an image marked as sticker', () => {
  const event = parseMessage({ type: 'sticker', sticker: { id: '7', mime_type: 'image/webp', animated: false } })
  assert.deepEqual(event.kind === 'message' && [event.attachments, event.content_attributes], [
    [{ id: '7', file_type: 'image', content_type: 'image/webp' }],
    { sticker: true },
  ])
})

test('A file that WhatsApp finds too large is shown and never fetched', () => {
  const event = parseMessage({ type: 'video', video: {}, errors: [{ code: 131052, title: 'Media download error' }] })
  assert.deepEqual(event.kind === 'message' && event.attachments, [
    { id: 'wamid.IN', file_type: 'video', is_too_large: true },
  ])
})

test('A location keeps coordinates, name and address', () => {
  const [event] = parsed('10')
  assert.deepEqual(event?.kind === 'message' && [event.content_type, event.content_attributes], [
    'location',
    { latitude: -12.0464, longitude: -77.0428, name: 'Plaza San Martín', address: 'Cercado de Lima' },
  ])
})

test('A customer who shares their own number on request gains it', () => {
  const [message, linked] = parsed('11')
  assert.ok(message?.kind === 'message' && linked?.kind === 'identity')
  assert.equal(message.content_type, 'contacts')
  assert.deepEqual(message.content_attributes, {
    contacts: [{ name: 'Sofía Larrea', phones: ['+51955550122'], emails: [] }],
  })
  assert.equal(message.person.phone_number, undefined)
  assert.deepEqual(linked.person, {
    source_id: 'PE.77',
    aliases: ['51955550122'],
    name: 'Sofía Larrea',
    username: 'sofi.larrea',
    phone_number: '+51955550122',
  })
  assert.deepEqual(linked.previous, ['PE.77'])
})

test('A forwarded contact card is no proof of the sender’s number', () => {
  const { body } = fixture('11')
  const { value } = body.entry[0].changes[0]
  value.messages[0].origin = 'other'
  const events = parse(metaBytes(body))
  assert.deepEqual(
    events.map(({ kind }) => kind),
    ['message'],
  )
})

test('Cards without a name take it from the card’s text, parts or company', () => {
  const event = parseMessage({
    type: 'contacts',
    contacts: [
      {
        name: { first_name: 'Ana', last_name: 'Paz' },
        phones: [{ wa_id: '51955550199' }],
        emails: [{ email: 'a@b.example' }],
      },
      { org: { company: 'Tornillos' }, phones: [] },
      {},
    ],
  })
  assert.deepEqual(event.kind === 'message' && event.content_attributes!.contacts, [
    { name: 'Ana Paz', phones: ['51955550199'], emails: ['a@b.example'] },
    { name: 'Tornillos', phones: [], emails: [] },
    { name: '', phones: [], emails: [] },
  ])
})

test('A reply to buttons or a list is a choice that quotes the question', () => {
  const [event] = parsed('13')
  assert.ok(event?.kind === 'message')
  assert.equal(event.content, 'Envío en 24 h')
  assert.equal(event.content_type, 'choice')
  assert.deepEqual(event.content_attributes, { id: 'envio_24h', title: 'Envío en 24 h' })
  assert.equal(event.reply_to, 'wamid.HRgMRklDVG91dDEw')

  const button = parseMessage({
    type: 'button',
    button: { payload: 'CONFIRMAR_88', text: 'Confirmar' },
    context: { from: shop.display_phone_number, id: 'wamid.OUT' },
  })
  assert.deepEqual(button.kind === 'message' && [button.content_type, button.content_attributes, button.reply_to], [
    'choice',
    { id: 'CONFIRMAR_88', title: 'Confirmar' },
    'wamid.OUT',
  ])
})

test('A completed form keeps its answers', () => {
  const event = parseMessage({
    type: 'interactive',
    interactive: {
      type: 'nfm_reply',
      nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"flow_token":"t1","talla":"M"}' },
    },
  })
  assert.deepEqual(event.kind === 'message' && [event.content_type, event.content, event.content_attributes], [
    'choice',
    'Sent',
    { id: 'flow', title: 'Sent', response: { flow_token: 't1', talla: 'M' } },
  ])
})

test('A reaction that is set and removed in one batch makes no messages', () => {
  assert.deepEqual(
    parsed('14').map((event) => event.kind === 'reaction' && [event.target, event.emoji]),
    [
      ['wamid.HRgMRklDVG91dDEw', '👍'],
      ['wamid.HRgMRklDVG91dDEw', null],
    ],
  )
})

test('A reply to a message that is not known names it', () => {
  const event = parseMessage({ type: 'text', text: { body: 'sí' }, context: { from: '1', id: 'wamid.OLD' } })
  assert.equal(event.kind === 'message' && event.reply_to, 'wamid.OLD')
})

test('An edit and a deletion name the message they change', () => {
  assert.deepEqual(parsed('16'), [
    {
      kind: 'edited',
      account,
      occurred_at: '2026-10-06T12:15:00.000Z',
      target: 'wamid.HRgMRklDVHQ3Nw==',
      content: 'Perdón, son 12 bolsas, no 10',
    },
  ])
  assert.deepEqual(parsed('17'), [
    { kind: 'deleted', account, occurred_at: '2026-10-06T12:16:00.000Z', target: 'wamid.HRgMRklDVHQ3OA==' },
  ])
})

test('An order lists its products with quantity and price', () => {
  const event = parseMessage({
    type: 'order',
    order: {
      catalog_id: '1',
      text: 'Para el viernes',
      product_items: [
        { product_retailer_id: 'pan-1', quantity: 2, item_price: 2590, currency: 'CLP' },
        { product_retailer_id: 'pan-2', quantity: '1', item_price: '2990', currency: 'CLP' },
      ],
    },
  })
  assert.deepEqual(event.kind === 'message' && [event.content, event.content_type, event.content_attributes], [
    'Para el viernes',
    'order',
    {
      items: [
        { product_id: 'pan-1', quantity: 2, price: 2590, currency: 'CLP' },
        { product_id: 'pan-2', quantity: 1, price: 2990, currency: 'CLP' },
      ],
    },
  ])
})

test('A new number or user id belongs to the same person', () => {
  assert.deepEqual(parsed('19'), [
    {
      kind: 'identity',
      account,
      occurred_at: '2026-10-06T14:00:00.000Z',
      person: { source_id: 'MX.NEW141', aliases: ['5215555550141'], phone_number: '+5215555550141' },
      previous: ['MX.OLD140', '5215555550140'],
      note: 'User Paula changed from 5215555550140 to 5215555550141',
    },
  ])
  assert.deepEqual(parsed('20'), [
    {
      kind: 'identity',
      account,
      occurred_at: '2026-10-06T14:05:00.000Z',
      person: { source_id: 'MX.NEW142', aliases: [] },
      previous: ['MX.OLD140'],
      note: 'User Paula changed from MX.OLD140 to MX.NEW142',
    },
  ])
})

test('A new user id leaves the number as it was', () => {
  const event = parseMessage({
    type: 'system',
    system: { type: 'user_changed_user_id', user_id: 'MX.NEW', previous_user_id: 'MX.OLD', body: 'x' },
  })
  assert.deepEqual(event.kind === 'identity' && [event.person.phone_number, event.previous], [
    '+5215555550123',
    ['MX.OLD', '5215555550123'],
  ])
})

test('Contents WhatsApp does not pass on, and unknown types, become a placeholder', () => {
  const placeholder = (message: object) => {
    const event = parseMessage(message)
    return event.kind === 'message' && [event.content, event.content_type, event.content_attributes]
  }
  const errors = [{ code: 131051, title: 'Message type unknown' }]
  assert.deepEqual(placeholder({ type: 'unsupported', unsupported: { type: 'poll' }, errors }), [
    null,
    'unsupported',
    { type: 'poll' },
  ])
  assert.deepEqual(placeholder({ type: 'unsupported', errors }), [null, 'unsupported', { type: 'unsupported' }])
  assert.deepEqual(placeholder({ type: 'interactive' }), [null, 'unsupported', { type: 'interactive' }])
  assert.deepEqual(placeholder({ type: 'hologram', hologram: {} }), [null, 'unsupported', { type: 'hologram' }])
  assert.deepEqual(placeholder({ type: '__proto__' }), [null, 'unsupported', { type: '__proto__' }])
  assert.deepEqual(placeholder({ type: 'image', image: {} }), [null, 'unsupported', { type: 'image' }])
})

test('Opening the chat makes no message; the ad that led there is kept', () => {
  assert.equal(parseMessage({ type: 'request_welcome' }).kind, 'ignored')
  const event = parseMessage({ type: 'request_welcome', referral: { source_type: 'ad', source_id: '120' } })
  assert.deepEqual(event.kind === 'referral' && event.referral, { source: 'facebook', type: 'ad', ad_id: '120' })
})

test('A person with a username has no phone number', () => {
  const [event] = parsed('22')
  assert.deepEqual(event?.kind === 'message' && event.person, {
    source_id: 'BR.5566778899',
    aliases: [],
    name: 'Valentina',
    username: 'val.moreira',
  })
})

test('Numbers are passed on as WhatsApp writes them, and internal ids are no numbers', () => {
  const personIn = (number: string) => {
    const [event] = parsed(number)
    return event?.kind === 'message' ? event.person : undefined
  }
  assert.equal(personIn('23')!.phone_number, '+551185550188')
  assert.deepEqual(personIn('23')!.aliases, ['551185550188'])
  assert.equal(personIn('25')!.phone_number, '+5491155550147')
  const event = parseMessage({ from: '187654321098765', type: 'text', text: { body: 'hola' } })
  assert.deepEqual(event.kind === 'message' && event.person, { source_id: 'MX.77', aliases: ['187654321098765'] })
})

test('People are found in the list of contacts by their ids, not by their position', () => {
  const message = { id: 'wamid.1', timestamp: '1791212531', type: 'text', text: { body: 'hola' } }
  const events = parseChange({
    contacts: [
      { profile: { name: 'Bea' }, wa_id: '5215555550002', user_id: 'MX.2', parent_user_id: 'MX.ENT.2' },
      { profile: { name: 'Ana' }, wa_id: '5215555550001' },
    ],
    messages: [
      { ...message, from: '525555550001' },
      { ...message, id: 'wamid.2', from_user_id: 'MX.2', from_parent_user_id: 'MX.ENT.2' },
    ],
  })
  assert.deepEqual(
    events.map((event) => event.kind === 'message' && event.person),
    [
      { source_id: '525555550001', aliases: ['5215555550001'], name: 'Ana', phone_number: '+525555550001' },
      { source_id: 'MX.2', aliases: ['5215555550002', 'MX.ENT.2'], name: 'Bea', phone_number: '+5215555550002' },
    ],
  )
})

test('A status names our own message and keeps the price as it is', () => {
  assert.deepEqual(parsed('26'), [
    {
      kind: 'status',
      account,
      occurred_at: '2026-10-06T16:00:00.000Z',
      target: 'wamid.HRgMRklDVG91dDE=',
      client_ref: 'msg_01JFICT0001',
      status: 'sent',
      person: lucia,
      attributes: { pricing: { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' } },
    },
  ])
})

test('A voice note that was played counts as read', () => {
  const [event] = parseChange({ statuses: [{ id: 'wamid.1', status: 'played', timestamp: '1791212531' }] })
  assert.deepEqual(event, {
    kind: 'status',
    account,
    occurred_at: '2026-10-05T15:02:11.000Z',
    target: 'wamid.1',
    status: 'read',
    attributes: { played_at: '2026-10-05T15:02:11.000Z' },
  })
})

test('A failed status names the reason and whether trying again helps', () => {
  const failureIn = (number: string) => {
    const [event] = parsed(number)
    return (
      event?.kind === 'status' && [
        event.status,
        event.failure!.code,
        event.failure!.retryable,
        event.failure!.provider!.code,
      ]
    )
  }
  assert.deepEqual(failureIn('28'), ['failed', 'window_closed', false, '131047'])
  assert.deepEqual(failureIn('29'), ['failed', 'policy', false, '131049'])
  const [event] = parsed('29')
  assert.deepEqual(event?.kind === 'status' && event.person, { source_id: 'BR.5566778899', aliases: [] })
})

test('A message refused because the person stopped marketing also records their wish', () => {
  const events = parseChange({
    statuses: [
      {
        id: 'wamid.1',
        status: 'failed',
        timestamp: '1791212531',
        recipient_id: '5215555550123',
        errors: [{ code: 131050, title: 'User has stopped marketing messages' }],
      },
    ],
  })
  assert.deepEqual(
    events.map((event) => [
      event.kind,
      event.kind === 'status' ? event.failure!.code : event.kind === 'consent' && event.marketing,
    ]),
    [
      ['status', 'recipient_opted_out'],
      ['consent', false],
    ],
  )
})

test('Every message of a batch is taken in, in the order of their times, each for its own number', () => {
  assert.deepEqual(
    parsed('31').map((event) => event.kind === 'message' && [event.account, event.content]),
    [
      [account, 'primero'],
      [account, 'segundo'],
      ['334455667799999', 'desde otro WABA'],
    ],
  )
})

test('A message from the phone app of the business is an echo to the customer', () => {
  assert.deepEqual(parsed('32'), [
    {
      kind: 'echo',
      account,
      occurred_at: '2026-10-06T18:00:00.000Z',
      external_id: 'wamid.HRgMRklDVGVjMQ==',
      person: { source_id: 'MX.161', aliases: ['5215555550161'], name: 'Diego Ríos', phone_number: '+5215555550161' },
      content: 'Ya salió tu pedido 🚚',
    },
  ])
  const echo = (message: object) =>
    parseChange(
      {
        message_echoes: [
          { from: shop.display_phone_number, to: '573005550111', id: 'wamid.E', timestamp: '1', ...message },
        ],
      },
      'smb_message_echoes',
    )[0]!
  assert.equal(echo({ type: 'revoke', revoke: { original_message_id: 'wamid.O' } }).kind, 'deleted')
  const edited = {
    type: 'edit',
    edit: { original_message_id: 'wamid.O', message: { type: 'text', text: { body: 'b' } } },
  }
  assert.deepEqual([echo(edited).kind, echo({ type: 'reaction', reaction: {} }).kind], ['edited', 'ignored'])
  const reaction = echo({ type: 'reaction', reaction: { message_id: 'wamid.1', emoji: '👍' } })
  assert.partialDeepStrictEqual(reaction, { kind: 'reaction', target: 'wamid.1', emoji: '👍', is_external: true })
  const buttons = echo({
    type: 'interactive',
    interactive: {
      type: 'button',
      body: { text: '¿Va?' },
      action: { buttons: [{ reply: { id: 'si', title: 'Sí' } }] },
    },
  })
  assert.deepEqual(buttons.kind === 'echo' && [buttons.content, buttons.content_attributes], [
    '¿Va?',
    { items: [{ id: 'si', title: 'Sí' }] },
  ])
})

test('History is imported for both sides, with times and statuses', () => {
  const past = (message: object, status?: string) => ({
    timestamp: '1738796547',
    type: 'text',
    text: { body: 'x' },
    ...(status && { history_context: { status } }),
    ...message,
  })
  const events = parseChange(
    {
      history: [
        {
          metadata: { phase: 0, chunk_order: 1, progress: 55 },
          threads: [
            {
              id: '573005550111',
              context: { wa_id: '573005550111', user_id: 'CO.11', username: 'otro' },
              messages: [
                past({ id: 'h1', from: shop.display_phone_number }, 'PLAYED'),
                past({ id: 'h2', from: '573005550111', from_user_id: 'CO.11' }, 'READ'),
                past({ id: 'h3', from: shop.display_phone_number, type: 'media_placeholder' }, 'ERROR'),
                past({ id: 'h4', from_user_id: 'CO.11', type: 'reaction', reaction: { message_id: 'h1' } }),
              ],
            },
          ],
        },
      ],
    },
    'history',
  )
  const person = { source_id: 'CO.11', aliases: ['573005550111'], phone_number: '+573005550111', username: 'otro' }
  const occurred_at = '2025-02-05T23:02:27.000Z'
  const facts = { kind: 'history', account, occurred_at, person }
  assert.deepEqual(events, [
    { ...facts, external_id: 'h1', content: 'x', direction: 'outgoing', status: 'read' },
    { ...facts, external_id: 'h2', content: 'x', direction: 'incoming' },
    {
      ...facts,
      external_id: 'h3',
      content: null,
      content_type: 'unsupported',
      content_attributes: { type: 'media_placeholder' },
      direction: 'outgoing',
      status: 'failed',
    },
    { kind: 'ignored', account, occurred_at, reason: 'Reactions and edits of the history are not taken in.' },
  ])
})

test('Files of the history follow separately, from either side', () => {
  const image = { type: 'image', image: { id: '24', mime_type: 'image/jpeg', caption: 'Echeveria' } }
  const events = parseChange(
    {
      contacts: [{ wa_id: '573005550111', user_id: 'CO.11' }],
      messages: [{ from: '573005550111', from_user_id: 'CO.11', id: 'h5', timestamp: '1738796547', ...image }],
      message_echoes: [
        { from: shop.display_phone_number, to: '573005550111', id: 'h6', timestamp: '1738796548', ...image },
      ],
    },
    'history',
  )
  assert.deepEqual(
    events.map(
      (event) => event.kind === 'history' && [event.person.source_id, event.direction, event.attachments![0]!.id],
    ),
    [
      ['CO.11', 'incoming', '24'],
      ['CO.11', 'outgoing', '24'],
    ],
  )
  const refused = parseChange(
    { history: [{ errors: [{ code: 2593109, message: 'History sharing is off' }] }] },
    'history',
  )
  assert.deepEqual(
    refused.map((event) => event.kind === 'ignored' && event.reason),
    ['No history: History sharing is off'],
  )
})

test('A template that Meta paused is reported with the reason', () => {
  assert.deepEqual(parsed('34'), [
    {
      kind: 'template',
      account,
      occurred_at: '2026-10-06T18:30:00.000Z',
      name: 'recordatorio_cita',
      language: 'es_MX',
      status: 'PAUSED',
      reason: 'Paused after negative feedback.',
    },
  ])
})

test('Customers stop and resume marketing messages', () => {
  assert.deepEqual(parsed('35'), [
    { kind: 'consent', account, occurred_at: '2026-10-06T18:40:00.000Z', person: lucia, marketing: false },
  ])
  const { body } = fixture('35')
  body.entry[0].changes[0].value.user_preferences[0].value = 'resume'
  const [event] = parse(metaBytes(body))
  assert.equal(event?.kind === 'consent' && event.marketing, true)
})

test('Changes of the account show whether it can be used', () => {
  const connectionAfter = (field: string, value: object) => {
    const { whatsapp: connector, connection: inbox } = openShop()
    const entry = [{ id: shop.business_account_id, time: 1791311400, changes: [{ field, value }] }]
    const [event] = connector.parse(metaBytes({ object: 'whatsapp_business_account', entry }), inbox, RECEIVED_AT)
    assert.equal(event?.account, account)
    return event?.kind === 'connection' ? event.state : event?.kind
  }
  const update = (event: string, more: object = {}) => connectionAfter('account_update', { event, ...more })
  assert.equal(update('PARTNER_REMOVED', { waba_info: { waba_id: shop.business_account_id } }), 'needs_attention')
  assert.equal(update('account_offboarded'), 'needs_attention')
  assert.equal(update('ACCOUNT_RECONNECTED'), 'connected')
  assert.equal(update('DISABLED_UPDATE', { ban_info: { waba_ban_state: 'DISABLE' } }), 'needs_attention')
  assert.equal(update('DISABLED_UPDATE', { ban_info: { waba_ban_state: 'REINSTATE' } }), 'connected')
  assert.equal(update('ACCOUNT_VIOLATION', { violation_info: { violation_type: 'ADULT' } }), 'needs_attention')
  assert.equal(update('PARTNER_ADDED'), 'ignored')
  assert.equal(connectionAfter('account_review_update', { decision: 'REJECTED' }), 'needs_attention')
  const alert = { alert_severity: 'CRITICAL', alert_description: 'No payment method' }
  assert.equal(connectionAfter('account_alerts', { alert_info: alert }), 'needs_attention')
  assert.equal(connectionAfter('phone_number_quality_update', { event: 'FLAGGED' }), 'connected')
  assert.equal(connectionAfter('phone_number_quality_update', { event: 'UPGRADE' }), 'ignored')
  assert.equal(connectionAfter('template_category_update', {}), 'ignored')
})

test('Changes of another business account are addressed to it', () => {
  const { body } = fixture('34')
  body.entry[0].id = '1'
  assert.equal(parse(metaBytes(body))[0]!.account, '1')
})

test('Groups, calls, address books and errors are ignored with a reason', () => {
  const message = { id: 'wamid.1', from: '573005550111', timestamp: '1', type: 'text', text: { body: 'x' } }
  const group = { messages: [{ ...message, group_id: 'g1' }] }
  const status = {
    statuses: [{ id: 'wamid.2', status: 'read', timestamp: '1', recipient_type: 'group', recipient_id: 'g1' }],
  }
  const cases: [object, string?][] = [
    [group],
    [status],
    [{ messages: [{ ...message, from: undefined }] }],
    [{ messages: [{ ...message, id: undefined }] }],
    [{ errors: [{ code: 130429, title: 'Rate limit hit' }] }],
    [{ statuses: [{ id: 'wamid.2', status: 'accepted', timestamp: '1' }] }],
    [{}],
    [{ message_echoes: [{ ...message, group_id: 'g1' }] }, 'smb_message_echoes'],
    [{ state_sync: [{ type: 'contact', action: 'add' }] }, 'smb_app_state_sync'],
    [{ calls: [{}] }, 'calls'],
    [{ x: 1 }, 'some_new_field'],
    [{ user_preferences: [{ category: 'x', value: 'stop' }] }, 'user_preferences'],
  ]
  for (const [value, field] of cases)
    for (const event of parseChange(value, field)) {
      assert.equal(event.kind, 'ignored', JSON.stringify(value))
      assert.ok(event.kind === 'ignored' && event.reason.length > 10)
    }
})

test('Conversations another app answers are shown and marked as such', () => {
  const message = { id: 'wamid.1', timestamp: '1791212531', type: 'text', text: { body: 'hola' } }
  const events = parseChange(
    {
      contacts: [{ profile: { name: 'Ana' }, wa_id: '573005550111' }],
      standby: {
        messages: [{ ...message, from: '573005550111' }],
        message_echoes: [{ ...message, id: 'wamid.2', from: shop.display_phone_number, to: '573005550111' }],
        statuses: [{ id: 'wamid.2', status: 'delivered', timestamp: '1791212531', recipient_id: '573005550111' }],
      },
    },
    'standby',
  )
  assert.deepEqual(
    events.map((event) => [event.kind, event.kind === 'message' && event.is_standby]),
    [
      ['message', true],
      ['echo', false],
      ['status', false],
    ],
  )
})

test('An event without a time has that of its delivery', () => {
  const event = parseMessage({ timestamp: undefined, type: 'text', text: { body: 'x' } })
  assert.equal(event.occurred_at, RECEIVED_AT)
})

test('Texts that PostgreSQL cannot store are cleaned', () => {
  const event = parseMessage({ type: 'text', text: { body: 'a\u0000b\ud800c' } })
  assert.equal(event.kind === 'message' && event.content, 'ab\ufffdc')
})

/** Every event can be applied: it has a time, and its own kind of key. */
function assertSound(events: readonly ChannelEvent[]): void {
  assert.ok(events.length > 0)
  for (const event of events) {
    assert.match(event.occurred_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    if ('external_id' in event) assert.ok(event.external_id)
    if ('target' in event) assert.ok(event.target)
    if ('person' in event && event.person) assert.ok(event.person.source_id)
    if ('content' in event) assert.ok(event.content === null || typeof event.content === 'string')
  }
}

const bodies = fixturesOf('whatsapp').filter((each) => each.body.object)

test('No body makes the connector fail', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => assertSound(parse(Buffer.from(JSON.stringify(value))))))
  fc.assert(fc.property(fc.uint8Array(), (bytes) => assertSound(parse(Buffer.from(bytes)))))
})

test('No damaged notification makes the connector fail, and repetition gives the same events', () => {
  const damage = fc.record({
    number: fc.nat(bodies.length - 1),
    places: fc.array(fc.tuple(fc.nat(1000), fc.jsonValue()), { minLength: 1, maxLength: 5 }),
  })
  fc.assert(
    fc.property(damage, ({ number, places }) => {
      const body = structuredClone(bodies[number]!.body)
      // A copy: a later place may lie in this value, and shrinking uses it again.
      for (const [place, value] of places) replaceAt(body, place, structuredClone(value))
      const bytes = metaBytes(body)
      const events = parse(bytes)
      assertSound(events)
      assert.deepEqual(parse(bytes), events)
    }),
    { numRuns: 200 },
  )
})

test('An unknown type of message is always shown as a placeholder', () => {
  const known =
    /^(text|image|video|audio|document|sticker|location|contacts|button|interactive|order|template|system|reaction|edit|revoke|request_welcome)$/
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.jsonValue(), (type, content) => {
      if (known.test(type)) return
      const event = parseMessage({ [type]: content, type })
      assert.equal(event.kind === 'message' && event.content_type, 'unsupported')
    }),
  )
})

/** Replaces one of the values inside, counted in depth. */
function replaceAt(root: unknown, place: number, value: unknown): void {
  const slots: [Record<string, unknown>, string][] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const key of Object.keys(node)) {
      slots.push([node as Record<string, unknown>, key])
      visit((node as Record<string, unknown>)[key])
    }
  }
  visit(root)
  const slot = slots[place % Math.max(1, slots.length)]
  if (slot) slot[0][slot[1]] = value
}
