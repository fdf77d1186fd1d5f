import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Connection, OutboundFile, OutboundMessage, SendResult } from '#kernel/connector.ts'
import { openFakeTelegram, refusal } from '#test/channels/fakes/telegram.ts'
import { fixture } from '#test/channels/fixture.ts'
import { http } from '#test/channels/http.ts'
import { openTelegram, type TelegramCredentials } from './index.ts'

const CHAT = 5550001122
const TOKEN = '7001:AAtest-token'
const webhook_url = 'https://hilo.example/channels/telegram/abc'

const fake = await openFakeTelegram({ requires_https: true })
const telegram = openTelegram({ telegram_url: `${fake.url}/` })
beforeEach(() => fake.reset())

test('Connecting names the bot and points its webhook here, with a secret and every update that is used', async () => {
  assert.deepEqual(await telegram.connect(connection(), http), {
    id: '7001',
    name: '@tienda_7001_bot',
    detail: undefined,
  })
  assert.deepEqual(fake.webhookOf(TOKEN), {
    url: webhook_url,
    secret_token: 'secret-01',
    allowed_updates: [
      'message',
      'edited_message',
      'callback_query',
      'my_chat_member',
      'message_reaction',
      'business_message',
      'edited_business_message',
      'deleted_business_messages',
      'business_connection',
    ],
  })
  assert.equal(fake.callsOf('setWebhook')[0]!.parameters.drop_pending_updates, false)
})

test('The picture of a person is read, if they have one; groups have none', async () => {
  const person = (source_id: string) => ({ source_id, aliases: [], phone_number: null })
  const read = (source_id: string) => telegram.fetchProfile!(connection(), person(source_id), http)
  assert.equal(await read(String(CHAT)), undefined)
  fake.addFile(`photo-${CHAT}`, Buffer.from('picture'))
  const avatar = { bytes: Buffer.from('picture'), file_name: `photo-${CHAT}-320.jpg` }
  assert.deepEqual(await read(String(CHAT)), { avatar })
  assert.deepEqual(await read(`business:${CHAT}`), { avatar })
  assert.equal(await read('-100200300'), undefined)
})

test('A wrong token is refused in Telegram’s words, without naming the token', async () => {
  for (const bot_token of ['nonsense', '7002:revoked']) {
    fake.revoke('7002:revoked')
    const error = await caught(telegram.connect(connection({ credentials: { bot_token } }), http))
    assert.equal(error.kind, 'rejected')
    assert.match(error.message, /Unauthorized|Not Found/)
    assert.doesNotMatch(error.message, new RegExp(bot_token))
  }
  assert.equal(fake.callsOf('setWebhook').length, 0)
})

test('Without an answer Telegram counts as unreachable, and the token stays out of the error', async () => {
  fake.fail('getMe', 'cut')
  const cut = await caught(telegram.connect(connection(), http))
  assert.equal(cut.kind, 'unreachable')
  assert.doesNotMatch(cut.message, /AAtest-token/)
  fake.fail('getMe', { status: 502, body: '<html>Bad Gateway</html>' })
  assert.equal((await caught(telegram.connect(connection(), http))).kind, 'unreachable')
  fake.fail('setWebhook', refusal(429, 'Too Many Requests: retry after 1', { retry_after: 1 }))
  assert.equal((await caught(telegram.connect(connection(), http))).kind, 'unreachable')
})

test('An address Telegram refuses is reported as a detail; the bot is connected all the same', async () => {
  const { id, detail } = await telegram.connect(connection({ webhook_url: 'http://localhost:3000/x' }), http)
  assert.equal(id, '7001')
  assert.match(detail!, /An HTTPS URL must be provided/)
})

test('A bot can be moved here from another address, which is named, and connected again', async () => {
  fake.setWebhook(TOKEN, { url: `https://other.example/hooks/${TOKEN}` })
  const { detail } = await telegram.connect(connection(), http)
  assert.equal(detail, 'This bot was connected to other.example, which no longer receives its messages')
  assert.equal((await telegram.connect(connection(), http)).detail, undefined)
})

