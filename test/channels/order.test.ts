import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { connectInbox } from '#test/channels/connected.ts'
import { openGraphRouter } from '#test/channels/fakes/graph-router.ts'
import { openFakeMessenger } from '#test/channels/fakes/messenger.ts'
import { openFakeWhatsApp } from '#test/channels/fakes/whatsapp.ts'
import { generous } from '#test/limits.ts'
import { openNode } from '#test/node.ts'
import { until } from '#test/wait.ts'

const [whatsapp, messenger] = [await openFakeWhatsApp(), await openFakeMessenger()]
const HILO_GRAPH_URL = await openGraphRouter([
  { token: whatsapp.credentials.access_token, url: whatsapp.url },
  { token: messenger.credentials.access_token, url: messenger.url },
])
const node = await openNode({ ...generous, HILO_GRAPH_URL, HILO_OUTBOUND_ALLOW: '127.0.0.0/8' })
const ana = { id: '7001122334455667', name: 'Ana Ruiz' }
const customer = { name: 'Ana Ruiz', phone: '5215512345678', user_id: 'MX.1001' }

beforeEach(() => {
  whatsapp.reset()
  messenger.reset()
})

test('Reports and quotes about a message of the history that arrives after them wait for it', async () => {
  const { webhook_url, message, messages, processed } = await connectInbox(node, 'whatsapp', whatsapp.credentials)
  const own = whatsapp.number.display_phone_number
  const past = (id: string, at: number, more: object) => ({ id, timestamp: String(1790000000 + at), ...more })
  const textOf = (body: string) => ({ type: 'text', text: { body } })
  const chunk = (list: object[]) =>
    whatsapp.change('history', {
      history: [{ metadata: { phase: 0 }, threads: [{ id: customer.phone, messages: list }] }],
    })
  await whatsapp.deliver(webhook_url, [
    whatsapp.receive(customer, { type: 'revoke', revoke: { original_message_id: 'wamid.B' } }),
    whatsapp.receive(customer, { type: 'reaction', reaction: { message_id: 'wamid.A', emoji: '👍' } }),
    whatsapp.status('wamid.A', 'read', { recipient_id: customer.phone }),
  ])
  await processed()
  await whatsapp.deliver(webhook_url, [
    chunk([past('wamid.C', 9, { from: customer.phone, ...textOf('Sí'), context: { id: 'wamid.A' } })]),
  ])
  await processed()
  await whatsapp.deliver(webhook_url, [
    chunk([
      past('wamid.A', 1, { from: own, to: customer.phone, ...textOf('¿Vienes?'), history_context: { status: 'SENT' } }),
      past('wamid.B', 2, { from: customer.phone, ...textOf('No') }),
    ]),
  ])
  await processed()
  const asked = await message(({ external_id }) => external_id === 'wamid.A')
  assert.deepEqual([asked.status, asked.reactions.map(({ emoji }) => emoji)], ['read', ['👍']])
  const [deleted, answer] = ['wamid.B', 'wamid.C']
  assert.equal((await message(({ external_id }) => external_id === deleted)).deleted, true)
  assert.equal((await message(({ external_id }) => external_id === answer)).reply_to?.id, asked.id)
  assert.equal((await messages()).length, 3)
})

test('A reaction of the business on its phone is shown beside that of the customer, and removed again', async () => {
  const { webhook_url, message, processed } = await connectInbox(node, 'whatsapp', whatsapp.credentials)
  const received = whatsapp.receive(customer, { type: 'text', text: { body: 'Gracias' } })
  await whatsapp.deliver(webhook_url, [received])
  const { external_id } = await message(({ content }) => content === 'Gracias')
  const react = (id: string, at: number, emoji: string) =>
    whatsapp.change('smb_message_echoes', {
      message_echoes: [
        {
          from: whatsapp.number.display_phone_number,
          to: customer.phone,
          id,
          timestamp: String(1800000000 + at),
          type: 'reaction',
          reaction: { message_id: external_id, emoji },
        },
      ],
    })
  const own = whatsapp.receive(customer, { type: 'reaction', reaction: { message_id: external_id, emoji: '❤️' } })
  await whatsapp.deliver(webhook_url, [react('wamid.R1', 1, '🙏'), own])
  await processed()
  const shown = (await message(({ content }) => content === 'Gracias')).reactions
  assert.deepEqual(shown.map(({ emoji, author }) => `${author.type} ${emoji}`).toSorted(), [
    'contact ❤️',
    'external 🙏',
  ])
  await whatsapp.deliver(webhook_url, [react('wamid.R2', 2, '')])
  await processed()
  assert.equal((await message(({ content }) => content === 'Gracias')).reactions.length, 1)
})

