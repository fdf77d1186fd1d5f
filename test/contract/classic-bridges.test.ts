import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sdk, { type ChatwootAPIConfig } from '@figuro/chatwoot-sdk'
import { request } from '@figuro/chatwoot-sdk/dist/core/request.js'
import { type Loose, openClassicNode } from '#test/classic.ts'
import { openReceiver } from '#test/receiver.ts'
import { PIXEL } from '#test/uploads.ts'
import { until } from '#test/wait.ts'

/*
 * The calls of the two most used bridges to WhatsApp, in their order and with their bodies: Evolution API, and WAHA with
 * its public routes, custom attributes and retries. Both send the token twice, and messages as forms.
 */

const node = await openClassicNode({ HILO_OUTBOUND_ALLOW: '127.0.0.0/8' })
const accountId = Number(node.account_id)
const config = { basePath: node.url, with_credentials: true, credentials: 'include', token: node.token }
const client = new sdk.default({ config: config as ChatwootAPIConfig })
const base = `/api/v1/accounts/${accountId}`
const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, body?: object): Promise<Loose> =>
  request(config as ChatwootAPIConfig, { method, url: `${base}${url}`, body })

/** An inbox with a webhook of its own. */
async function openInbox(name: string) {
  const receiver = await openReceiver()
  const data = { name, channel: { type: 'api', webhook_url: receiver.url } } as Loose
  const inbox: Loose = await client.inboxes.create({ accountId, data })
  const delivered = async (is: (body: Loose) => boolean): Promise<Loose> => {
    await until(() => receiver.bodies().some(is), 'a webhook')
    return receiver.bodies().find(is)
  }
  return { inbox, delivered }
}

/** A message as the SDK sends it: a form whose attributes are JSON. */
const send = (conversationId: number, data: object): Promise<Loose> =>
  client.messages.create({ accountId, conversationId, data: data as Loose })

/** Name and last part of an address, as the bridges take them. */
const nameOf = (address: string) => decodeURIComponent(address).split('/').pop()
const fileOf = (address: string) => address.split('#')[0]!.split('?')[0]!.split('/').pop()

describe('Evolution API', async () => {
  const { inbox, delivered } = await openInbox('Evolution')
  const pictures = await openReceiver()
  pictures.answers((_, response) => response.writeHead(200).end(PIXEL))
  const findByPhone = async (...numbers: string[]) => {
    const payload = numbers.map((number, i) => {
      const query_operator = i === numbers.length - 1 ? null : 'OR'
      return { attribute_key: 'phone_number', filter_operator: 'equal_to', values: [number], query_operator }
    })
    return (await call('POST', '/contacts/filter', { payload })).payload
  }
  const contact: Loose = await client.contacts.create({
    accountId,
    data: {
      inbox_id: inbox.id,
      name: 'Lupe',
      identifier: '5215512340001@s.whatsapp.net',
      avatar_url: pictures.url.replace('hook', 'v/t61/4711_n.jpg?ccb=11-4&oh=01_Q5Aa'),
      phone_number: '+5215512340001',
    },
  })
  const { id } = contact.payload.contact
  const opened: Loose = await client.conversations.create({
    accountId,
    data: { contact_id: String(id), inbox_id: String(inbox.id) },
  })

  test('sees by its name that a picture is the one it sent, and removes it', async () => {
    await until(async () => fileOf((await findByPhone('5215512340001'))[0].thumbnail) === '4711_n.jpg', 'the picture')
    await client.contacts.update({ accountId, id, data: { avatar: null } as Loose })
    assert.equal((await findByPhone('5215512340001'))[0].thumbnail, '')
  })

  test('makes its own bot, and finds it by its number', async () => {
    const data = { inbox_id: inbox.id, name: 'EvolutionAPI', phone_number: '+123456', avatar_url: '' }
    const made: Loose = await client.contacts.create({ accountId, data: data as Loose })
    const [bot] = await findByPhone('123456')
    assert.deepEqual([bot.id, bot.phone_number], [made.payload.contact.id, '+123456'])
    const found: Loose = await client.contacts.create({
      accountId,
      data: { inbox_id: inbox.id, name: 'Oculta', identifier: '187654321098765@lid', phone_number: '+187654321098765' },
    })
    assert.equal((await findByPhone('187654321098765'))[0].id, found.payload.contact.id)
  })

  test('reports an edited message by sending it again', async () => {
    const content_attributes = { in_reply_to: null, in_reply_to_external_id: null }
    const message = { message_type: 'incoming', private: false, source_id: 'WAID:3EB0A1', content_attributes }
    const first = await send(opened.id, { ...message, content: 'A las 3' })
    const attributes = { in_reply_to: first.id, in_reply_to_external_id: '3EB0A1' }
    const edited = { ...message, content: '\n\n`Mensaje editado:`\n\nA las 4', content_attributes: attributes }
    await send(opened.id, edited)
    const { payload }: Loose = await client.messages.list({ accountId, conversationId: opened.id })
    assert.deepEqual(
      payload.map((each: Loose) => [each.id, each.content.endsWith('A las 4')]),
      [[first.id, true]],
    )
  })

  test('passes a document of an agent on under its name', async () => {
    const attachments = [{ content: PIXEL.toString('base64'), encoding: 'base64', filename: 'Cotización nº 7.pdf' }]
    const { id: message_id } = await send(opened.id, { content: '', message_type: 'outgoing', attachments })
    const body = await delivered((each) => each.event === 'message_created' && each.id === message_id)
    assert.equal(body.conversation.messages.length, 1)
    const [file] = body.conversation.messages[0].attachments
    assert.equal(nameOf(file.data_url), 'Cotización nº 7.pdf')
    assert.equal((await fetch(file.data_url)).status, 200)
  })

  test('imports old messages at their time', async () => {
    const old = { content: 'Antes', message_type: 'incoming', external_created_at: '2023-11-14T22:13:20Z' }
    assert.equal((await send(opened.id, old)).created_at, 1_700_000_000)
  })
})