test('The check notices a webhook taken elsewhere, a missing one, and deliveries that fail', async () => {
  const check = () => telegram.check(connection(), http)
  assert.match((await check()).detail!, /reconnect/)
  await telegram.connect(connection(), http)
  assert.equal((await check()).detail, undefined)

  const last_error_message = 'Wrong response from the webhook: 500 Internal Server Error'
  fake.setDeliveryError(TOKEN, { last_error_message, last_error_date: 1791450000, pending_update_count: 3 })
  assert.match((await check()).detail!, /500 Internal Server Error/)
  fake.setDeliveryError(TOKEN, { last_error_message, last_error_date: Math.floor(Date.now() / 1000) })
  assert.match((await check()).detail!, /500 Internal Server Error/)
  fake.setDeliveryError(TOKEN, { last_error_message, last_error_date: 1600000000 })
  assert.equal((await check()).detail, undefined)

  fake.setWebhook(TOKEN, { url: 'https://other.example/hook' })
  const error = await caught(check())
  assert.equal(error.kind, 'rejected')
  assert.match(error.message, /other\.example/)
})

test('A text is sent as it is, quoting a message that may be gone', async () => {
  const result = await send({ content: 'Precio: 3 < 4 & *5*', reply_to: `${CHAT}:77` })
  assert.deepEqual(fake.callsOf('sendMessage')[0]!.parameters, {
    chat_id: CHAT,
    text: 'Precio: 3 < 4 & *5*',
    reply_parameters: { message_id: 77, allow_sending_without_reply: true },
  })
  assert.partialDeepStrictEqual(result, { outcome: 'accepted', external_id: `${CHAT}:101`, other_ids: [] })
})

test('A tapped button cannot be quoted at Telegram, so its answer quotes nothing', async () => {
  await send({ content: 'Gracias', reply_to: 'callback:4400001' })
  assert.equal(fake.callsOf('sendMessage')[0]!.parameters.reply_parameters, undefined)
})

test('Too many requests pause the whole inbox for as long as Telegram asks', async () => {
  fail('71')
  assert.deepEqual(await send({ content: 'Hola' }), {
    outcome: 'refused',
    failure: {
      code: 'rate_limited',
      detail: 'Too Many Requests: retry after 17',
      retryable: true,
      provider: { code: '429', message: 'Too Many Requests: retry after 17' },
    },
    scope: 'inbox',
    after_seconds: 17,
    accepted_ids: [],
  })
})

test('A person who blocked the bot is unreachable, and the message is not tried again', async () => {
  fake.block(CHAT)
  assert.partialDeepStrictEqual(await send({ content: 'Hola' }), {
    outcome: 'refused',
    failure: { code: 'recipient_unreachable', retryable: false, detail: 'Forbidden: bot was blocked by the user' },
  })
  assert.equal(fake.callsOf('sendMessage').length, 1)
})

test('Formatting that Telegram refuses is sent once more as plain text, and only once', async () => {
  fail('73')
  assert.equal((await send({ content: '_hola' })).outcome, 'accepted')
  const [, second] = fake.callsOf('sendMessage')
  assert.deepEqual(second!.parameters, { chat_id: CHAT, text: '_hola' })

  fail('73')
  fail('73')
  assert.partialDeepStrictEqual(await send({ content: '_hola' }), { outcome: 'refused', failure: { code: 'rejected' } })
  assert.equal(fake.callsOf('sendMessage').length, 4)
})

test('A revoked token stops the connection, not the message', async () => {
  fake.revoke(TOKEN)
  assert.partialDeepStrictEqual(await send({ content: 'Hola' }), {
    outcome: 'refused',
    failure: { code: 'not_authorised', retryable: true },
    scope: 'connection',
  })
})

test('Other refusals have their own reasons', async () => {
  const cases: [number, string, string, boolean][] = [
    [400, 'Bad Request: chat not found', 'recipient_unreachable', false],
    [403, 'Forbidden: user is deactivated', 'recipient_unreachable', false],
    [403, "Forbidden: bot can't initiate conversation with a user", 'recipient_unreachable', false],
    [400, 'Bad Request: not enough rights to send text messages to the chat', 'policy', false],
    [400, 'Bad Request: BUSINESS_PEER_USAGE_MISSING', 'window_closed', false],
    [400, 'Bad Request: wrong file identifier/HTTP URL specified', 'media_rejected', false],
    [413, 'Request Entity Too Large', 'media_rejected', false],
    [400, 'Bad Request: something new', 'rejected', false],
    [404, 'Not Found', 'not_authorised', true],
    [500, 'Internal Server Error', 'temporary', true],
  ]
  for (const [status, description, code, retryable] of cases) {
    fake.fail('sendMessage', refusal(status, description))
    assert.partialDeepStrictEqual(await send({ content: 'Hola' }), { outcome: 'refused', failure: { code, retryable } })
  }
  fake.fail('sendMessage', { status: 502, body: '<html></html>' })
  assert.partialDeepStrictEqual(await send({ content: 'Hola' }), { outcome: 'refused', failure: { code: 'temporary' } })
})

