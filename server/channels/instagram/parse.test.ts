import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account } from '#test/channels/fakes/instagram.ts'
import { metaBytes } from '#test/channels/fakes/meta.ts'
import { fixture, fixturesOf } from '#test/channels/fixture.ts'
import type { ChannelEvent, Connection } from '#kernel/connector.ts'
import type { InstagramCredentials } from './credentials.ts'
import { openInstagram } from './index.ts'

const instagram = openInstagram({ graph_url: 'http://127.0.0.1:9', instagram_url: 'http://127.0.0.1:9' })
const connection: Connection<InstagramCredentials> = {
  account_id: '1',
  inbox_id: '1',
  webhook_url: 'https://inbox.example/channels/instagram/token',
  verify_token: account.verify_token,
  external_id: account.account_id,
  credentials: { ...account, login: 'instagram' },
  settings: {},
}
const customer = { source_id: '1099887766554433' }
const parse = (body: Buffer): ChannelEvent => {
  const events = instagram.parse(body, connection, '2026-11-02T10:00:00.000Z')
  assert.equal(events.length, 1)
  return events[0]!
}
const parsed = (number: string) => parse(fixture(number).bytes)
const read = (event: object, entry_id = account.account_id): ChannelEvent => {
  const facts = { sender: { id: customer.source_id }, recipient: { id: account.account_id }, timestamp: 1791370800000 }
  return parse(metaBytes({ object: 'instagram', entry: [{ id: entry_id, messaging: [{ ...facts, ...event }] }] }))
}

test('Webhooks of Instagram are signed with the secret of its own app', () => {
  for (const { file, bytes: body, headers } of fixturesOf('instagram').filter((each) => each.body.object)) {
    const request = { method: 'POST', url: '/', query: {}, headers, body }
    assert.equal(instagram.authenticate(request, connection), true, file)
    const other = { ...connection, credentials: { ...connection.credentials, app_secret: 'meta-test-app-secret' } }
    assert.equal(instagram.authenticate(request, other), false, file)
  }
})

test('A text is a message of the person to the account', () => {
  assert.partialDeepStrictEqual(parsed('53'), {
    kind: 'message',
    account: '17841455500011122',
    person: customer,
    content: 'Precio porfa 🙏',
  })
})

test('The account is the recipient, also where the entry names the person', () => {
  assert.partialDeepStrictEqual(
    read({ postback: { mid: 'p', title: 'Envíos', payload: 'SHIP' } }, customer.source_id),
    {
      kind: 'message',
      account: account.account_id,
      person: customer,
      content_attributes: { id: 'SHIP' },
    },
  )
})

test('Stories are kept as addresses; their files are not stored', () => {
  assert.partialDeepStrictEqual(parsed('55'), {
    content: '¡Hermoso! ¿talle M?',
    content_type: 'story',
    content_attributes: { kind: 'reply', id: '17900112233', url: 'https://lookaside.example.net/ig_story?asset_id=2' },
  })
  const url = 'https://lookaside.example.net/ig_story?asset_id=1'
  const mention = read({ message: { mid: 'm', attachments: [{ type: 'story_mention', payload: { url } }] } })
  assert.partialDeepStrictEqual(mention, {
    kind: 'message',
    content: null,
    content_type: 'story',
    content_attributes: { kind: 'mention', url },
  })
  assert.ok(mention.kind === 'message')
  assert.deepEqual([mention.attachments, mention.opens_window], [undefined, undefined])
})

test('An unsent message is a deletion, not a repetition', () => {
  assert.partialDeepStrictEqual(parsed('56'), { kind: 'deleted', target: 'aWdfFICT0001' })
})

test('Content Instagram does not pass on is a placeholder', () => {
  assert.partialDeepStrictEqual(parsed('58'), { kind: 'message', content: null, content_type: 'unsupported' })
  assert.partialDeepStrictEqual(read({ message: { mid: 'm', attachments: [{ type: 'ephemeral' }] } }), {
    content_type: 'unsupported',
    content_attributes: { type: 'ephemeral' },
  })
})

test('An ad is attributed to Instagram', () => {
  const event = parsed('59')
  assert.ok(event.kind === 'message')
  assert.deepEqual(event.referral, {
    source: 'instagram',
    type: 'ad',
    ad_id: '120233000111',
    headline: 'Vestidos de lino',
  })
})

test('Reactions, receipts and edits refer to their messages', () => {
  assert.partialDeepStrictEqual(parsed('61'), {
    kind: 'reaction',
    target: 'aWdfFICT0004',
    emoji: '❤️',
    person: customer,
  })
  assert.partialDeepStrictEqual(read({ read: { mid: 'm_9' } }), {
    kind: 'status',
    target: 'm_9',
    status: 'read',
    includes_earlier: true,
  })
  assert.partialDeepStrictEqual(read({ message_edit: { mid: 'm', text: 'Hola', num_edit: 1 } }), {
    kind: 'edited',
    content: 'Hola',
  })
  assert.equal(read({ message_edit: { mid: 'm', text: 'Hola', num_edit: 0 } }).kind, 'ignored')
})

test('An echo belongs to the person it was sent to; a note to oneself to nobody', () => {
  const sides = { sender: { id: account.account_id }, recipient: { id: customer.source_id } }
  assert.partialDeepStrictEqual(read({ ...sides, message: { mid: 'm', is_echo: true, text: 'Hola' } }), {
    kind: 'echo',
    account: account.account_id,
    person: customer,
  })
  const self = { sender: sides.sender, recipient: sides.sender }
  assert.equal(read({ ...self, message: { mid: 'm', is_echo: true, text: 'Nota' } }).kind, 'ignored')
  assert.equal(read({ ...sides, reaction: { mid: 'm', action: 'react', emoji: '👍' } }).kind, 'ignored')
})
