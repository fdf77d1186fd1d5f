import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { InboxDetail } from '#contract/records/inbox.ts'
import { connectInbox } from '#test/channels/connected.ts'
import { openFakeMessenger } from '#test/channels/fakes/messenger.ts'
import { metaBytes, metaSignature, postWebhook, verifyWebhook } from '#test/channels/fakes/meta.ts'
import { generous } from '#test/limits.ts'
import { openNode } from '#test/node.ts'
import { formOf, type Uploaded } from '#test/uploads.ts'
import { until } from '#test/wait.ts'

const messenger = await openFakeMessenger()
const node = await openNode({
  ...generous,
  HILO_GRAPH_URL: messenger.url,
  HILO_OUTBOUND_ALLOW: '127.0.0.0/8',
  META_APP_SECRET: 'installation-secret',
  META_VERIFY_TOKEN: 'installation-token',
})
const { sql } = node
const connect = () => connectInbox(node, 'messenger', messenger.credentials)
const ana = { id: '7001122334455667', name: 'Ana Ruiz' }
const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')

beforeEach(() => messenger.reset())

describe('Connecting', () => {
  test('subscribes the page, answers the handshake, and refuses wrong signatures', async () => {
    const { inbox, webhook_url, call } = await connect()
    assert.deepEqual(inbox.connection?.account, { id: messenger.credentials.page_id, name: 'Muebles Lupita' })
    assert.ok(messenger.subscribedFields()?.includes('message_echoes'))
    const { capabilities } = await call<InboxDetail>('GET', `/inboxes/${inbox.id}`)
    assert.partialDeepStrictEqual(capabilities, { text_limit: 2000, window_hours: 24, human_agent_hours: 168 })
    assert.equal((await verifyWebhook(webhook_url, messenger.credentials.verify_token)).body, '1158201444')
    assert.equal((await verifyWebhook(webhook_url, 'wrong')).status, 403)
    const body = messenger.body([messenger.receive(ana, { text: 'Hola' })])
    assert.deepEqual(await postWebhook(webhook_url, body, 'wrong', { tries: 1 }), [401])
  })

  test('deleting the last inbox of the page ends its subscription', async () => {
    await sql`delete from channel_connections where channel = 'messenger'`
    const [first, second] = [await connect(), await connect()]
    await first.call('DELETE', `/inboxes/${first.inbox.id}`)
    assert.ok(messenger.subscribedFields(), 'the other inbox still needs it')
    await second.call('DELETE', `/inboxes/${second.inbox.id}`)
    await until(() => messenger.subscribedFields() === undefined, 'Meta no longer sends events')
  })

  test('wrong credentials are refused with Meta’s reason', async () => {
    const credentials = { ...messenger.credentials, access_token: 'wrong' }
    const body = { name: 'Messenger', channel: 'messenger', credentials }
    const { key } = await node.addAccount()
    const refused = await node.rest('POST', '/inboxes', { key, body })
    assert.deepEqual([refused.status, refused.body.code], [422, 'channel_rejected'])
  })
})

describe('One address for all inboxes', () => {
  const shared = `${node.url}/channels/meta`

  test('takes events signed by the app of the installation or of the inbox, and no others', async () => {
    const { messages, processed } = await connect()
    const body = messenger.body([messenger.receive(ana, { text: 'Hola' })])
    assert.deepEqual(await postWebhook(shared, body, 'wrong', { tries: 1 }), [401])
    assert.equal((await fetch(shared, { method: 'POST', body: JSON.stringify(body) })).status, 401)
    assert.deepEqual(await postWebhook(shared, body, messenger.credentials.app_secret), [200])
    await processed()
    assert.deepEqual(
      (await messages()).map(({ content }) => content),
      ['Hola'],
    )
    // The inbox has a secret of its own, so that of the installation does not fit it.
    const other = messenger.body([messenger.receive(ana, { text: 'Falso' })])
    assert.deepEqual(await postWebhook(shared, other, 'installation-secret'), [200])
    await processed()
    assert.equal((await messages()).length, 1)
  })

  test('reads no body before its signature is known', async () => {
    const post = async (body: string, secret: string) => {
      const bytes = Buffer.from(body)
      const headers = metaSignature(bytes, secret)
      return (await fetch(shared, { method: 'POST', headers, body: new Uint8Array(bytes) })).status
    }
    assert.equal(await post('{"object":', 'wrong'), 401)
    assert.equal(await post('{"object":', 'installation-secret'), 200)
    assert.equal((await verifyWebhook(shared, 'installation-token')).status, 200)
  })
})