describe('WAHA', async () => {
  const { inbox, delivered } = await openInbox('WAHA')
  const inboxIdentifier = inbox.inbox_identifier
  const customers: Loose = new sdk.default({ config: { ...config, token: inboxIdentifier } as ChatwootAPIConfig })
    .client
  const chat = '5215512340002@c.us'
  const phone = (values: string[]) => ({
    attribute_key: 'phone_number',
    attribute_model: 'standard',
    custom_attribute_type: '',
    filter_operator: 'equal_to',
    values,
  })
  const custom = { waha_whatsapp_chat_id: chat, waha_whatsapp_jid: '5215512340002@s.whatsapp.net' }

  test('defines its attributes', async () => {
    for (const attribute_key of ['waha_whatsapp_chat_id', 'waha_whatsapp_jid', 'waha_whatsapp_lid']) {
      const names = { attribute_display_name: attribute_key, attribute_description: 'WhatsApp', attribute_key }
      const body = { ...names, attribute_display_type: 0, attribute_model: 1, attribute_values: [null] }
      await call('POST', '/custom_attribute_definitions', body)
    }
    const defined = await call('GET', '/custom_attribute_definitions?attribute_model=1')
    assert.equal(defined.length, 3)
  })

  test('creates a customer, finds them, writes, and receives the replies of agents', async () => {
    const data = { name: 'Lola', phone_number: '+5215512340002', identifier: chat, custom_attributes: custom }
    const made = await customers.contacts.create({ inboxIdentifier, data })
    const attribute = { ...phone([chat]), attribute_key: 'waha_whatsapp_chat_id', query_operator: 'OR' }
    const payload = [attribute, phone(['5215512340002', '+5215512340002'])]
    const [found] = (await call('POST', '/contacts/filter', { payload })).payload
    assert.deepEqual([found.id, found.custom_attributes], [made.id, custom])
    assert.deepEqual(
      found.contact_inboxes.map((each: Loose) => [each.source_id, each.inbox.id]),
      [[made.source_id, inbox.id]],
    )
    const again = await customers.contacts.create({ inboxIdentifier, data })
    assert.equal(again.id, made.id, 'a known customer is not doubled')

    const where = { inboxIdentifier, contactIdentifier: made.source_id }
    const conversation = await customers.conversations.create(where)
    await send(conversation.id, { content: 'Hola', message_type: 'incoming', source_id: 'false_1' })
    const call2 = await send(conversation.id, { content: 'Llamada perdida', message_type: 'activity' })
    assert.equal(call2.message_type, 2)
    const attachments = [{ content: PIXEL.toString('base64'), encoding: 'base64', filename: 'foto.png' }]
    const sent = await send(conversation.id, { content: 'Mire', message_type: 'outgoing', attachments })
    const body = await delivered((each) => each.event === 'message_created' && each.id === sent.id)
    assert.equal(body.conversation.meta.sender.custom_attributes.waha_whatsapp_chat_id, chat)
    assert.equal(decodeURIComponent(body.attachments[0].data_url.split('/').pop()), 'foto.png')

    const path = `/conversations/${conversation.id}/messages/${sent.id}`
    await call('PATCH', path, { status: 'failed', external_error: 'Sin red' })
    assert.equal((await call('POST', `${path}/retry`)).status, 'sent')
    const isRetry = (each: Loose) => each.event === 'message_updated' && each.id === sent.id && each.status === 'sent'
    const retried = await delivered(isRetry)
    assert.ok('external_error' in retried.content_attributes)

    await client.conversations.toggleStatus({
      accountId,
      conversationId: conversation.id,
      data: { status: 'resolved' },
    })
    assert.notEqual((await customers.conversations.create(where)).id, conversation.id)
  })

  test('has a contact for its commands', async () => {
    const identifier = 'whatsapp.integration'
    const data = { name: 'WhatsApp Integration', identifier, custom_attributes: { waha_whatsapp_chat_id: identifier } }
    const made = await customers.contacts.create({ inboxIdentifier, data })
    const { payload }: Loose = await client.contacts.get({ accountId, id: made.id })
    assert.deepEqual([payload.identifier, payload.custom_attributes.waha_whatsapp_chat_id], [identifier, identifier])
  })
})
