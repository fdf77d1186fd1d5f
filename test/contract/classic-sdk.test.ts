import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sdk, { type ChatwootAPIConfig } from '@figuro/chatwoot-sdk'
import { request } from '@figuro/chatwoot-sdk/dist/core/request.js'
import { type Loose, openClassicNode } from '#test/classic.ts'

/*
 * Existing integrations keep working: the published client of the classic routes, and the calls the most used WhatsApp
 * bridge makes with it, in the same order. Its types are older than the routes, so answers are not type-checked.
 */

const node = await openClassicNode()
const { user, makeUser } = node
const accountId = Number(node.account_id)
const config: ChatwootAPIConfig = {
  basePath: node.url,
  with_credentials: true,
  credentials: 'include',
  token: node.token,
} as ChatwootAPIConfig
const client = new sdk.default({ config })

const inbox: Loose = await client.inboxes.create({
  accountId,
  data: { name: 'WhatsApp', channel: { type: 'api', webhook_url: 'https://bridge.example.com/hook' } } as Loose,
})
let numbers = 0
const person = async (more: object = {}): Promise<Loose> => {
  const data = { inbox_id: inbox.id, name: 'Ana', email: `ana${++numbers}@example.com`, ...more }
  const { payload } = (await client.contacts.create({ accountId, data })) as Loose
  return payload.contact
}
const talk = async (contact_id: number): Promise<Loose> =>
  client.conversations.create({ accountId, data: { contact_id: String(contact_id), inbox_id: String(inbox.id) } })