describe('Receiving', () => {
  test('a message delivered three times becomes one, of a customer with the name of their profile', async () => {
    const { webhook_url, conversation, conversations, messages, processed } = await connect()
    const event = messenger.receive(ana, { text: '¿Hacen envíos?' })
    assert.deepEqual(await messenger.deliver(webhook_url, [event], { copies: 3 }), [200, 200, 200])
    await processed()
    assert.deepEqual(
      (await messages()).map(({ content, direction }) => [content, direction]),
      [['¿Hacen envíos?', 'incoming']],
    )
    assert.partialDeepStrictEqual((await conversation()).reply_window, { open: true, may_send: ['text'] })
    await until(async () => (await conversations())[0]?.contact.name === 'Ana Ruiz', 'the customer has a name')
  })

  test('a profile that cannot be read at first is read later; people may name the contact meanwhile', async () => {
    const { webhook_url, conversation, conversations, call } = await connect()
    messenger.fail('profile', { status: 503 })
    await messenger.deliver(webhook_url, [messenger.receive({ id: '7002' }, { text: 'Hola' })])
    const { contact } = await conversation()
    await call('PATCH', `/contacts/${contact.id}`, { name: 'Señora del sillón' })
    await sql`update deliveries set next_try_at = now() - interval '1 second' where subscriber = 'name_customers'`
    node.node.runtime.notify()
    await until(
      async () => (await sql`select from deliveries where subscriber = 'name_customers'`).length === 0,
      'the profile was read',
    )
    assert.equal((await conversations())[0]!.contact.name, 'Señora del sillón')
  })

  test('files, edits, reactions, deletions and ads arrive, in any order', async () => {
    const { webhook_url, message, conversation } = await connect()
    const ad = { ad_id: '1202', source: 'ADS', type: 'OPEN_THREAD', ads_context_data: { ad_title: 'Sillones' } }
    const first = messenger.receive(ana, { text: 'Me interesa', referral: ad })
    const { mid } = first.message as { mid: string }
    const photo = messenger.receive(ana, { attachments: [messenger.addMedia(png, 'image/png')] })
    const gone = messenger.receive(ana, { text: 'Perdón' })
    const later = { timestamp: Date.now() + 1000 }
    const changes = [
      { ...messenger.event(ana, { message_edit: { mid, text: 'Me interesa mucho', num_edit: '1' } }), ...later },
      messenger.event(ana, { reaction: { mid, action: 'react', reaction: 'love', emoji: '❤️' } }),
      messenger.event(ana, { message: { mid: (gone.message as { mid: string }).mid, is_deleted: true } }),
    ]
    messenger.fail('file', { status: 503 })
    await messenger.deliver(webhook_url, [...changes, photo, gone, first])
    const edited = await message(({ content, reactions }) => content === 'Me interesa mucho' && reactions.length === 1)
    assert.ok(edited.edited_at)
    await message(({ deleted }) => deleted)
    await message(({ attachments }) => attachments[0]?.state === 'pending')
    await sql`update channel_media set next_try_at = now() - interval '1 second'`
    const { attachments } = await message((each) => each.attachments[0]?.state === 'stored')
    assert.deepEqual(Buffer.from(await (await fetch(attachments[0]!.url)).arrayBuffer()), png)
    const { additional_attributes } = await conversation()
    assert.partialDeepStrictEqual(additional_attributes, { referral: { source: 'facebook', ad_id: '1202' } })
  })

  test('a reaction and a return through a link open the reply window again', async () => {
    const { webhook_url, conversation, processed } = await connect()
    const first = messenger.receive(ana, { text: 'Hola' })
    await messenger.deliver(webhook_url, [first])
    await processed()
    const { mid } = first.message as { mid: string }
    for (const change of [
      { reaction: { mid, action: 'react', emoji: '👍' } },
      { referral: { ref: 'web', source: 'SHORTLINK', type: 'OPEN_THREAD' } },
    ]) {
      await sql`
        update conversations set reply_window_opened_at = now() - interval '9 days', reply_window_closes_at = now() - interval '8 days'`
      await messenger.deliver(webhook_url, [messenger.event(ana, change)])
      await processed()
      assert.equal((await conversation()).reply_window?.open, true)
    }
  })

  test('answers written in the page’s inbox appear in the same conversation', async () => {
    const { webhook_url, messages, conversation, processed } = await connect()
    await messenger.deliver(webhook_url, [messenger.receive(ana, { text: 'Hola' })])
    await processed()
    const echo = messenger.writeElsewhere(ana, { text: 'Te respondo desde la página', app_id: 263902037430900 })
    await messenger.deliver(webhook_url, [echo], { copies: 2 })
    await processed()
    assert.deepEqual(
      (await messages()).map(({ content, direction, author }) => [content, direction, author.type]),
      [
        ['Te respondo desde la página', 'outgoing', 'external'],
        ['Hola', 'incoming', 'contact'],
      ],
    )
    assert.ok(await conversation())
  })
})

