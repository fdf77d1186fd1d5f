import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ChannelEvent, Connection } from '#kernel/connector.ts'
import { fixture, fixturesOf } from '#test/channels/fixture.ts'
import { runs } from '#test/runs.ts'
import { openTelegram, type TelegramCredentials } from './index.ts'

const telegram = openTelegram({ telegram_url: 'https://api.telegram.org' })
const received_at = '2026-10-08T12:00:00.000Z'
const jimena = { id: 5550001122, first_name: 'Jimena', last_name: 'Toledo', username: 'jime_toledo' }
const chat = { ...jimena, type: 'private' }
const group = { id: -4001, type: 'group', title: 'Vecinos' }
const person = { source_id: '5550001122', name: 'Jimena Toledo', username: 'jime_toledo' }
const file = { file_id: 'F1', file_unique_id: 'u1', file_size: 1200 }

test('Part of an album: the largest picture, with the album’s id', () => {
  assert.partialDeepStrictEqual(parse(fixture('64').body), [
    {
      kind: 'message',
      external_id: '5550001122:11',
      occurred_at: '2026-10-08T09:01:00.000Z',
      person,
      content: 'Los dos comprobantes',
      group_id: '13790011',
      attachments: [{ id: 'AgACbig', file_type: 'image', content_type: 'image/jpeg', size_bytes: 180200 }],
    },
  ])
})

test('A file above 20 MB is announced with name and size, and not fetched', () => {
  assert.partialDeepStrictEqual(parse(fixture('65').body), [
    {
      kind: 'message',
      content: null,
      attachments: [
        { id: 'BQACbig', file_type: 'file', file_name: 'plano.dwg', size_bytes: 27262976, is_too_large: true },
      ],
    },
  ])
})

test('A tapped button is a choice that quotes its message and waits for an acknowledgement', () => {
  const { body } = fixture('67')
  assert.deepEqual(parse(body), [
    {
      kind: 'message',
      occurred_at: received_at,
      external_id: 'callback:4400001',
      person,
      content: 'ok:8841',
      content_type: 'choice',
      content_attributes: { id: 'ok:8841', title: 'ok:8841' },
      reply_to: '5550001122:13',
      acknowledge: '4400001',
    },
  ])
  const reply_markup = {
    inline_keyboard: [[{ text: 'No', callback_data: 'no' }], [{ text: 'Sí', callback_data: 'ok:8841' }]],
  }
  const message = { ...body.callback_query.message, reply_markup }
  const titled = parse({ ...body, callback_query: { ...body.callback_query, message } })
  assert.partialDeepStrictEqual(titled, [{ content: 'Sí', content_attributes: { id: 'ok:8841', title: 'Sí' } }])
})

test('Blocking the bot makes the person unreachable, unblocking reachable again', () => {
  const { body } = fixture('68')
  assert.deepEqual(parse(body), [
    { kind: 'reachability', occurred_at: '2026-10-08T09:04:00.000Z', person, reachable: false },
  ])
  const back = { ...body.my_chat_member, new_chat_member: { status: 'member' } }
  assert.partialDeepStrictEqual(parse({ my_chat_member: back }), [{ kind: 'reachability', reachable: true }])
})

test('Only updates with the secret of the webhook are accepted', () => {
  const check = (headers: Record<string, string | string[]>) =>
    telegram.authenticate({ method: 'POST', url: '/', query: {}, headers, body: Buffer.from('{}') }, connection())
  assert.equal(check(fixture('64').headers), true)
  assert.equal(check(fixture('70').headers), false)
  assert.equal(check({}), false)
  assert.equal(check({ 'x-telegram-bot-api-secret-token': ['tg_secret_token-01', 'tg_secret_token-01'] }), false)
  const empty = { ...connection(), verify_token: '' }
  const headers = { 'x-telegram-bot-api-secret-token': '' }
  assert.equal(
    telegram.authenticate({ method: 'POST', url: '/', query: {}, headers, body: Buffer.from('') }, empty),
    false,
  )
})

