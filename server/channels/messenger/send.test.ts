import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Connection, OutboundMessage } from '#kernel/connector.ts'
import { openFakeMessenger } from '#test/channels/fakes/messenger.ts'
import { graphFailure } from '#test/channels/fakes/meta.ts'
import { fixture } from '#test/channels/fixture.ts'
import { http } from '#test/channels/http.ts'
import { outbound as toNumber, outboundFile } from '#test/channels/whatsapp.ts'
import { type MessengerCredentials, openMessenger } from './index.ts'

const fake = await openFakeMessenger()
const messenger = openMessenger({ graph_url: fake.url })
const { credentials } = fake
const ana = { id: '7001122334455667', name: 'Ana Ruiz' }
beforeEach(() => {
  fake.reset()
  fake.receive(ana, { text: 'Hola' })
})

function connection(changes: Partial<MessengerCredentials> = {}): Connection<MessengerCredentials> {
  return {
    account_id: '1',
    inbox_id: '1',
    webhook_url: 'https://inbox.example/channels/messenger/token',
    verify_token: '',
    external_id: credentials.page_id,
    credentials: { ...credentials, ...changes },
    settings: {},
  }
}
const recipient = { source_id: ana.id, aliases: [], phone_number: null }
const send = (fields: Partial<OutboundMessage>) =>
  messenger.send(connection(), { ...toNumber({ recipient }), ...fields }, http)
const caught = (promise: Promise<unknown>): Promise<{ kind: string; message: string }> =>
  promise.then(
    () => assert.fail('it was accepted'),
    (error) => error,
  )

test('Connecting reads the page and subscribes its events', async () => {
  assert.deepEqual(await messenger.connect(connection(), http), {
    id: credentials.page_id,
    name: 'Muebles Lupita',
    detail: undefined,
  })
  for (const field of ['messages', 'message_echoes', 'message_reads', 'messaging_postbacks', 'message_edits'])
    assert.ok(fake.subscribedFields()?.includes(field), field)
})

test('Wrong credentials are rejected; a refused subscription is a warning', async () => {
  assert.equal((await caught(messenger.connect(connection({ access_token: 'wrong' }), http))).kind, 'rejected')
  assert.equal((await caught(messenger.connect(connection({ page_id: '1' }), http))).kind, 'rejected')
  fake.fail('subscribed_apps', graphFailure(210, 'A page access token is required'))
  assert.equal((await caught(messenger.connect(connection(), http))).kind, 'rejected')
  fake.fail('subscribed_apps', graphFailure(200, 'Requires pages_manage_metadata'))
  assert.match((await messenger.connect(connection(), http)).detail!, /pages_manage_metadata/)
  fake.fail('account', 'cut')
  assert.equal((await caught(messenger.connect(connection(), http))).kind, 'unreachable')
})

test('A check subscribes again after Meta has ended the subscription', async () => {
  await messenger.connect(connection(), http)
  fake.unsubscribe()
  assert.equal((await messenger.check(connection(), http)).detail, undefined)
  assert.ok(fake.subscribedFields()?.includes('messages'))
  const before = fake.callsOf('subscribed_apps').length
  await messenger.check(connection(), http)
  assert.deepEqual(
    fake
      .callsOf('subscribed_apps')
      .slice(before)
      .map(({ method }) => method),
    ['GET'],
  )
})

test('A text is a response with our own id, and quotes a message', async () => {
  const result = await send({ content: 'Sí, enviamos', reply_to: 'm_1' })
  assert.deepEqual(fake.messages(), [
    {
      recipient: { id: ana.id },
      messaging_type: 'RESPONSE',
      message: { text: 'Sí, enviamos', reply_to: { mid: 'm_1' }, metadata: '4711' },
    },
  ])
  assert.deepEqual(result, { outcome: 'accepted', external_id: fake.accepted()[0]!.mid, other_ids: [] })
})