test('A time-out or a connection cut after Telegram accepted leaves the outcome unknown; one never made can be tried again', async () => {
  fake.fail('sendMessage', 'accept_and_cut')
  const cut = await send({ content: 'Hola' })
  assert.equal(cut.outcome, 'unknown')
  assert.doesNotMatch(JSON.stringify(cut), /AAtest-token/)
  fake.fail('sendMessage', 'accept_and_hang')
  const hurried: typeof http = (url, request) => http(url, { ...request, milliseconds: 50 })
  const slow = await telegram.send(connection(), outgoing({ content: 'Hola' }), hurried)
  assert.equal(slow.outcome, 'unknown')
  for (const status of [200, 504]) {
    fake.fail('sendMessage', { status, body: 'not JSON' })
    assert.equal((await send({ content: 'Hola' })).outcome, 'unknown')
  }

  const { url, close } = await openFakeTelegram()
  close()
  const unsent = await openTelegram({ telegram_url: url }).send(connection(), outgoing({ content: 'Hola' }), http)
  assert.partialDeepStrictEqual(unsent, { outcome: 'refused', failure: { code: 'temporary', retryable: true } })
})

test('A group that became a supergroup is answered under its new id, which is remembered', async () => {
  const description = 'Bad Request: group chat was upgraded to a supergroup chat'
  fake.fail('sendMessage', refusal(400, description, { migrate_to_chat_id: -1001234567890 }))
  const result = await send({ content: 'Hola', reply_to: '-4001:9' }, '-4001')
  const alias = '-1001234567890'
  assert.partialDeepStrictEqual(result, { outcome: 'accepted', external_id: `${alias}:101`, aliases: [alias] })

  const recipient = { source_id: '-4001', aliases: [alias, '-4001'], phone_number: null }
  await send({ content: 'Hola', recipient, reply_to: '-4001:9' })
  // Message numbers of the old group mean other messages in the new one.
  assert.deepEqual(fake.calls.at(-1)!.parameters, { chat_id: Number(alias), text: 'Hola' })
  assert.deepEqual(fake.calls.at(-2)!.parameters, { chat_id: Number(alias), text: 'Hola' })
})

test('Buttons are an inline keyboard; an id above 64 bytes is refused before the call', async () => {
  const buttons = (id: string) => ({
    content: '¿Confirmas?',
    content_type: 'buttons',
    content_attributes: { items: [{ id, title: 'Sí' }] },
  })
  await send(buttons('ok:8841'))
  assert.deepEqual(fake.callsOf('sendMessage')[0]!.parameters.reply_markup, {
    inline_keyboard: [[{ text: 'Sí', callback_data: 'ok:8841' }]],
  })
  assert.partialDeepStrictEqual(await send(buttons('ñ'.repeat(33))), {
    outcome: 'refused',
    failure: { code: 'rejected' },
  })
  assert.equal(fake.calls.length, 1)
})

test('Texts above the limit and empty messages are refused before the call', async () => {
  assert.partialDeepStrictEqual(await send({ content: 'a'.repeat(4097) }), {
    outcome: 'refused',
    failure: { code: 'rejected' },
  })
  assert.partialDeepStrictEqual(await send({ content: null }), { outcome: 'refused', failure: { code: 'rejected' } })
  assert.equal(fake.calls.length, 0)
  assert.equal((await send({ content: '😀'.repeat(4096) })).outcome, 'accepted')
})

test('Places and contacts are sent as such', async () => {
  const place = { latitude: -12.05, longitude: -77.04 }
  await send({ content: null, content_type: 'location', content_attributes: place })
  await send({
    content: null,
    content_type: 'location',
    content_attributes: { ...place, name: 'Plaza', address: 'Lima' },
  })
  const contacts = [{ name: 'Raúl Paz', phones: ['+525555550190'], emails: [] }]
  await send({ content: null, content_type: 'contacts', content_attributes: { contacts } })
  assert.deepEqual(
    fake.calls.map(({ method, parameters }) => [method, parameters]),
    [
      ['sendLocation', { chat_id: CHAT, ...place }],
      ['sendVenue', { chat_id: CHAT, ...place, title: 'Plaza', address: 'Lima' }],
      ['sendContact', { chat_id: CHAT, phone_number: '+525555550190', first_name: 'Raúl Paz' }],
    ],
  )
})