test('A start link is kept as the referral of the first message', () => {
  assert.partialDeepStrictEqual(message({ text: '/start promo_mayo-2026' }), [
    { content: '/start promo_mayo-2026', referral: { source: 'link', type: 'link', ref: 'promo_mayo-2026' } },
  ])
  for (const text of ['/start', '/start two words', '/started promo', 'hola /start promo'])
    assert.equal(single(message({ text })).referral, undefined, text)
})

test('An edit changes the text or caption of its message', () => {
  const edited = { message_id: 12, chat, from: jimena, date: 1791450000, edit_date: 1791450090, text: 'Corregido' }
  assert.deepEqual(parse({ edited_message: edited }), [
    { kind: 'edited', occurred_at: '2026-10-08T09:01:30.000Z', target: '5550001122:12', content: 'Corregido' },
  ])
  const caption = { message_id: 12, chat, photo: [file], caption: 'Otro pie' }
  assert.partialDeepStrictEqual(parse({ edited_message: caption }), [{ kind: 'edited', content: 'Otro pie' }])
  const live = { message_id: 12, chat, location: { latitude: 1, longitude: 2 } }
  assert.partialDeepStrictEqual(parse({ edited_message: live }), [{ kind: 'ignored' }])
})

test('A group that becomes a supergroup keeps its history under the new id', () => {
  const moved = { message_id: 3, chat: group, date: 1791450000, migrate_to_chat_id: -1009001 }
  const arrived = { message_id: 1, chat: { ...group, id: -1009001 }, date: 1791450000, migrate_from_chat_id: -4001 }
  for (const each of [moved, arrived])
    assert.partialDeepStrictEqual(parse({ message: each }), [
      { kind: 'identity', person: { source_id: '-1009001', name: 'Vecinos' }, previous: ['-4001'] },
    ])
})

test('The same update has the same id twice; messages numbered 0 are told apart by their updates', () => {
  const text = { message_id: 0, chat, from: jimena, date: 1791450000, text: 'Hola' }
  const ids = [7, 7, 8].map((update_id) => single(parse({ update_id, message: text })).external_id)
  assert.deepEqual(ids, ['5550001122:update:7', '5550001122:update:7', '5550001122:update:8'])
})

test('Every kind of file becomes one attachment', () => {
  const cases: [object, object][] = [
    [
      { video: { ...file, mime_type: 'video/mp4', duration: 9, file_name: 'a.mp4' } },
      { file_type: 'video', duration_seconds: 9 },
    ],
    [{ video_note: { ...file, length: 240, duration: 4 } }, { file_type: 'video', content_type: 'video/mp4' }],
    [
      { voice: { ...file, duration: 3 } },
      { file_type: 'audio', content_type: 'audio/ogg', is_voice: true, duration_seconds: 3 },
    ],
    [
      { audio: { ...file, mime_type: 'audio/mpeg', file_name: 'tema.mp3' } },
      { file_type: 'audio', file_name: 'tema.mp3' },
    ],
    [
      { document: { ...file, file_name: 'cotización.pdf', mime_type: 'application/pdf' } },
      { file_type: 'file', file_name: 'cotización.pdf' },
    ],
    [{ animation: { ...file, mime_type: 'video/mp4' }, document: file }, { file_type: 'video' }],
    [{ sticker: { ...file, emoji: '😀' } }, { file_type: 'image', content_type: 'image/webp' }],
    [{ sticker: { ...file, emoji: '😀', is_video: true } }, { file_type: 'video', content_type: 'video/webm' }],
    [
      { sticker: { ...file, emoji: '😀', is_animated: true } },
      { file_type: 'file', content_type: 'application/x-tgsticker' },
    ],
    [{ photo: [file], live_photo: file }, { file_type: 'image' }],
  ]
  for (const [content, expected] of cases) {
    const { attachments, content_type } = single(message(content))
    assert.equal(attachments?.length, 1)
    assert.equal(content_type, undefined)
    assert.partialDeepStrictEqual(attachments![0], { id: 'F1', ...expected })
  }
  assert.equal(single(message({ sticker: { ...file, emoji: '😀', is_animated: true } })).content, '😀')
})