test('Files are transferred first; a refused one leaves nothing half sent', async () => {
  const files = [
    outboundFile(),
    outboundFile({ file_name: 'lista.pdf', file_type: 'file', content_type: 'application/pdf' }),
  ]
  const result = await send({ content: 'Mira', files })
  assert.ok(result.outcome === 'accepted')
  assert.equal(result.other_ids?.length, 2)
  assert.deepEqual(
    fake.messages().map(({ message }) => message.text ?? message.attachment.type),
    ['Mira', 'image', 'file'],
  )
  assert.equal(fake.callsOf('upload')[0]!.body.filedata.name, 'foto.jpg')
  fake.reset()
  fake.receive(ana, { text: 'Hola' })
  fake.fail('upload', graphFailure(100, 'Attachment size exceeds allowable limit', { subcode: 2018047 }))
  assert.partialDeepStrictEqual(await send({ content: 'Mira', files }), { failure: { code: 'media_rejected' } })
  assert.deepEqual(fake.messages(), [])
  const large = outboundFile({ size_bytes: 26 * 1024 * 1024, file_type: 'video', content_type: 'video/mp4' })
  assert.partialDeepStrictEqual(await send({ files: [large] }), { failure: { code: 'media_rejected' } })
})

test('After a cut a message continues with its missing parts', async () => {
  const files = [outboundFile()]
  fake.fail('messages', { status: 200, body: { message_id: 'm_first' } })
  fake.fail('messages', 'accept_and_cut')
  const cut = await send({ content: 'Mira', files })
  assert.ok(cut.outcome === 'unknown')
  assert.deepEqual(cut.accepted_ids, ['m_first'])
  const rest = await send({ content: 'Mira', files, accepted_ids: cut.accepted_ids })
  assert.partialDeepStrictEqual(rest, { outcome: 'accepted', external_id: 'm_first' })
  assert.equal(fake.messages().filter(({ message }) => message.text).length, 1)
})

test('Buttons are quick replies after the files', async () => {
  const items = [
    { id: 'YES', title: 'Sí' },
    { id: 'NO', title: 'No' },
  ]
  const buttons = { content_type: 'buttons', content_attributes: { items } }
  await send({ content: '¿Confirmas?', ...buttons, files: [outboundFile()] })
  assert.deepEqual(
    fake.messages().map(({ message }) => message.quick_replies?.length),
    [undefined, 2],
  )
  assert.deepEqual(fake.messages()[1].message.quick_replies[0], { content_type: 'text', title: 'Sí', payload: 'YES' })
  const long = { content_type: 'buttons', content_attributes: { items: [{ id: '1', title: 'x'.repeat(21) }] } }
  assert.partialDeepStrictEqual(await send({ content: 'a', ...long }), { failure: { code: 'rejected' } })
})