test('Each type of file has its method, and travels as bytes with the text as caption', async () => {
  const cases: [Partial<OutboundFile>, string, string][] = [
    [{ file_type: 'image', content_type: 'image/png' }, 'sendPhoto', 'photo'],
    [{ file_type: 'image', content_type: 'image/png', size_bytes: 11 * 1024 * 1024 }, 'sendDocument', 'document'],
    [{ file_type: 'image', content_type: 'image/gif' }, 'sendAnimation', 'animation'],
    [{ file_type: 'image', content_type: 'image/heic' }, 'sendDocument', 'document'],
    [{ file_type: 'video', content_type: 'video/mp4' }, 'sendVideo', 'video'],
    [{ file_type: 'audio', content_type: 'audio/ogg', is_voice: true }, 'sendVoice', 'voice'],
    [{ file_type: 'audio', content_type: 'audio/mpeg' }, 'sendAudio', 'audio'],
    [{ file_type: 'audio', content_type: 'audio/webm', is_voice: true }, 'sendDocument', 'document'],
    [{ file_type: 'file', content_type: 'application/pdf', file_name: 'cotización.pdf' }, 'sendDocument', 'document'],
  ]
  for (const [given, method, field] of cases) {
    await send({ content: 'Mira', files: [file(given)], reply_to: `${CHAT}:9` })
    const call = fake.calls.at(-1)!
    assert.equal(call.method, method)
    assert.equal(call.parameters.caption, 'Mira')
    assert.equal(call.parameters.reply_parameters.message_id, 9)
    assert.deepEqual(call.files[field], {
      file_name: given.file_name ?? 'archivo',
      content_type: given.content_type,
      bytes: Buffer.from('bytes'),
    })
  }
})

test('Several pictures are one album whose every part has an id', async () => {
  const photo = file({ file_type: 'image', content_type: 'image/jpeg' })
  const video = file({ file_type: 'video', content_type: 'video/mp4' })
  const result = await send({ content: 'Dos', files: [photo, video] })
  const { method, parameters, files } = fake.calls[0]!
  assert.equal(method, 'sendMediaGroup')
  assert.deepEqual(parameters.media, [
    { type: 'photo', media: 'attach://file0', caption: 'Dos' },
    { type: 'video', media: 'attach://file1' },
  ])
  assert.deepEqual(Object.keys(files), ['file0', 'file1'])
  assert.partialDeepStrictEqual(result, { external_id: `${CHAT}:101`, other_ids: [`${CHAT}:102`] })
})

test('Files that share no album, more than ten, and long texts become several messages in order', async () => {
  const photos = Array.from({ length: 11 }, () => file({ file_type: 'image', content_type: 'image/jpeg' }))
  const pdf = file({ file_type: 'file', content_type: 'application/pdf' })
  const result = await send({ content: 'x'.repeat(1025), files: [...photos, pdf], reply_to: `${CHAT}:9` })
  assert.deepEqual(
    fake.calls.map(({ method, parameters }) => [method, parameters.reply_parameters?.message_id]),
    [
      ['sendMediaGroup', 9],
      ['sendPhoto', undefined],
      ['sendDocument', undefined],
      ['sendMessage', undefined],
    ],
  )
  assert.ok(result.outcome === 'accepted' && result.other_ids?.length === 12)
})

test('Buttons stay with their text when an album cannot carry them', async () => {
  const photo = file({ file_type: 'image', content_type: 'image/jpeg' })
  const items = [{ id: 'a', title: 'A' }]
  await send({ content: 'Elige', content_type: 'buttons', content_attributes: { items }, files: [photo, photo] })
  await send({ content: 'Elige', content_type: 'buttons', content_attributes: { items }, files: [photo] })
  assert.deepEqual(
    fake.calls.map(({ method, parameters }) => [method, parameters.reply_markup !== undefined]),
    [
      ['sendMediaGroup', false],
      ['sendMessage', true],
      ['sendPhoto', true],
    ],
  )
})