test('Places and contact cards keep their facts', () => {
  const location = { latitude: -12.05, longitude: -77.04 }
  const place = single(message({ location }))
  assert.equal(place.content_type, 'location')
  assert.deepEqual(place.content_attributes, { ...location, name: null, address: null })
  const venue = single(message({ location, venue: { location, title: 'Plaza', address: 'Lima' } }))
  assert.deepEqual(venue.content_attributes, { ...location, name: 'Plaza', address: 'Lima' })

  const contact = { phone_number: '525555550190', first_name: 'Raúl', last_name: 'Paz', user_id: 99 }
  const card = single(message({ contact }))
  assert.equal(card.content_type, 'contacts')
  assert.deepEqual(card.content_attributes, {
    contacts: [{ name: 'Raúl Paz', phones: ['525555550190'], emails: [] }],
  })
  assert.equal(card.person.phone_number, undefined)
})

test('A person who shares their own number gains it', () => {
  const contact = { phone_number: '525555550190', first_name: 'Jimena', user_id: jimena.id }
  assert.equal(single(message({ contact })).person.phone_number, '+525555550190')
})

test('Unknown content becomes a message that names its type; notices of the chat become none', () => {
  for (const type of ['poll', 'dice', 'story', 'checklist', 'invoice', 'rich_message', 'telepathy'])
    assert.partialDeepStrictEqual(message({ [type]: { id: 1 } }), [
      { kind: 'message', content: null, content_type: 'unsupported', content_attributes: { type } },
    ])
  for (const notice of ['pinned_message', 'new_chat_title', 'message_auto_delete_timer_changed'])
    assert.partialDeepStrictEqual(message({ [notice]: 'x' }), [{ kind: 'ignored' }])
  assert.deepEqual(parse({ update_id: 1, chat_boost: {} }), [
    { kind: 'ignored', occurred_at: received_at, reason: 'Updates of this type are not used: chat_boost' },
  ])
})

test('Text is read as people see it: hidden addresses are written out, at UTF-16 offsets', () => {
  const text = '😀 mira aquí y allá'
  const link = (offset: number, length: number, url: string) => ({ type: 'text_link', offset, length, url })
  const entities = [
    { type: 'bold', offset: 0, length: 2 },
    link(8, 4, 'https://a.example'),
    link(15, 4, 'https://b.example'),
  ]
  assert.equal(
    single(message({ text, entities })).content,
    '😀 mira aquí (https://a.example) y allá (https://b.example)',
  )
  assert.equal(single(message({ text: 'corto', entities: [link(3, 90, 'https://a.example')] })).content, 'corto')
})

test('Characters that cannot be stored are left out', () => {
  assert.equal(single(message({ text: 'a\0b\ud800c' })).content, 'ab\ufffdc')
})

test('Replies and forwarded messages are marked as such', () => {
  const [event] = message({ text: 'Ese', reply_to_message: { message_id: 4, chat }, forward_origin: { type: 'user' } })
  assert.partialDeepStrictEqual(event, { reply_to: '5550001122:4', content_attributes: { forwarded: true } })
})

test('Groups are taken in only where they are enabled, with the name of the writer', () => {
  const message = { message_id: 5, chat: group, from: jimena, date: 1791450000, text: 'Hola a todos' }
  const reaction = { chat: group, message_id: 5, date: 1791450000, new_reaction: [] }
  const left = { chat: group, date: 1791450000, new_chat_member: { status: 'left' } }
  const updates = [{ message }, { edited_message: message }, { message_reaction: reaction }, { my_chat_member: left }]
  for (const update of updates) assert.partialDeepStrictEqual(parse(update), [{ kind: 'ignored' }])
  const kinds = updates.flatMap((update) => parse(update, { groups: true })).map(({ kind }) => kind)
  assert.deepEqual(kinds, ['message', 'edited', 'reaction', 'reachability'])
  assert.partialDeepStrictEqual(parse({ message }, { groups: true }), [
    {
      external_id: '-4001:5',
      person: { source_id: '-4001', name: 'Vecinos' },
      content_attributes: { sender: { id: '5550001122', name: 'Jimena Toledo' } },
    },
  ])
})

