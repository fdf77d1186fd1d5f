import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Connection, OutboundMessage } from '#kernel/connector.ts'
import { openFakeInstagram } from '#test/channels/fakes/instagram.ts'
import { graphFailure } from '#test/channels/fakes/meta.ts'
import { fixture } from '#test/channels/fixture.ts'
import { http } from '#test/channels/http.ts'
import { outbound as toNumber, outboundFile } from '#test/channels/whatsapp.ts'
import { warningOf } from './account.ts'
import type { InstagramCredentials } from './credentials.ts'
import { openInstagram } from './index.ts'
import { refresh } from './refresh.ts'

const fake = await openFakeInstagram()
const linked = await openFakeInstagram({ login: 'facebook' })
const instagram = openInstagram({ graph_url: linked.url, instagram_url: fake.url })
const ana = { id: '1099887766554433', name: 'Ana', username: 'ana.ruiz' }
beforeEach(() => {
  for (const each of [fake, linked]) {
    each.reset()
    each.receive(ana, { text: 'Hola' })
  }
})

function connection(credentials: InstagramCredentials = fake.credentials): Connection<InstagramCredentials> {
  return {
    account_id: '1',
    inbox_id: '1',
    webhook_url: 'https://inbox.example/channels/instagram/token',
    verify_token: '',
    external_id: credentials.account_id,
    credentials,
    settings: {},
  }
}
const recipient = { source_id: ana.id, aliases: [], phone_number: null }
const send = (fields: Partial<OutboundMessage>, credentials?: InstagramCredentials) =>
  instagram.send(connection(credentials), { ...toNumber({ recipient }), ...fields }, http)

test('Both logins find the account and subscribe its events', async () => {
  const found = { id: fake.credentials.account_id, name: '@vestidos.lupita', detail: undefined }
  for (const each of [fake, linked]) {
    assert.deepEqual(await instagram.connect(connection(each.credentials), http), found)
    assert.ok(each.subscribedFields()?.includes('messages'))
    each.unsubscribe()
    await instagram.check(connection(each.credentials), http)
    assert.ok(each.subscribedFields()?.includes('messages'))
  }
})

test('A token of another account, or of a page without Instagram, is rejected', async () => {
  const rejected = async (credentials: InstagramCredentials, reason: RegExp) =>
    assert.rejects(instagram.connect(connection(credentials), http), { kind: 'rejected', message: reason })
  await rejected({ ...fake.credentials, account_id: '1784' }, /belongs to the account 17841455500011122/)
  await rejected({ ...linked.credentials, account_id: '1784' }, /belongs to the account/)
  await rejected({ ...fake.credentials, access_token: 'wrong' }, /expired/)
  linked.fail('account', { status: 200, body: { id: '1', name: 'Lupita' } })
  await rejected(linked.credentials, /not linked to an Instagram account/)
})

test('Each login sends through its own address', async () => {
  await send({ content: 'Hola' })
  await send({ content: 'Hola' }, linked.credentials)
  assert.deepEqual(
    [fake, linked].map((each) => each.callsOf('messages')[0]!.path),
    ['17841455500011122/messages', 'me/messages'],
  )
  assert.deepEqual(fake.messages()[0], {
    recipient: { id: ana.id },
    messaging_type: 'RESPONSE',
    message: { text: 'Hola' },
  })
})

test('A text beyond a thousand bytes is divided between characters', async () => {
  const text = `${'á'.repeat(498)}👍🏽a`
  assert.equal(Buffer.byteLength(text), 1005)
  assert.equal((await send({ content: text })).outcome, 'accepted')
  assert.deepEqual(
    fake.messages().map(({ message }) => message.text),
    ['á'.repeat(498), '👍🏽a'],
  )
  fake.reset()
  fake.receive(ana, { text: 'Hola' })
  await send({ content: 'a'.repeat(1000) })
  assert.equal(fake.messages().length, 1)
})

test('Files are read by Instagram from their address, in the types it takes', async () => {
  const url = 'https://inbox.example/files/1'
  await send({ files: [outboundFile({ url })] })
  assert.deepEqual(fake.messages()[0].message, { attachment: { type: 'image', payload: { url } } })
  for (const file of [
    outboundFile(),
    outboundFile({ url, content_type: 'image/webp' }),
    outboundFile({ url, file_type: 'file', content_type: 'application/zip' }),
  ])
    assert.partialDeepStrictEqual(await send({ files: [file] }), { failure: { code: 'media_rejected' } })
})

test('Refusals of Instagram have their reasons', async () => {
  const cases: [number, number, string][] = [
    [10, 2534022, 'window_closed'],
    [100, 2534014, 'recipient_unreachable'],
    [200, 2534041, 'not_authorised'],
  ]
  for (const [code, subcode, expected] of cases) {
    fake.fail('messages', graphFailure(code, 'No', { subcode }))
    assert.partialDeepStrictEqual(await send({ content: 'Hola' }), { failure: { code: expected } }, `${subcode}`)
  }
  fake.fail('messages', graphFailure(80002, 'Too many'))
  assert.partialDeepStrictEqual(await send({ content: 'Hola' }), { failure: { code: 'rate_limited' }, scope: 'inbox' })
})

test('A profile has name, username and picture', async () => {
  const profileOf = (source_id: string) => instagram.fetchProfile!(connection(), { ...recipient, source_id }, http)
  assert.deepEqual(await profileOf(ana.id), {
    name: 'Ana',
    username: 'ana.ruiz',
    avatar_url: 'https://scontent.example.net/i.jpg',
  })
  assert.equal(await profileOf('1'), undefined)
})

test('A token is renewed in the second half of its life, and keeps the rest of the credentials', async () => {
  const { token, now, response } = fixture('62').body
  const old = { ...fake.credentials, token_expires_at: token.expiresAt }
  fake.fail('refresh', { status: response.status, body: response.json })
  assert.deepEqual(await refresh(fake.url, http, old, new Date(now)), {
    ...old,
    access_token: 'IGFICTnew',
    token_expires_at: '2026-12-14T02:59:04.000Z',
  })
  const [call] = fake.callsOf('refresh')
  assert.deepEqual(call!.query, { grant_type: 'ig_refresh_token', access_token: old.access_token })
  assert.equal(call!.path, 'refresh_access_token')
  assert.equal(await refresh(fake.url, http, old, new Date('2026-09-20T00:00:00Z')), undefined)
  assert.equal(await refresh(fake.url, http, linked.credentials, new Date(now)), undefined)
  assert.equal(fake.callsOf('refresh').length, 1)
})

test('If a token cannot be renewed, the connection warns at 14, 7, 3 and 1 days before its end', () => {
  const credentials = { ...fake.credentials, token_expires_at: '2026-11-30T00:00:00.000Z' }
  const warning = (date: string) => warningOf(credentials, new Date(date))
  assert.equal(warning('2026-11-15T00:00:00Z'), undefined)
  const days = ['2026-11-17', '2026-11-24', '2026-11-28', '2026-11-29T12:00:00Z'].map((date) => warning(date)!)
  assert.deepEqual(
    days.map((text) => /less than (.+?),/.exec(text)?.[1]),
    ['14 days', '7 days', '3 days', 'a day'],
  )
})