test('When a later part fails, the next attempt continues after the parts that were sent', async () => {
  const photos = Array.from({ length: 2 }, () => file({ file_type: 'image', content_type: 'image/jpeg' }))
  const message = { content: 'x'.repeat(1025), files: photos, reply_to: `${CHAT}:9` }
  const accepted_ids = [`${CHAT}:101`, `${CHAT}:102`]
  for (const [fault, outcome] of [
    [refusal(429, 'Too Many Requests: retry after 3', { retry_after: 3 }), 'refused'],
    ['accept_and_cut', 'unknown'],
  ] as const) {
    fake.reset()
    fake.fail('sendMessage', fault)
    assert.partialDeepStrictEqual(await send(message), { outcome, accepted_ids })
  }
  fake.calls.length = 0
  const result = await send({ ...message, accepted_ids })
  assert.deepEqual(
    fake.calls.map(({ method, parameters }) => [method, parameters.reply_parameters]),
    [['sendMessage', undefined]],
  )
  assert.partialDeepStrictEqual(result, { external_id: accepted_ids[0], other_ids: [accepted_ids[1], `${CHAT}:104`] })
})

test('A picture Telegram cannot show is sent as a file; a file above 50 MB or unreadable is not sent', async () => {
  const photo = file({ file_type: 'image', content_type: 'image/jpeg' })
  fake.fail('sendPhoto', refusal(400, 'Bad Request: PHOTO_INVALID_DIMENSIONS'))
  assert.equal((await send({ content: 'Mapa', files: [photo] })).outcome, 'accepted')
  const document = fake.callsOf('sendDocument')[0]!
  assert.equal(document.parameters.caption, 'Mapa')
  assert.ok(document.files.document)

  const calls = fake.calls.length
  const huge = file({ size_bytes: 51 * 1024 * 1024 })
  assert.partialDeepStrictEqual(await send({ files: [huge] }), {
    outcome: 'refused',
    failure: { code: 'media_rejected' },
  })
  const lost = file({ read: () => Promise.reject(new Error('gone')) })
  assert.partialDeepStrictEqual(await send({ files: [lost] }), { outcome: 'refused', failure: { code: 'temporary' } })
  assert.equal(fake.calls.length, calls)
})

test('Reactions are set without the colour selector and removed; unknown ones are refused', async () => {
  const react = (emoji: string | null) => telegram.react!(connection(), target(`${CHAT}:5`), emoji, http)
  assert.equal((await react('❤️')).outcome, 'accepted')
  assert.equal((await react(null)).outcome, 'accepted')
  assert.deepEqual(
    fake.calls.map(({ parameters }) => parameters),
    [
      { chat_id: CHAT, message_id: 5, reaction: [{ type: 'emoji', emoji: '❤' }] },
      { chat_id: CHAT, message_id: 5, reaction: [] },
    ],
  )
  assert.partialDeepStrictEqual(await react('🦥'), { outcome: 'refused', failure: { code: 'rejected' } })
})

test('Texts and captions are edited, twice with the same result, and messages deleted, twice as well', async () => {
  const text = await send({ content: 'Hola' })
  const photo = await send({ content: 'Foto', files: [file({ file_type: 'image', content_type: 'image/jpeg' })] })
  for (const result of [text, photo]) {
    assert.ok(result.outcome === 'accepted')
    const found = target(result.external_id!)
    for (const turn of ['first', 'second'])
      assert.equal((await telegram.edit!(connection(), found, 'Otro', http)).outcome, 'accepted', turn)
    for (const turn of ['first', 'second'])
      assert.equal((await telegram.remove!(connection(), found, http)).outcome, 'accepted', turn)
    const late = await telegram.edit!(connection(), found, 'Tarde', http)
    assert.partialDeepStrictEqual(late, { outcome: 'refused', failure: { code: 'rejected' } })
  }
  const tap = await telegram.edit!(connection(), target('callback:1'), 'x', http)
  assert.partialDeepStrictEqual(tap, { outcome: 'refused', failure: { code: 'rejected' } })
})

test('Chats of a business account are answered on its behalf', async () => {
  const result = await send({ content: 'Hola' }, `bc_1:${CHAT}`)
  assert.partialDeepStrictEqual(result, { outcome: 'accepted', external_id: `bc_1:${CHAT}:101` })
  await telegram.remove!(connection(), target(`bc_1:${CHAT}:101`), http)
  await telegram.setTyping!(connection(), target(`bc_1:${CHAT}:101`, `bc_1:${CHAT}`), http)
  assert.deepEqual(
    fake.calls.map(({ method, parameters }) => [method, parameters]),
    [
      ['sendMessage', { chat_id: CHAT, business_connection_id: 'bc_1', text: 'Hola' }],
      ['deleteBusinessMessages', { business_connection_id: 'bc_1', message_ids: [101] }],
      ['sendChatAction', { chat_id: CHAT, business_connection_id: 'bc_1', action: 'typing' }],
    ],
  )
})