describe('Sending', () => {
  test('a conversation an agent reads is marked as seen for the customer', async () => {
    const { webhook_url, conversation, call } = await connect()
    await messenger.deliver(webhook_url, [messenger.receive(ana, { text: 'Hola' })])
    const { id } = await conversation()
    await call('POST', `/conversations/${id}/read`)
    await until(() => messenger.callsOf('actions').length === 1, 'Meta was told')
    assert.deepEqual(messenger.callsOf('actions')[0]!.body, { recipient: { id: ana.id }, sender_action: 'mark_seen' })
    await call('POST', `/conversations/${id}/read`)
    assert.equal(messenger.callsOf('actions').length, 1)
  })

  test('an answer with files is one message, whose echoes add nothing and whose receipts apply to it', async () => {
    const { key, webhook_url, conversation, message, messages, processed, reply } = await connect()
    await messenger.deliver(webhook_url, [messenger.receive(ana, { text: 'Hola' })])
    const { id } = await conversation()
    const form = formOf([{ name: 'uno.png', content: png, type: 'image/png' }])
    const headers = { authorization: `Bearer ${key}` }
    const uploaded = await fetch(`${node.url}/api/v1/attachments`, { method: 'POST', headers, body: form })
    const [file] = ((await uploaded.json()) as Uploaded).attachments
    const sent = await reply(id, { content: 'Mira', attachments: [file!.token] })
    await message((each) => each.id === sent.id && each.status === 'sent')
    assert.equal(messenger.accepted().length, 2)
    await messenger.deliver(webhook_url, messenger.takeEchoes())
    await processed()
    assert.equal((await messages()).length, 2)
    await messenger.deliver(webhook_url, [messenger.event(ana, { read: { watermark: Date.now() } })])
    await message((each) => each.id === sent.id && each.status === 'read')
    await messenger.deliver(webhook_url, [messenger.event(ana, { delivery: { watermark: Date.now() } })])
    await processed()
    await message((each) => each.id === sent.id && each.status === 'read')
  })

  test('the echo of an answer that was cut off shows that it was sent', async () => {
    const { webhook_url, conversation, message, messages, processed, reply } = await connect()
    await messenger.deliver(webhook_url, [messenger.receive(ana, { text: 'Hola' })])
    const { id } = await conversation()
    messenger.fail('messages', 'accept_and_cut')
    const sent = await reply(id, { content: '¿Sigues ahí?' })
    const failed = await message((each) => each.id === sent.id && each.status === 'failed')
    assert.equal(failed.failure?.code, 'outcome_unknown')
    await messenger.deliver(webhook_url, messenger.takeEchoes())
    await processed()
    await message((each) => each.id === sent.id && each.status === 'sent' && each.failure === null)
    assert.equal((await messages()).length, 2)
    assert.equal(messenger.accepted().length, 1)
  })

  test('after a day only a person may answer, with the human-agent tag', async () => {
    const { key, webhook_url, conversation, message, reply } = await connect()
    await messenger.deliver(webhook_url, [messenger.receive(ana, { text: 'Hola' })])
    const { id } = await conversation()
    await sql`
      update conversations set reply_window_opened_at = now() - interval '2 days', reply_window_closes_at = now() - interval '1 day'`
    const body = { content: 'Ya llegó' }
    const refused = await node.rest('POST', `/conversations/${id}/messages`, { key, body })
    assert.deepEqual([refused.status, refused.body.code], [409, 'window_closed'])
    assert.match(refused.body.detail, /human_agent/)
    const sent = await reply(id, { ...body, human_agent: true })
    await message((each) => each.id === sent.id && each.status === 'sent')
    assert.equal(messenger.messages().at(-1).tag, 'HUMAN_AGENT')
  })

  test('an expired token holds answers back until the inbox is reconnected', async () => {
    const { webhook_url, conversation, message, reply, call, inbox } = await connect()
    await messenger.deliver(webhook_url, [messenger.receive(ana, { text: 'Hola' })])
    const { id } = await conversation()
    messenger.setToken('new-token')
    const sent = await reply(id, { content: 'Ya casi' })
    const state = async () => (await call<InboxDetail>('GET', `/inboxes/${inbox.id}`)).connection?.state
    await until(async () => (await state()) === 'needs_attention', 'the inbox needs attention')
    await messenger.deliver(webhook_url, [messenger.receive(ana, { text: '¿Y?' })])
    await message(({ content }) => content === '¿Y?')
    const credentials = { ...messenger.credentials, access_token: 'new-token' }
    await call('PUT', `/inboxes/${inbox.id}/connection`, { credentials })
    await message((each) => each.id === sent.id && each.status === 'sent')
    assert.equal(messenger.accepted().length, 1)
  })
})

test('Bytes beyond ASCII are signed as Meta escapes them', async () => {
  const { webhook_url, message } = await connect()
  const event = messenger.receive(ana, { text: '¿Tienen sillón? 🛋️' })
  assert.match(metaBytes(messenger.body([event])).toString(), /\\u00bfTienen/)
  await messenger.deliver(webhook_url, [event])
  await message(({ content }) => content === '¿Tienen sillón? 🛋️')
})