describe('The published client', () => {
  test('reads its profile', async () => {
    const profile: Loose = await client.profile.profile()
    assert.equal(profile.account_id, accountId)
    assert.equal(profile.accounts[0].role, 'administrator')
  })

  test('creates contacts, reads, lists, searches, filters and deletes them', async () => {
    const made = await person({ name: 'Bruno Díaz', custom_attributes: { plan: 'oro' } })
    const read: Loose = await client.contacts.get({ accountId, id: made.id })
    assert.deepEqual(read.payload, made)
    const listed: Loose = await client.contacts.list({ accountId, sort: '-name' })
    assert.ok(listed.payload.some((each: Loose) => each.id === made.id))
    const found: Loose = await client.contacts.search({ accountId, q: 'bruno' })
    assert.deepEqual(
      found.payload.map((each: Loose) => each.id),
      [made.id],
    )
    const payload = [{ attribute_key: 'name', filter_operator: 'equal_to' as const, values: ['bruno diaz'] }]
    const filtered: Loose = await client.contacts.filter({ accountId, payload })
    assert.equal(filtered.payload[0].id, made.id)
    await client.contacts.delete({ accountId, id: made.id })
    await assert.rejects(client.contacts.get({ accountId, id: made.id }), { status: 404 })
  })

  test('updates two custom attributes at once without losing either', async () => {
    const { id } = await person({ custom_attributes: { plan: 'oro' } })
    for (let i = 0; i < 10; i++) {
      const update = (key: string) =>
        client.contacts.update({ accountId, id, data: { custom_attributes: { [key]: i } } as Loose })
      await Promise.all([update(`left_${i}`), update(`right_${i}`)])
    }
    const { payload }: Loose = await client.contacts.get({ accountId, id })
    assert.equal(Object.keys(payload.custom_attributes).length, 21)
    assert.equal(payload.custom_attributes.plan, 'oro')
  })

  test('sets labels on a contact and on a conversation', async () => {
    const { id } = await person()
    const { id: conversationId } = await talk(id)
    const url = `/api/v1/accounts/${accountId}/contacts/${id}/labels`
    const set: Loose = await request(config, { method: 'POST', url, body: { labels: ['vip', 'nueva'] } })
    assert.deepEqual(set, { payload: ['nueva', 'vip'] })
    const data = { labels: ['soporte'] }
    const added: Loose = await client.conversationLabels.add({ accountId, conversationId, data })
    assert.deepEqual(added.payload, ['soporte'])
    assert.deepEqual(await client.conversationLabels.list({ accountId, conversationId }), { payload: ['soporte'] })
  })

  test('creates, lists and counts conversations and changes their status', async () => {
    const { id: conversationId } = await talk((await person()).id)
    const { data }: Loose = await client.conversations.list({ accountId })
    assert.equal(data.payload[0].id, conversationId)
    const { meta }: Loose = await client.conversations.getMeta({ accountId, status: 'open' })
    assert.equal(meta.all_count, data.meta.all_count)
    const toggled: Loose = await client.conversations.toggleStatus({
      accountId,
      conversationId,
      data: { status: 'resolved' },
    })
    assert.deepEqual(toggled.payload, {
      success: true,
      conversation_id: conversationId,
      current_status: 'resolved',
      snoozed_until: null,
    })
    assert.equal((await client.conversations.get({ accountId, conversationId })).status, 'resolved')
    const payload = [{ attribute_key: 'status', filter_operator: 'equal_to' as const, values: ['resolved'] }]
    const filtered: Loose = await client.conversations.filter({ accountId, payload })
    assert.ok(filtered.payload.some((each: Loose) => each.id === conversationId))
  })

  test('sends messages as forms, and lists, marks and deletes them', async () => {
    const { id: conversationId } = await talk((await person()).id)
    const data = { content: 'Buenas', message_type: 'outgoing' as const, private: false, content_attributes: { a: 1 } }
    const sent: Loose = await client.messages.create({ accountId, conversationId, data })
    assert.deepEqual([sent.content, sent.message_type, sent.private], ['Buenas', 1, false])
    assert.deepEqual(sent.content_attributes, { a: 1 })
    const listed: Loose = await client.messages.list({ accountId, conversationId })
    assert.deepEqual(listed.payload, [sent])
    const status = { status: 'delivered' } as Loose
    const marked: Loose = await client.messages.update({ accountId, conversationId, messageId: sent.id, data: status })
    assert.equal(marked.status, 'delivered')
    await client.messages.delete({ accountId, conversationId, messageId: sent.id })
    const left: Loose = await client.messages.list({ accountId, conversationId })
    assert.equal(left.payload[0].content_attributes.deleted, true)
  })

  test('assigns agents and teams', async () => {
    const { id: conversationId } = await talk((await person()).id)
    const assign = (data: object): Promise<Loose> =>
      client.conversationAssignment.assign({ accountId, conversationId, data: data as Loose })
    assert.equal((await assign({ assignee_id: Number(user.id) })).id, Number(user.id))
    const team: Loose = await client.teams.create({ accountId, data: { name: 'Ventas' } as Loose })
    assert.equal((await assign({ team_id: team.id })).name, 'Ventas')
    const { meta }: Loose = await client.conversations.get({ accountId, conversationId })
    assert.deepEqual([meta.assignee.id, meta.team.id], [Number(user.id), team.id])
  })

  test('lists inboxes, agents and teams, canned responses, definitions and webhooks', async () => {
    const { payload }: Loose = await client.inboxes.list({ accountId })
    assert.deepEqual(payload[0], inbox)
    assert.deepEqual(await client.inboxes.get({ accountId, id: inbox.id }), inbox)
    const agents: Loose = await client.agents.list({ accountId })
    assert.ok(agents.some((each: Loose) => each.email === user.email))
    const teams: Loose = await client.teams.list({ accountId })
    assert.deepEqual(await client.teams.get({ accountId, teamId: teams[0].id }), teams[0])
    const data = { short_code: 'hola', content: 'Buenas' }
    const canned: Loose = await client.cannedResponses.create({ accountId, data })
    assert.deepEqual(await client.cannedResponses.list({ accountId }), [canned])
    assert.deepEqual(await client.customAttributes.list({ accountId, attributeModel: '1' as Loose }), [])
    const webhooks: Loose = await client.webhooks.list({ accountId })
    assert.deepEqual(webhooks.payload.webhooks, [])
  })

  test('manages the members of an inbox', async () => {
    const agent = await makeUser('agent')
    const data = { inbox_id: inbox.id, user_ids: [Number(agent.id)] } as Loose
    await client.inboxes.addAgent({ accountId, data })
    const members: Loose = await client.inboxes.listAgents({ accountId, inboxId: inbox.id })
    assert.deepEqual(
      members.payload.map((each: Loose) => String(each.id)),
      [agent.id],
    )
    await client.inboxes.removeAgent({ accountId, inboxId: inbox.id, data })
  })

  test('acts for customers of an api inbox', async () => {
    const inboxIdentifier = inbox.inbox_identifier
    const customers: Loose = client.client
    const contact = await customers.contacts.create({ inboxIdentifier, data: { name: 'Luz' } })
    const where = { inboxIdentifier, contactIdentifier: contact.source_id }
    const { id } = await customers.conversations.create(where)
    const data = { content: 'Hola', echo_id: '1' }
    const message = await customers.messages.create({ ...where, conversationId: id, data })
    const listed = await customers.messages.list({ ...where, conversationId: id })
    assert.deepEqual(listed, [message])
  })

  test('gets errors in the form it understands', async () => {
    const { email } = await person()
    const data = { inbox_id: inbox.id, name: 'Otra', email }
    const refused = (error: Loose) => error.status === 422 && error.body.attributes.includes('email')
    await assert.rejects(client.contacts.create({ accountId, data }), refused)
    await assert.rejects(client.contacts.get({ accountId: accountId + 999, id: 1 }), { status: 401 })
    const stranger = new sdk.default({ config: { ...config, token: 'wrong' } })
    await assert.rejects(stranger.inboxes.list({ accountId }), { status: 401 })
  })
})