test('Somebody we wrote to by number answers without one, known by the id in the reports', async () => {
  whatsapp.templates.push({
    id: '1',
    name: 'aviso',
    language: 'es',
    status: 'APPROVED',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: 'Tu pedido está listo.' }],
  })
  const inbox = await connectInbox(node, 'whatsapp', whatsapp.credentials)
  const { id } = await inbox.call<{ id: string }>('POST', '/contacts', { name: 'Beto', phone_number: '+525598765432' })
  const template = { name: 'aviso', language: 'es' }
  const started = await inbox.call<{ id: string }>('POST', '/conversations', {
    contact_id: id,
    inbox_id: inbox.inbox.id,
  })
  await inbox.reply(started.id, { template })
  const { external_id } = await inbox.message(({ status }) => status === 'sent')
  const ids = { recipient_id: '5215598765432', recipient_user_id: 'MX.2002' }
  await whatsapp.deliver(inbox.webhook_url, [whatsapp.status(external_id!, 'delivered', ids)])
  await inbox.processed()
  const thanks = { type: 'text', text: { body: '¡Gracias!' } }
  await whatsapp.deliver(inbox.webhook_url, [whatsapp.receive({ username: 'beto', user_id: 'MX.2002' }, thanks)])
  await inbox.message(({ content }) => content === '¡Gracias!')
  assert.equal((await inbox.conversation()).contact.id, id)
})

test('An ad that is reported before the first message is kept for the conversation it brings', async () => {
  const { webhook_url, conversation, processed } = await connectInbox(node, 'messenger', messenger.credentials)
  const referral = {
    ref: 'verano',
    source: 'ADS',
    type: 'OPEN_THREAD',
    ad_id: '61',
    ads_context_data: { ad_title: 'Mesas' },
  }
  await messenger.deliver(webhook_url, [messenger.event(ana, { referral })])
  await processed()
  await messenger.deliver(webhook_url, [messenger.receive(ana, { text: 'Hola' })])
  const { additional_attributes } = await conversation()
  assert.partialDeepStrictEqual(additional_attributes, {
    referral: { source: 'facebook', ad_id: '61', headline: 'Mesas' },
  })
})

test('A read mark reaches messages that are reported, or accepted, only after it', async () => {
  const inbox = await connectInbox(node, 'messenger', messenger.credentials)
  const { webhook_url, conversation, message, processed, reply, account_id } = inbox
  await messenger.deliver(webhook_url, [messenger.receive(ana, { text: 'Hola' })])
  const { id } = await conversation()
  const sent = await reply(id, { content: '¿En qué te ayudo?' })
  await message((each) => each.id === sent.id && each.status === 'sent')
  await messenger.deliver(webhook_url, messenger.takeEchoes())
  await processed()

  const page = { sender: { id: messenger.credentials.page_id }, recipient: { id: ana.id } }
  const written_at = Date.now() - 5_000
  await node.sql`
    insert into channel_outbox (account_id, inbox_id, conversation_id, message_id, kind, due_at, not_before, lease, leased_until)
    select account_id, inbox_id, conversation_id, id, 'reaction', now(), now(), gen_random_uuid(), now() + interval '1 hour' from messages where id = ${sent.id}`
  await messenger.deliver(webhook_url, [messenger.event(ana, { read: { watermark: Date.now() } })])
  const waiting = () =>
    node.sql`select from channel_events where account_id = ${account_id} and next_try_at is not null and outcome = 'failed'`
  await until(async () => (await waiting()).length > 0, 'the mark waits for the message that is being sent')
  await node.sql`delete from channel_outbox where account_id = ${account_id}`
  await message((each) => each.id === sent.id && each.status === 'read')
  await processed()

  const echo = { mid: 'm_page', text: 'Abrimos a las 9', is_echo: true, app_id: 263902037430900 }
  await messenger.deliver(webhook_url, [{ ...page, timestamp: written_at, message: echo } as never])
  await message(({ external_id, status }) => external_id === 'm_page' && status === 'read')
})