test('A tapped button is acknowledged; a late acknowledgement does no harm', async () => {
  await telegram.confirm!(connection(), '4400001', http)
  assert.deepEqual(fake.callsOf('answerCallbackQuery')[0]!.parameters, { callback_query_id: '4400001' })
  fake.fail('answerCallbackQuery', refusal(400, 'Bad Request: query is too old and response timeout expired'))
  await telegram.confirm!(connection(), '4400001', http)
})

test('A file is fetched through a fresh link each time', async () => {
  const fetchFile = (id: string) => telegram.fetchMedia(connection(), { id, file_type: 'file' }, http)
  fake.addFile('F1', Buffer.from('contents'))
  assert.deepEqual(await fetchFile('F1'), { outcome: 'fetched', bytes: Buffer.from('contents') })
  fake.expireLinks()
  assert.equal((await fetchFile('F1')).outcome, 'fetched')

  fake.fail('file', refusal(404, 'Not Found'))
  assert.deepEqual(await fetchFile('F1'), { outcome: 'retry' })
  fake.fail('getFile', refusal(429, 'Too Many Requests: retry after 9', { retry_after: 9 }))
  assert.deepEqual(await fetchFile('F1'), { outcome: 'retry', after_seconds: 9 })
  for (const method of ['getFile', 'file']) {
    fake.fail(method, 'cut')
    assert.deepEqual(await fetchFile('F1'), { outcome: 'retry' })
    fake.fail(method, { status: 503 })
    assert.deepEqual(await fetchFile('F1'), { outcome: 'retry' })
  }
  fake.fail('getFile', refusal(400, 'Bad Request: wrong file_id or the file is temporarily unavailable'))
  assert.deepEqual(await fetchFile('F1'), { outcome: 'retry' })
  assert.deepEqual(await fetchFile('unknown'), { outcome: 'gone', reason: 'Bad Request: invalid file_id' })
  fake.addFile('big', Buffer.alloc(20 * 1024 * 1024 + 1))
  assert.deepEqual(await fetchFile('big'), { outcome: 'too_large' })
})

test('The credentials are one token, pasted with or without spaces around it', () => {
  assert.deepEqual(telegram.credentials.parse({ bot_token: ' 7001:AA-x_y ' }), { bot_token: '7001:AA-x_y' })
  for (const credentials of [{}, { bot_token: '' }, { bot_token: 'a/../b' }, { bot_token: '7001:AA', other: 1 }])
    assert.equal(telegram.credentials.safeParse(credentials).success, false)
})

function connection(changes: Partial<Connection<TelegramCredentials>> = {}): Connection<TelegramCredentials> {
  return {
    account_id: '1',
    inbox_id: '1',
    webhook_url,
    verify_token: 'secret-01',
    external_id: null,
    credentials: { bot_token: TOKEN },
    settings: {},
    ...changes,
  }
}

function outgoing(fields: Partial<OutboundMessage>, source_id = String(CHAT)): OutboundMessage {
  const recipient = { source_id, aliases: [], phone_number: null }
  return { id: '1', recipient, content: null, content_type: 'text', content_attributes: {}, files: [], ...fields }
}

function send(fields: Partial<OutboundMessage>, source_id?: string): Promise<SendResult> {
  return telegram.send(connection(), outgoing(fields, source_id), http)
}

function file(fields: Partial<OutboundFile>): OutboundFile {
  return {
    file_name: 'archivo',
    file_type: 'file',
    content_type: 'application/pdf',
    size_bytes: 5,
    is_voice: false,
    read: () => Promise.resolve(Buffer.from('bytes')),
    ...fields,
  }
}

function target(external_id: string, source_id = String(CHAT)) {
  return { external_id, recipient: { source_id, aliases: [], phone_number: null } }
}

/** The next sendMessage is answered as in a fixture. */
function fail(number: string): void {
  const { response } = fixture(number).body
  fake.fail('sendMessage', { status: response.status, body: response.json })
}

async function caught(promise: Promise<unknown>): Promise<{ kind: string; message: string }> {
  return promise.then(
    () => assert.fail('it was accepted'),
    (error) => error,
  )
}