describe('The bridge', () => {
  const url = `/api/v1/accounts/${accountId}`
  const findContact = async (variants: string[]): Promise<Loose> => {
    const payload = variants.map((number, i) => ({
      attribute_key: 'phone_number',
      filter_operator: 'equal_to',
      values: [number],
      query_operator: i === variants.length - 1 ? null : 'OR',
    }))
    const found: Loose = await request(config, { method: 'POST', url: `${url}/contacts/filter`, body: { payload } })
    return found.payload
  }

  test('delivers a first message from an unknown phone number', async () => {
    const inboxes: Loose = await client.inboxes.list({ accountId })
    const ours = inboxes.payload.find((each: Loose) => each.name === 'WhatsApp')
    assert.deepEqual(await findContact(['5511987654321', '551187654321']), [])
    const data = {
      inbox_id: ours.id,
      name: 'João',
      identifier: '5511987654321@s.whatsapp.net',
      avatar_url: null as Loose,
      phone_number: '+5511987654321',
    }
    const made: Loose = await client.contacts.create({ accountId, data })
    const contactId = made.payload.id || made.payload.contact.id
    const [known] = await findContact(['5511987654321', '551187654321'])
    assert.equal(known.id, contactId)
    assert.equal(known.identifier, '5511987654321@s.whatsapp.net')

    const before: Loose = await client.contacts.listConversations({ accountId, id: contactId })
    assert.deepEqual(before.payload, [])
    const conversation = await talk(contactId)
    const message: Loose = await client.messages.create({
      accountId,
      conversationId: conversation.id,
      data: {
        content: 'Oi',
        message_type: 'incoming',
        private: false,
        source_id: 'WAID:3EB0',
        content_attributes: { in_reply_to: null, in_reply_to_external_id: null },
        source_reply_id: null as Loose,
      },
    })
    assert.equal(message.source_id, 'WAID:3EB0')
    assert.equal(message.sender.id, contactId)
    const after: Loose = await client.contacts.listConversations({ accountId, id: contactId })
    const open = after.payload.find((each: Loose) => each.status !== 'resolved' && each.inbox_id == ours.id)
    assert.equal(open.id, conversation.id)
    assert.equal((await client.conversations.get({ accountId, conversationId: open.id })).id, conversation.id)
  })

  test('delivers each file once, however often it retries', async () => {
    const { id: conversationId } = await talk((await person()).id)
    const send = async () => {
      const form = new FormData()
      form.append('content', 'Mira')
      form.append('message_type', 'incoming')
      form.append('attachments[]', new Blob(['%PDF-1.4 hola']), 'factura.pdf')
      form.append('source_id', 'WAID:file')
      return node.classic('POST', `/conversations/${conversationId}/messages`, form)
    }
    const [first, second] = [await send(), await send()]
    assert.equal(first.status, 200)
    assert.equal(second.body.id, first.body.id)
    const [file] = first.body.attachments
    assert.equal((await fetch(file.data_url)).status, 200)
    const attachments = [{ content: Buffer.from('hola').toString('base64'), encoding: 'base64', filename: 'a.txt' }]
    const data = { content: '', message_type: 'outgoing' as const, attachments, source_id: 'WAID:out' }
    const sent: Loose = await client.messages.create({ accountId, conversationId, data })
    assert.deepEqual([sent.attachments[0].file_size, sent.message_type], [4, 1])
  })

  test('finds a group by its identifier', async () => {
    const identifier = '120363041234567890@g.us'
    const data = { inbox_id: inbox.id, name: 'Equipo (GROUP)', identifier }
    const made: Loose = await client.contacts.create({ accountId, data })
    const found: Loose = await client.contacts.search({ accountId, q: identifier })
    const group = found.payload.find((each: Loose) => each.identifier === identifier)
    assert.equal(group.id, made.payload.contact.id)
  })

  test('finds one contact by a Brazilian number with or without the ninth digit, and cannot create a second', async () => {
    const known = await person({ phone_number: '+552199998888' })
    const found = await findContact(['5521999998888', '552199998888'])
    assert.deepEqual(
      found.map((each: Loose) => [each.id, each.phone_number]),
      [[known.id, '+5521999998888']],
    )
    await assert.rejects(person({ phone_number: '+5521999998888' }), { status: 422 })
  })

  test('receives from a Mexican number and from a linked id, and recognises both later', async () => {
    const sender = async (identifier: string) => {
      const digits = identifier.split('@')[0]!
      const made = await person({ name: identifier, identifier, phone_number: `+${digits}` })
      const [found] = await findContact([digits])
      assert.deepEqual([found.id, found.identifier], [made.id, identifier])
      const changed = { identifier, phone_number: `+${digits}` }
      await client.contacts.update({ accountId, id: made.id, data: changed as Loose })
      return found.phone_number
    }
    assert.equal(await sender('5215512345678@s.whatsapp.net'), '+525512345678')
    assert.equal(await sender('187654321098765@lid'), null)
  })

  test('sets a conversation to pending and merges two contacts', async () => {
    const [base, mergee] = [await person(), await person()]
    const conversation = await talk(mergee.id)
    const data = { status: 'pending' as const }
    await client.conversations.toggleStatus({ accountId, conversationId: conversation.id, data })
    const body = { base_contact_id: base.id, mergee_contact_id: mergee.id }
    const merged: Loose = await request(config, { method: 'POST', url: `${url}/actions/contact_merge`, body })
    assert.equal(merged.id, base.id)
    const { payload }: Loose = await client.contacts.listConversations({ accountId, id: base.id })
    assert.deepEqual(
      payload.map((each: Loose) => [each.id, each.status]),
      [[conversation.id, 'pending']],
    )
  })

  test('renames a contact and nothing else', async () => {
    const { id, email } = await person()
    const data = { name: 'Ana María', avatar_url: 'https://example.com/a.jpg' } as Loose
    const updated: Loose = await client.contacts.update({ accountId, id, data })
    assert.deepEqual([updated.payload.id, updated.payload.name, updated.payload.email], [id, 'Ana María', email])
    const reachable: Loose = await client.contact.getContactable({ accountId, id })
    assert.equal(reachable.payload[0].inbox.id, inbox.id)
  })
})
