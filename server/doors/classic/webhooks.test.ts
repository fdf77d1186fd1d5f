import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { type Loose, openClassicNode } from '#test/classic.ts'
import { type WebhookRequest, openReceiver } from '#test/receiver.ts'
import { until } from '#test/wait.ts'

const { classic, ok, rest, key, sql, user, account_id, addAccount, tokenOf } = await openClassicNode({
  HILO_OUTBOUND_ALLOW: '127.0.0.0/8',
  HILO_WEBHOOK_RETRY_SCHEDULE: '0.02',
})

const endpoint = {
  url: 'https://example.com/hook',
  name: 'Puente',
  subscriptions: ['message_created', 'contact_updated'],
}
const bodyOf = ({ body }: WebhookRequest): Loose => JSON.parse(body)

/** A webhook with its own receiver; earlier webhooks are deleted. */
async function listen(subscriptions: string[], more: object = {}) {
  await sql`delete from webhooks`
  const receiver = await openReceiver()
  const { payload } = await ok('POST', '/webhooks', { webhook: { url: receiver.url, subscriptions, ...more } })
  return { ...receiver, webhook: payload.webhook as Loose }
}

let made = 0
async function talk(inbox: Loose, content = 'Hola'): Promise<Loose> {
  const contact = {
    name: 'Carla',
    phone_number: `+5730055500${String(++made).padStart(2, '0')}`,
    identifier: `wa-${made}`,
  }
  const { payload } = await ok('POST', '/contacts', { ...contact, inbox_id: inbox.id })
  const source_id = payload.contact_inbox.source_id
  const conversation = await ok('POST', '/conversations', {
    inbox_id: inbox.id,
    contact_id: payload.contact.id,
    source_id,
  })
  await ok('POST', `/conversations/${conversation.id}/messages`, { content, message_type: 'incoming' })
  return { ...conversation, contact: payload.contact, source_id }
}

const inbox = await ok('POST', '/inboxes', { name: 'WhatsApp', channel: { type: 'api' } })

describe('The webhooks of the settings area', () => {
  test('are created, listed, changed and deleted as classic clients do, and show their secret once', async () => {
    const { payload } = await ok('POST', '/webhooks', endpoint)
    const { secret, ...webhook } = payload.webhook
    assert.ok(secret.length >= 24)
    assert.deepEqual(
      [webhook.name, webhook.url, webhook.account_id, webhook.subscriptions, webhook.inbox],
      ['Puente', endpoint.url, Number(account_id), endpoint.subscriptions, null],
    )
    assert.deepEqual(await ok('GET', '/webhooks'), { payload: { webhooks: [{ ...webhook, secret: null }] } })
    const changed = await ok('PATCH', `/webhooks/${webhook.id}`, {
      webhook: { subscriptions: ['conversation_created'] },
    })
    assert.deepEqual(changed.payload.webhook, { ...webhook, subscriptions: ['conversation_created'], secret: null })
    const put = await ok('PUT', `/webhooks/${webhook.id}`, { url: 'https://example.com/otro', name: 'Otro' })
    assert.deepEqual([put.payload.webhook.url, put.payload.webhook.name], ['https://example.com/otro', 'Otro'])
    assert.equal((await classic('DELETE', `/webhooks/${webhook.id}`)).status, 200)
    assert.deepEqual(await ok('GET', '/webhooks'), { payload: { webhooks: [] } })
  })

  test('refuse unknown events, no events, a repeated address and a private address', async () => {
    await ok('POST', '/webhooks', endpoint)
    for (const body of [
      endpoint,
      { ...endpoint, url: 'https://example.com/2', subscriptions: ['todo'] },
      { ...endpoint, url: 'https://example.com/2', subscriptions: [] },
      { url: 'https://example.com/2' },
      { ...endpoint, url: 'https://10.0.0.1/' },
      { ...endpoint, url: 'nada' },
      { subscriptions: ['message_created'] },
    ]) {
      const { status, body: refusal } = await classic('POST', '/webhooks', body)
      assert.deepEqual([status, typeof refusal.message], [422, 'string'], JSON.stringify(body))
    }
    await sql`delete from webhooks`
  })

  test('are found only in their own workspace, and exclude webhooks of the native API', async () => {
    const other = await addAccount()
    const theirs = { account: other.account_id, token: await tokenOf(other.account_id) }
    const { payload } = await ok('POST', '/webhooks', endpoint)
    const body = { url: 'https://example.com/std', events: ['*'] }
    const standard = await rest<{ id: string }>('POST', '/webhooks', { key, body })
    for (const [id, as] of [
      [payload.webhook.id, theirs],
      [standard.body.id, {}],
    ] as const)
      for (const method of ['PATCH', 'DELETE'])
        assert.equal((await classic(method, `/webhooks/${id}`, method === 'PATCH' ? {} : undefined, as)).status, 404)
    assert.equal((await ok('GET', '/webhooks')).payload.webhooks.length, 1)
    assert.deepEqual((await classic('GET', '/webhooks', undefined, theirs)).body, { payload: { webhooks: [] } })
    await sql`delete from webhooks`
  })
})

