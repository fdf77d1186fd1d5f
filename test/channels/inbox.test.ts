import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import type { Conversation, Message } from '#contract/records/conversation.ts'
import type { InboxDetail } from '#contract/records/inbox.ts'
import { openFakeTelegram } from '#test/channels/fakes/telegram.ts'
import { openFakeWhatsApp } from '#test/channels/fakes/whatsapp.ts'
import { generous } from '#test/limits.ts'
import { openNode } from '#test/node.ts'
import { formOf, type Uploaded } from '#test/uploads.ts'
import { until } from '#test/wait.ts'

const whatsapp = await openFakeWhatsApp()
const telegram = await openFakeTelegram()
after(() => {
  whatsapp.close()
  telegram.close()
})

const node = await openNode({
  ...generous,
  HILO_GRAPH_URL: whatsapp.url,
  HILO_TELEGRAM_URL: telegram.url,
  HILO_OUTBOUND_ALLOW: '127.0.0.0/8',
})
const { rest, sql } = node
const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')

/** A workspace with a WhatsApp inbox. */
async function connect() {
  const { key, account_id } = await node.addAccount()
  const body = { name: 'WhatsApp', channel: 'whatsapp', credentials: whatsapp.credentials }
  const created = await rest<InboxDetail>('POST', '/inboxes', { key, body })
  assert.equal(created.status, 201, created.text)
  const inbox = created.body
  const webhook_url = inbox.connection!.webhook_url!
  const call = async <T>(method: string, path: string, body?: unknown) => {
    const { status, text, body: answer } = await rest(method, path, { key, body })
    return { status, text, body: answer as unknown as T }
  }
  return {
    key,
    account_id,
    inbox,
    webhook_url,
    call,
    /** Conversations of the inbox once there are this many. */
    async conversations(count = 1) {
      let items: Conversation[] = []
      await until(async () => {
        const { body } = await call<{ items: Conversation[] }>('GET', '/conversations?status=all')
        items = body.items
        return items.length >= count
      }, 'the conversation is there')
      return items
    },
    async messages(conversation_id: string, count = 1) {
      let items: Message[] = []
      await until(async () => {
        const { body } = await call<{ items: Message[] }>('GET', `/conversations/${conversation_id}/messages`)
        items = body.items
        return items.length >= count
      }, 'the messages are there')
      return items
    },
    async message(conversation_id: string, isRight: (message: Message) => boolean) {
      let found: Message | undefined
      await until(async () => {
        const { body } = await call<{ items: Message[] }>('GET', `/conversations/${conversation_id}/messages`)
        found = body.items.find(isRight)
        return found !== undefined
      }, 'the message is there')
      return found!
    },
  }
}

const ana = { name: 'Ana Ruiz', phone: '5215512345678', user_id: 'MX.1001' }
const text = (body: string) => ({ type: 'text', text: { body } })

beforeEach(() => {
  whatsapp.reset()
  telegram.reset()
})