test('A reaction is set, replaced and taken back', () => {
  const react = (new_reaction: object[]) =>
    parse({ message_reaction: { chat, user: jimena, message_id: 9, date: 1791450000, old_reaction: [], new_reaction } })
  assert.deepEqual(react([{ type: 'emoji', emoji: '👍' }]), [
    { kind: 'reaction', occurred_at: '2026-10-08T09:00:00.000Z', target: '5550001122:9', person, emoji: '👍' },
  ])
  assert.partialDeepStrictEqual(react([]), [{ kind: 'reaction', emoji: null }])
  assert.partialDeepStrictEqual(react([{ type: 'custom_emoji', custom_emoji_id: '1' }]), [{ emoji: null }])
})

test('In a business account, the customer’s messages and the owner’s own belong to one conversation', () => {
  const base = { business_connection_id: 'bc_1', chat, date: 1791450000 }
  const owner = { id: 42, first_name: 'Dueña' }
  const [incoming] = parse({ business_message: { ...base, message_id: 5, from: jimena, text: '¿Precio?' } })
  const [outgoing] = parse({ business_message: { ...base, message_id: 6, from: owner, text: '$ 300' } })
  assert.partialDeepStrictEqual(incoming, {
    kind: 'message',
    external_id: 'bc_1:5550001122:5',
    person: { ...person, source_id: 'bc_1:5550001122' },
  })
  assert.partialDeepStrictEqual(outgoing, {
    kind: 'echo',
    external_id: 'bc_1:5550001122:6',
    person: { ...person, source_id: 'bc_1:5550001122' },
    content: '$ 300',
  })
  assert.partialDeepStrictEqual(parse({ edited_business_message: { ...base, message_id: 5, text: '¿Costo?' } }), [
    { kind: 'edited', target: 'bc_1:5550001122:5', content: '¿Costo?' },
  ])
  const deleted = { business_connection_id: 'bc_1', chat, message_ids: [5, 6] }
  assert.deepEqual(
    parse({ deleted_business_messages: deleted }).map((event) => event.kind === 'deleted' && event.target),
    ['bc_1:5550001122:5', 'bc_1:5550001122:6'],
  )
})

test('No body stops the reader, and every event has a time and a stable id', () => {
  const bodies = fixturesOf('telegram').map(({ body }) => body)
  const anything = fc.oneof(
    fc.json(),
    fc.string(),
    fc.jsonValue().map((value) => JSON.stringify({ message: value })),
  )
  fc.assert(
    fc.property(fc.oneof(anything, mutated(bodies)), fc.boolean(), (text, groups) => {
      const once = parse(text, { groups })
      assert.deepEqual(parse(text, { groups }), once)
      for (const event of once) assert.match(event.occurred_at, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    }),
    runs(2000),
  )
})

/** A fixture with one of its values replaced by anything. */
function mutated(bodies: object[]): fc.Arbitrary<string> {
  return fc.tuple(fc.constantFrom(...bodies), fc.nat(), fc.jsonValue()).map(([body, at, value]) => {
    let index = 0
    const places = JSON.stringify(body).match(/"\w+":/g)!.length
    return JSON.stringify(body, (key, old) => (key !== '' && index++ === at % places ? value : old))
  })
}

function connection(settings: Connection['settings'] = {}): Connection<TelegramCredentials> {
  return {
    account_id: '1',
    inbox_id: '1',
    webhook_url: 'https://hilo.example/channels/telegram/abc',
    verify_token: 'tg_secret_token-01',
    external_id: '7',
    credentials: { bot_token: '7:AAtest' },
    settings,
  }
}

function parse(body: object | string, settings: Connection['settings'] = {}): ChannelEvent[] {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  return telegram.parse(bytes, connection(settings), received_at)
}

function message(content: object): ChannelEvent[] {
  return parse({ update_id: 1, message: { message_id: 20, from: jimena, chat, date: 1791450000, ...content } })
}

function single(events: ChannelEvent[]): Extract<ChannelEvent, { kind: 'message' }> {
  const [event] = events
  assert.ok(event?.kind === 'message' && events.length === 1)
  return event
}