describe('A webhook body', () => {
  test('is signed as classic receivers expect, and retried with the same id', async () => {
    const { requests, webhook, answers } = await listen(['contact_created'])
    answers((_, response) => response.writeHead(requests.length === 1 ? 500 : 200).end())
    await ok('POST', '/contacts', { name: 'Ana', email: 'ana@example.com' })
    await until(() => requests.length === 2, 'two deliveries')
    const [first, second] = requests as [WebhookRequest, WebhookRequest]
    for (const { headers, body } of requests) {
      const signed = `${String(headers['x-chatwoot-timestamp'])}.${body}`
      const right = createHmac('sha256', webhook.secret).update(signed).digest('hex')
      assert.equal(headers['x-chatwoot-signature'], `sha256=${right}`)
      assert.match(String(headers['x-chatwoot-delivery']), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    }
    assert.deepEqual(
      [first.body, first.headers['x-chatwoot-delivery']],
      [second.body, second.headers['x-chatwoot-delivery']],
    )
  })

  test('of a message has every field a messenger bridge reads', async () => {
    const { requests } = await listen(['message_created'])
    const conversation = await talk(inbox, 'Buenas')
    await until(() => requests.length === 1, 'one delivery')
    const delivered = bodyOf(requests[0]!)
    assert.deepEqual(
      [
        delivered.event,
        delivered.content,
        delivered.message_type,
        delivered.private,
        delivered.content_type,
        delivered.source_id,
      ],
      ['message_created', 'Buenas', 'incoming', false, 'text', null],
    )
    assert.match(delivered.created_at, /^\d{4}-\d\d-\d\dT.*Z$/)
    assert.deepEqual(delivered.account, { id: Number(account_id), name: 'Prueba' })
    assert.deepEqual(delivered.inbox, { id: inbox.id, name: 'WhatsApp' })
    const { sender } = delivered
    assert.deepEqual(
      [sender.id, sender.name, sender.identifier, sender.phone_number, sender.account.id],
      [
        conversation.contact.id,
        'Carla',
        conversation.contact.identifier,
        conversation.contact.phone_number,
        Number(account_id),
      ],
    )
    const inside = delivered.conversation
    assert.deepEqual(
      [inside.id, inside.inbox_id, inside.status, inside.channel, inside.contact_inbox.source_id, inside.labels],
      [conversation.id, inbox.id, 'open', 'Channel::Api', conversation.source_id, []],
    )
    assert.deepEqual([inside.meta.assignee, inside.meta.team], [null, null])
    assert.deepEqual(
      [inside.meta.sender.identifier, inside.meta.sender.phone_number, inside.messages[0].id],
      [conversation.contact.identifier, conversation.contact.phone_number, delivered.id],
    )
    await rest('POST', `/conversations/${conversation.id}/messages`, { key, body: { content: 'Nota', private: true } })
    await until(() => requests.length === 2, 'a delivery of the note')
    const note = bodyOf(requests[1]!)
    assert.deepEqual([note.private, note.message_type, note.sender.type], [true, 'outgoing', 'user'])
    assert.deepEqual(note.conversation.messages, [], 'and stands in no conversation')
  })

  test('of a conversation has the changed status, assignee and labels', async () => {
    const { requests } = await listen(['conversation_created', 'conversation_updated', 'conversation_status_changed'])
    const { id } = await talk(inbox)
    await until(() => requests.length === 1, 'a delivery of the new conversation')
    assert.deepEqual([bodyOf(requests[0]!).event, bodyOf(requests[0]!).id], ['conversation_created', id])
    await ok('POST', `/conversations/${id}/assignments`, { assignee_id: user.id })
    await until(() => requests.length === 2, 'a delivery of the assignment')
    const assigned = bodyOf(requests[1]!)
    assert.deepEqual([assigned.event, assigned.meta.assignee.id], ['conversation_updated', Number(user.id)])
    assert.equal(assigned.changed_attributes.length, 1)
    await ok('POST', `/conversations/${id}/toggle_status`, { status: 'resolved' })
    await until(() => requests.length === 4, 'deliveries of the new status')
    const both = requests.slice(2).map(bodyOf)
    assert.deepEqual(both.map(({ event }) => String(event)).toSorted(), [
      'conversation_status_changed',
      'conversation_updated',
    ])
    for (const { changed_attributes, status } of both) {
      assert.equal(status, 'resolved')
      assert.deepEqual(changed_attributes, [{ status: { previous_value: 'open', current_value: 'resolved' } }])
    }
    assert.notEqual(requests[2]!.headers['x-chatwoot-delivery'], requests[3]!.headers['x-chatwoot-delivery'])
  })

  test('of a contact or inbox has its current fields', async () => {
    const { requests } = await listen(['contact_updated', 'inbox_created'])
    const { payload } = await ok('POST', '/contacts', { name: 'Eva', email: 'eva@example.com' })
    await ok('PATCH', `/contacts/${payload.contact.id}`, { custom_attributes: { plan: 'oro' } })
    await until(() => requests.length === 1, 'a delivery of the contact')
    const { event, name, custom_attributes, changed_attributes } = bodyOf(requests[0]!)
    assert.deepEqual([event, name, custom_attributes], ['contact_updated', 'Eva', { plan: 'oro' }])
    assert.equal(changed_attributes.length, 1)
    const made = await ok('POST', '/inboxes', { name: 'Nueva', channel: { type: 'api' } })
    await until(() => requests.length === 2, 'a delivery of the inbox')
    const delivered = bodyOf(requests[1]!)
    assert.deepEqual([delivered.event, delivered.id, delivered.name], ['inbox_created', made.id, 'Nueva'])
  })

  test('is sent only for the webhook’s inbox, if it has one', async () => {
    const { requests } = await listen(['message_created'], { inbox_id: inbox.id })
    const other = await ok('POST', '/inboxes', { name: 'Otra', channel: { type: 'api' } })
    await talk(other, 'No')
    await talk(inbox, 'Sí')
    await until(() => requests.length === 1, 'one delivery')
    assert.equal(bodyOf(requests[0]!).content, 'Sí')
    const queued = await sql`select from webhook_deliveries`
    assert.equal(queued.length, 1)
  })
})

describe('The receiver of an api inbox', () => {
  test('gets every event of the inbox at its webhook_url, which can be changed and removed', async () => {
    await sql`delete from webhooks`
    const receiver = await openReceiver()
    const made = await ok('POST', '/inboxes', { name: 'Puente', channel: { type: 'api', webhook_url: receiver.url } })
    assert.equal(made.webhook_url, receiver.url)
    assert.equal((await ok('GET', `/inboxes/${made.id}`)).webhook_url, receiver.url)
    const { id } = await talk(made)
    await ok('POST', `/conversations/${id}/messages`, { content: 'Respuesta' })
    await until(() => receiver.requests.length === 3, 'three deliveries')
    const names = receiver.requests.map((call) => String(bodyOf(call).event)).toSorted()
    assert.deepEqual(names, ['conversation_created', 'message_created', 'message_created'])
    await talk(inbox, 'De otra')
    const other = await openReceiver()
    const moved = await ok('PATCH', `/inboxes/${made.id}`, { channel: { webhook_url: other.url } })
    assert.equal(moved.webhook_url, other.url)
    await ok('POST', `/conversations/${id}/messages`, { content: 'Otra' })
    await until(() => other.requests.length === 1, 'a delivery to the new address')
    assert.equal(receiver.requests.length, 3)
    assert.deepEqual((await ok('GET', '/webhooks')).payload.webhooks, [], 'it is no webhook of the settings area')
    assert.equal((await ok('PATCH', `/inboxes/${made.id}`, { name: 'Puente 2' })).webhook_url, other.url)
    assert.equal((await ok('PATCH', `/inboxes/${made.id}`, { channel: { webhook_url: '' } })).webhook_url, null)
    assert.deepEqual(await sql`select from webhooks`, [])
  })

  test('is not created when its address is refused', async () => {
    const count = (await ok('GET', '/inboxes')).payload.length
    for (const webhook_url of ['https://169.254.169.254/', 'x', 'ftp://example.com/']) {
      const answer = await classic('POST', '/inboxes', { name: 'Mala', channel: { type: 'api', webhook_url } })
      assert.equal(answer.status, 422, webhook_url)
    }
    assert.equal((await ok('GET', '/inboxes')).payload.length, count)
  })

  test('that never accepts a message leaves it marked as failed', async () => {
    await sql`delete from webhooks`
    const receiver = await openReceiver()
    receiver.answers(500)
    const made = await ok('POST', '/inboxes', { name: 'Sorda', channel: { type: 'api', webhook_url: receiver.url } })
    const { id } = await talk(made)
    const sent = await ok('POST', `/conversations/${id}/messages`, { content: '¿Hola?' })
    const status = async () => {
      const { payload } = await ok('GET', `/conversations/${id}/messages`)
      return payload.map((message: Loose) => [message.message_type, message.status])
    }
    await until(async () => (await status()).some(([, each]: [number, string]) => each === 'failed'), 'it has failed')
    assert.deepEqual(await status(), [
      [0, 'sent'],
      [1, 'failed'],
    ])
    assert.ok(sent.id)
  })
})