describe('Connecting', () => {
  test('checks the credentials with the provider and never returns them', async () => {
    const { inbox, call, key } = await connect()
    assert.equal(inbox.connection?.state, 'connected')
    assert.deepEqual(inbox.connection.account, {
      id: whatsapp.number.phone_number_id,
      name: inbox.connection.account!.name,
    })
    assert.match(inbox.connection.webhook_url!, /\/channels\/whatsapp\//)
    const detail = await call<InboxDetail>('GET', `/inboxes/${inbox.id}`)
    assert.equal(detail.body.capabilities.window_hours, 24)
    for (const secret of [whatsapp.credentials.access_token, whatsapp.credentials.app_secret])
      assert.ok(!detail.text.includes(secret) && !JSON.stringify(inbox).includes(secret))
    assert.ok(key)
  })

  test('refuses wrong credentials with the provider’s reason and creates nothing', async () => {
    const { key } = await node.addAccount()
    const credentials = { ...whatsapp.credentials, access_token: 'wrong' }
    const body = { name: 'WhatsApp', channel: 'whatsapp', credentials }
    const refused = await rest('POST', '/inboxes', { key, body })
    assert.deepEqual([refused.status, refused.body.code], [422, 'channel_rejected'], refused.text)
    assert.deepEqual((await rest<{ items: unknown[] }>('GET', '/inboxes', { key })).body.items, [])
    const incomplete = await rest('POST', '/inboxes', { key, body: { ...body, credentials: {} } })
    assert.equal(incomplete.status, 422)
  })

  test('a wrong signature, an unknown address and a wrong handshake are refused', async () => {
    const { webhook_url, inbox } = await connect()
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [] })
    const post = (url: string, headers = {}) => fetch(url, { method: 'POST', body, headers })
    assert.equal((await post(webhook_url)).status, 401)
    assert.equal((await post(webhook_url, { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` })).status, 401)
    assert.equal((await post(webhook_url.replace(inbox.token, 'unknown'))).status, 404)
    const handshake = (token: string) =>
      fetch(`${webhook_url}?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=4711`)
    assert.equal((await handshake('wrong')).status, 403)
    assert.equal(await (await handshake(whatsapp.credentials.verify_token)).text(), '4711')
    const [row] = await sql`select count(*)::int as count from channel_events where inbox_id = ${inbox.id}`
    assert.deepEqual(row, { count: 0 })
  })
})

describe('Receiving', () => {
  test('a message delivered three times becomes one, with its window and a canonical number', async () => {
    const { webhook_url, conversations, messages } = await connect()
    const change = whatsapp.receive(ana, text('Hola, ¿tienen rosca?'))
    assert.deepEqual(await whatsapp.deliver(webhook_url, [change], { copies: 3 }), [200, 200, 200])
    const [conversation] = await conversations()
    assert.equal(conversation!.contact.name, 'Ana Ruiz')
    assert.equal(conversation!.contact.phone_number, '+525512345678')
    assert.equal(conversation!.reply_window?.open, true)
    await until(async () => {
      const rows = await sql`select from channel_events where outcome is null`
      return rows.length === 0
    }, 'everything is processed')
    const found = await messages(conversation!.id)
    assert.deepEqual(
      found.map(({ content, direction }) => [content, direction]),
      [['Hola, ¿tienen rosca?', 'incoming']],
    )
  })

  test('a status or reaction that precedes its message waits for it', async () => {
    const { webhook_url, conversations, message } = await connect()
    const change = whatsapp.receive(ana, text('Hola'))
    const wamid = (change.value as { messages: { id: string }[] }).messages[0]!.id
    const reaction = whatsapp.receive(ana, { type: 'reaction', reaction: { message_id: wamid, emoji: '👍' } })
    await whatsapp.deliver(webhook_url, [reaction])
    await until(async () => (await sql`select from parked_channel_events`).length > 0, 'the reaction waits')
    await whatsapp.deliver(webhook_url, [change])
    const [conversation] = await conversations()
    const found = await message(conversation!.id, ({ reactions }) => reactions.length > 0)
    assert.deepEqual([found.content, found.reactions[0]?.emoji], ['Hola', '👍'])
  })

  test('a photo is shown at once and its file follows', async () => {
    const { webhook_url, conversations, message } = await connect()
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')
    const media = whatsapp.addMedia(png, 'image/png')
    whatsapp.fail('media_info', { status: 503 })
    await whatsapp.deliver(webhook_url, [
      whatsapp.receive(ana, { type: 'image', image: { ...media, caption: 'El comprobante' } }),
    ])
    const [conversation] = await conversations()
    const pending = await message(conversation!.id, ({ attachments }) => attachments.length === 1)
    assert.equal(pending.content, 'El comprobante')
    await sql`update channel_media set next_try_at = now() - interval '1 second'`
    const stored = await message(conversation!.id, ({ attachments }) => attachments[0]?.state === 'stored')
    const file = await fetch(stored.attachments[0]!.url)
    assert.deepEqual(Buffer.from(await file.arrayBuffer()), png)
  })

  test('an ad is kept with the conversation and attributed to the contact, once', async () => {
    const { webhook_url, conversations, call } = await connect()
    const referral = {
      source_url: 'https://fb.me/1',
      source_id: '1202',
      source_type: 'ad',
      headline: 'Rosca',
      ctwa_clid: 'ARA',
    }
    await whatsapp.deliver(webhook_url, [whatsapp.receive(ana, { ...text('Quiero más información'), referral })])
    const [conversation] = await conversations()
    const contact = await call<{ custom_attributes: Record<string, unknown> }>(
      'GET',
      `/contacts/${conversation!.contact.id}`,
    )
    assert.deepEqual(contact.body.custom_attributes, {
      utm_source: 'facebook',
      utm_medium: 'paid_social',
      utm_campaign: '1202',
      ad_name: 'Rosca',
      ctwa_clid: 'ARA',
    })
    assert.equal((conversation!.additional_attributes['referral'] as { ad_id: string }).ad_id, '1202')
  })
})

describe('Sending', () => {
  test('a reply goes out once, and its status follows the provider’s reports', async () => {
    const { webhook_url, conversations, message, call } = await connect()
    await whatsapp.deliver(webhook_url, [whatsapp.receive(ana, text('Hola'))])
    const [conversation] = await conversations()
    const sent = await call<Message>('POST', `/conversations/${conversation!.id}/messages`, {
      content: 'Buenas tardes',
    })
    assert.equal(sent.body.status, 'pending')
    const accepted = await message(conversation!.id, ({ status }) => status === 'sent' && true)
    assert.ok(accepted)
    await until(async () => {
      const found = await message(conversation!.id, ({ id }) => id === sent.body.id)
      return found.status !== 'pending'
    }, 'the provider has accepted it')
    assert.deepEqual(
      whatsapp.messages().map(({ text }) => text?.body),
      ['Buenas tardes'],
    )
    await whatsapp.deliver(webhook_url, whatsapp.takeStatuses())
    const { external_id } = await message(conversation!.id, ({ id }) => id === sent.body.id)
    await whatsapp.deliver(webhook_url, [whatsapp.status(external_id!, 'read')])
    await message(conversation!.id, ({ id, status }) => id === sent.body.id && status === 'read')
    await whatsapp.deliver(webhook_url, [whatsapp.status(external_id!, 'delivered')])
    const [event] = await sql<{ id: string }>`select max(id) as id from channel_events`
    await until(
      async () => (await sql`select from channel_events where id = ${event!.id} and outcome is not null`).length > 0,
      'processed',
    )
    assert.equal((await message(conversation!.id, ({ id }) => id === sent.body.id)).status, 'read')
  })

  test('messages of one conversation leave in order, one at a time', async () => {
    const { webhook_url, conversations, call, message } = await connect()
    await whatsapp.deliver(webhook_url, [whatsapp.receive(ana, text('Hola'))])
    const [conversation] = await conversations()
    const contents = Array.from({ length: 6 }, (_, i) => `Mensaje ${i + 1}`)
    for (const content of contents) await call('POST', `/conversations/${conversation!.id}/messages`, { content })
    await message(conversation!.id, ({ content, status }) => content === contents.at(-1) && status === 'sent')
    assert.deepEqual(
      whatsapp.messages().map(({ text }) => text?.body),
      contents,
    )
  })

  test('free text outside the window is refused before the provider is called', async () => {
    const { webhook_url, conversations, call } = await connect()
    await whatsapp.deliver(webhook_url, [whatsapp.receive(ana, text('Hola'))])
    const [conversation] = await conversations()
    await sql`update conversations set reply_window_opened_at = now() - interval '2 days', reply_window_closes_at = now() - interval '1 day'`
    const refused = await call('POST', `/conversations/${conversation!.id}/messages`, { content: 'Hola de nuevo' })
    assert.deepEqual([refused.status, (refused.body as { code: string }).code], [409, 'window_closed'])
    assert.match((refused.body as { detail: string }).detail, /template/)
    assert.deepEqual(whatsapp.messages(), [])
  })

  test('an answer that was cut off is marked as unknown and not sent again by itself', async () => {
    const { webhook_url, conversations, call, message } = await connect()
    await whatsapp.deliver(webhook_url, [whatsapp.receive(ana, text('Hola'))])
    const [conversation] = await conversations()
    whatsapp.fail('messages', 'accept_and_cut')
    const sent = await call<Message>('POST', `/conversations/${conversation!.id}/messages`, { content: '¿Sigues ahí?' })
    const failed = await message(conversation!.id, ({ id, status }) => id === sent.body.id && status === 'failed')
    assert.equal(failed.failure?.code, 'outcome_unknown')
    assert.equal(whatsapp.messages().length, 1)
    await whatsapp.deliver(webhook_url, whatsapp.takeStatuses())
    const known = await message(conversation!.id, ({ id, status }) => id === sent.body.id && status !== 'failed')
    assert.equal(known.failure, null)
    assert.equal(whatsapp.messages().length, 1)
  })

  test('an expired token holds messages back until the inbox is reconnected, and then they leave once', async () => {
    const { webhook_url, conversations, call, message, inbox } = await connect()
    await whatsapp.deliver(webhook_url, [whatsapp.receive(ana, text('Hola'))])
    const [conversation] = await conversations()
    whatsapp.setToken('new-token')
    const sent = await call<Message>('POST', `/conversations/${conversation!.id}/messages`, { content: 'Ya casi' })
    await until(async () => {
      const { body } = await call<InboxDetail>('GET', `/inboxes/${inbox.id}`)
      return body.connection?.state === 'needs_attention'
    }, 'the inbox needs attention')
    assert.equal((await message(conversation!.id, ({ id }) => id === sent.body.id)).status, 'pending')
    const credentials = { ...whatsapp.credentials, access_token: 'new-token' }
    const connected = await call<InboxDetail>('PUT', `/inboxes/${inbox.id}/connection`, { credentials })
    assert.equal(connected.body.connection?.state, 'connected', connected.text)
    await message(conversation!.id, ({ id, status }) => id === sent.body.id && status === 'sent')
    assert.equal(
      whatsapp.messages().filter(({ text }) => text?.body === 'Ya casi').length,
      2,
      'one refused, one accepted',
    )
  })

  test('a scheduled message waits for its time', async () => {
    const { webhook_url, conversations, call, message } = await connect()
    await whatsapp.deliver(webhook_url, [whatsapp.receive(ana, text('Hola'))])
    const [conversation] = await conversations()
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
    const scheduled = await call<Message>('POST', `/conversations/${conversation!.id}/messages`, {
      content: 'Mañana',
      scheduled_at,
    })
    assert.deepEqual([scheduled.status, scheduled.body.status], [201, 'scheduled'], scheduled.text)
    assert.deepEqual(whatsapp.messages(), [])
    await sql`update messages set scheduled_at = now() - interval '1 second' where id = ${scheduled.body.id}`
    node.node.runtime.notify()
    await message(conversation!.id, ({ id, status }) => id === scheduled.body.id && status === 'sent')
    assert.equal(whatsapp.messages().length, 1)
  })
})

describe('Telegram', () => {
  const bot_token = '123456:AAE-test'

  test('a customer writes to the bot and reads the answer, its edit and its reaction', async () => {
    const { key } = await node.addAccount()
    const body = { name: 'Telegram', channel: 'telegram', credentials: { bot_token } }
    const created = await rest<InboxDetail>('POST', '/inboxes', { key, body })
    assert.equal(created.status, 201, created.text)
    const person = { id: 5550001122, first_name: 'Jimena' }
    assert.equal(await telegram.deliver(bot_token, telegram.messageFrom(person, { text: 'Hola' })), 200)
    let conversation: Conversation | undefined
    await until(async () => {
      const { body } = await rest<{ items: Conversation[] }>('GET', '/conversations', { key })
      conversation = body.items[0]
      return conversation !== undefined
    }, 'the conversation is there')
    assert.equal(conversation!.reply_window, null)
    const sent = await rest<Pick<Message, 'id'>>('POST', `/conversations/${conversation!.id}/messages`, {
      key,
      body: { content: 'Hola Jimena' },
    })
    const status = async () => {
      const { body } = await rest<{ items: Message[] }>('GET', `/conversations/${conversation!.id}/messages`, { key })
      return body.items.find(({ id }) => id === sent.body.id)?.status
    }
    await until(async () => (await status()) === 'sent', 'it was sent')
    const edited = await rest<Pick<Message, 'edited_at'>>('PATCH', `/messages/${sent.body.id}`, {
      key,
      body: { content: 'Hola, Jimena' },
    })
    assert.ok(edited.body.edited_at, edited.text)
    await rest('PUT', `/messages/${sent.body.id}/reaction`, { key, body: { emoji: '👍' } })
    await until(() => telegram.callsOf('setMessageReaction').length === 1, 'the reaction was sent')
    assert.equal(telegram.callsOf('sendMessage').length, 1)
    assert.equal(telegram.callsOf('editMessageText').length, 1)

    // Every photo of an album is deleted, and the webhook of a deleted inbox.
    const form = formOf(['uno.png', 'dos.png'].map((name) => ({ name, content: png, type: 'image/png' })))
    const headers = { authorization: `Bearer ${key}` }
    const uploaded = await fetch(`${node.url}/api/v1/attachments`, { method: 'POST', headers, body: form })
    const attachments = ((await uploaded.json()) as Uploaded).attachments.map(({ token }) => token)
    const album = await rest<Pick<Message, 'id'>>('POST', `/conversations/${conversation!.id}/messages`, {
      key,
      body: { attachments },
    })
    await until(() => telegram.accepted().length === 3, 'the album was sent')
    const isSent = async () =>
      (await sql`select from messages where id = ${album.body.id} and status = 'sent'`).length > 0
    await until(isSent, 'it is marked as sent')
    await rest('DELETE', `/messages/${album.body.id}`, { key })
    await until(() => telegram.accepted().length === 1, 'the album is gone')
    assert.ok(telegram.webhookOf(bot_token))
    assert.equal((await rest('DELETE', `/inboxes/${created.body.id}`, { key })).status, 200)
    await until(() => telegram.webhookOf(bot_token) === undefined, 'the webhook is removed')
  })
})