test('The human-agent tag reaches a person for seven days', async () => {
  fake.advanceClock(2 * 86_400)
  assert.partialDeepStrictEqual(await send({ content: 'Hola' }), {
    failure: { code: 'window_closed', retryable: false, provider: { code: '10/2018278' } },
  })
  assert.equal((await send({ content: 'Hola', human_agent: true })).outcome, 'accepted')
  assert.partialDeepStrictEqual(fake.messages().at(-1), { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' })
  fake.advanceClock(6 * 86_400)
  assert.partialDeepStrictEqual(await send({ content: 'Hola', human_agent: true }), {
    failure: { code: 'window_closed' },
  })
})

test('Refusals have their reasons and pause what they concern', async () => {
  const cases: [number, number | undefined, string, boolean, string | undefined][] = [
    [10, 2018065, 'window_closed', false, undefined],
    [200, 2018028, 'not_authorised', false, 'connection'],
    [100, 2018001, 'recipient_unreachable', false, undefined],
    [200, 1545041, 'recipient_unreachable', false, undefined],
    [100, undefined, 'rejected', false, undefined],
    [100, 2018008, 'media_rejected', false, undefined],
    [190, 463, 'not_authorised', false, 'connection'],
    [230, undefined, 'not_authorised', false, 'connection'],
    [613, undefined, 'rate_limited', true, 'inbox'],
    [4, 2018022, 'rate_limited', true, 'inbox'],
    [1200, undefined, 'temporary', true, undefined],
    [2022, undefined, 'policy', false, 'connection'],
    [368, undefined, 'policy', false, 'connection'],
  ]
  for (const [code, subcode, expected, retryable, scope] of cases) {
    fake.fail('messages', graphFailure(code, 'No', subcode === undefined ? {} : { subcode }))
    const result = await send({ content: 'Hola' })
    assert.ok(result.outcome === 'refused')
    assert.deepEqual(
      [result.failure.code, result.failure.retryable, result.scope],
      [expected, retryable, scope],
      `${code}/${subcode}`,
    )
  }
  const { status, json } = fixture('52').body.response
  fake.fail('messages', { status, body: json })
  assert.partialDeepStrictEqual(await send({ content: 'Hola' }), {
    failure: { code: 'recipient_unreachable', retryable: false },
  })
})

test('An answer takes a conversation back from another app', async () => {
  fake.passControl()
  assert.equal((await send({ content: 'Yo sigo' })).outcome, 'accepted')
  assert.deepEqual(fake.callsOf('control')[0]!.body, { recipient: { id: ana.id } })
  assert.equal(fake.accepted().length, 1)
})

test('Typing, read marks and reactions are actions', async () => {
  const target = { recipient, external_id: 'm_1' }
  await messenger.setTyping!(connection(), target, http)
  await messenger.markRead!(connection(), target, http)
  await messenger.react!(connection(), target, '❤️', http)
  await messenger.react!(connection(), target, '🎉', http)
  await messenger.react!(connection(), target, null, http)
  assert.deepEqual(
    fake.callsOf('actions').map(({ body }) => [body.sender_action, body.payload?.reaction]),
    [
      ['typing_on', undefined],
      ['mark_seen', undefined],
      ['react', 'love'],
      ['react', '🎉'],
      ['unreact', undefined],
    ],
  )
  fake.fail('actions', graphFailure(100, 'No'))
  await messenger.markRead!(connection(), target, http)
})

test('A profile has a name and a picture; Meta names others in their conversation only', async () => {
  const profileOf = (source_id: string) => messenger.fetchProfile!(connection(), { ...recipient, source_id }, http)
  assert.deepEqual(await profileOf(ana.id), { name: 'Ana Ruiz', avatar_url: 'https://scontent.example.net/p.jpg' })
  fake.receive({ id: '7009' }, { text: 'Hola' })
  assert.deepEqual(await profileOf('7009'), { name: 'Participante 7009' })
  assert.equal(await profileOf('7010'), undefined)
  fake.fail('profile', { status: 503 })
  assert.equal((await caught(profileOf(ana.id))).kind, 'unreachable')
})

test('A file is read from its address, or from a new one after that has expired', async () => {
  const file = fake.addMedia(Buffer.from('picture'), 'image/jpeg')
  const event = fake.receive(ana, { attachments: [file] })
  const [parsed] = messenger.parse(Buffer.from(JSON.stringify(fake.body([event]))), connection(), '')
  assert.ok(parsed?.kind === 'message')
  const read = () => messenger.fetchMedia(connection(), parsed.attachments![0]!, http, async () => undefined)
  assert.partialDeepStrictEqual(await read(), { outcome: 'fetched', content_type: 'image/jpeg' })
  fake.expireMedia()
  assert.partialDeepStrictEqual(await read(), { outcome: 'fetched', bytes: Buffer.from('picture') })
  assert.equal(
    fake.callsOf('file').every(({ token }) => token === undefined),
    true,
  )
  fake.fail('file', { status: 503 })
  assert.deepEqual(await read(), { outcome: 'retry' })
  fake.fail('file', { status: 403 })
  fake.fail('message', graphFailure(190, 'Expired'))
  assert.deepEqual(await read(), { outcome: 'retry', after_seconds: 60 })
  fake.fail('file', { status: 404 })
  fake.fail('message', graphFailure(100, 'Gone', { subcode: 33 }))
  assert.equal((await read()).outcome, 'gone')
})
