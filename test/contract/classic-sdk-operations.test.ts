import assert from 'node:assert/strict'
import { test } from 'node:test'
import sdk, { type ChatwootAPIConfig } from '@figuro/chatwoot-sdk'
import { type Loose, openClassicNode } from '#test/classic.ts'

/* Every operation of the published SDK, against a running server. The last test holds that none was left out. */

const PLATFORM = 'a-token-of-the-operator'
const node = await openClassicNode({ HILO_PLATFORM_TOKEN: PLATFORM, HILO_OPEN_LIMIT: '10000' })
const accountId = Number(node.account_id)

const offered = new Set<string>()
const called = new Set<string>()

/** The SDK with this token. It notes which of its operations were called. */
function open(token: string): Loose {
  const config = { basePath: node.url, with_credentials: true, credentials: 'include', token }
  return watch(new sdk.default({ config: config as ChatwootAPIConfig }), '')
}

function watch(group: Loose, prefix: string): Loose {
  for (const name of Object.keys(group).filter((each) => each !== 'chatwootAPI')) {
    const service = group[name]
    const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(service)).filter((each) => each !== 'constructor')
    if (Object.getPrototypeOf(service) === Object.prototype) {
      watch(service, `${prefix}${name}.`)
      continue
    }
    for (const method of methods) {
      const operation = `${prefix}${name}.${method}`
      const run = service[method].bind(service)
      offered.add(operation)
      service[method] = (...input: unknown[]) => {
        called.add(operation)
        return run(...input)
      }
    }
  }
  return group
}

const client = open(node.token)
const operator = open(PLATFORM)
const idsOf = (items: Loose[]) => items.map(({ id }) => id)
const url = 'https://hooks.example.com/in'

const inbox = await client.inboxes.create({ accountId, data: { name: 'WhatsApp', channel: { type: 'api' } } })
const person = { inbox_id: inbox.id, name: 'Ana', email: 'ana@example.com' }
const { contact } = (await client.contacts.create({ accountId, data: person })).payload
const opening = { contact_id: String(contact.id), inbox_id: String(inbox.id) }
const conversation = await client.conversations.create({ accountId, data: opening })
const conversationId = conversation.id

test('Platform', async () => {
  for (const { users, agentBots } of [operator.platform, operator]) {
    const data = { name: 'Luz', email: 'luz@example.com', password: 'correct horse battery', custom_attributes: {} }
    const user = await users.create({ data })
    assert.equal((await users.get({ id: user.id })).email, data.email)
    assert.equal((await users.update({ id: user.id, data: { ...data, name: 'Luz M' } })).name, 'Luz M')
    assert.match((await users.getSSOUrl({ id: user.id })).url, /^http/)
    await users.delete({ id: user.id })
    const bot = await agentBots.create({ data: { name: 'Robot', description: '', outgoing_url: url } })
    assert.deepEqual(idsOf(await agentBots.list()), [bot.id])
    assert.equal((await agentBots.get({ id: bot.id })).name, 'Robot')
    assert.equal((await agentBots.update({ id: bot.id, data: { name: 'Otro' } })).name, 'Otro')
    await agentBots.delete({ id: bot.id })
  }
  const { accounts, accountUsers } = operator.platform
  const account = await accounts.create({ data: { name: 'Filial' } })
  const where = { accountId: account.id }
  assert.equal((await accounts.get(where)).name, 'Filial')
  assert.equal((await accounts.update({ ...where, data: { name: 'Sucursal' } })).name, 'Sucursal')
  const data = { user_id: Number(node.user.id), role: 'agent' }
  assert.equal((await accountUsers.create({ ...where, data })).role, 'agent')
  assert.equal((await accountUsers.list(where)).length, 1)
  await accountUsers.delete({ ...where, data })
  await accounts.delete(where)
  await assert.rejects(accounts.get(where), { status: 404 })
})

test('Customers of an api inbox', async () => {
  const { contacts, conversations, messages } = client.client
  const inboxIdentifier = inbox.inbox_identifier
  const made = await contacts.create({ inboxIdentifier, data: { name: 'Luz' } })
  const where = { inboxIdentifier, contactIdentifier: made.source_id }
  assert.equal((await contacts.get(where)).name, 'Luz')
  assert.equal((await contacts.update({ ...where, data: { name: 'Luz M' } })).name, 'Luz M')
  const { id } = await conversations.create(where)
  assert.deepEqual(idsOf(await conversations.list(where)), [id])
  const chat = { ...where, conversationId: id }
  const message = await messages.create({ ...chat, data: { content: 'Hola', echo_id: '1' } })
  const form = {
    content: '¿Talla?',
    content_type: 'input_select',
    content_attributes: { items: [{ title: 'M', value: 'm' }] },
  }
  const asked = await client.messages.create({ accountId, conversationId: id, data: { ...form, private: false } })
  await messages.update({ ...chat, messageId: asked.id, data: { submitted_values: [{ title: 'M', value: 'm' }] } })
  assert.deepEqual(idsOf(await messages.list(chat)).slice(0, 2), [message.id, asked.id])
})

test('Bots, agents and teams', async () => {
  const { accountAgentBots: bots, agents, teams, inboxes } = client
  const data = { name: 'Robot', description: '', outgoing_url: url }
  const bot = await bots.create({ accountId, data })
  assert.deepEqual(idsOf(await bots.list({ accountId })), [bot.id])
  assert.equal((await bots.get({ accountId, id: bot.id })).name, 'Robot')
  assert.equal((await bots.update({ accountId, id: bot.id, data: { name: 'Otro' } })).name, 'Otro')
  await inboxes.updateAgentBot({ accountId, id: inbox.id, data: { agent_bot: bot.id } })
  assert.equal((await inboxes.getAgentBot({ accountId, id: inbox.id })).agent_bot.id, bot.id)
  await bots.delete({ accountId, id: bot.id })

  const eva = await agents.create({ accountId, data: { name: 'Eva', email: 'eva@example.com', role: 'agent' } })
  assert.ok(idsOf(await agents.list({ accountId })).includes(eva.id))
  assert.equal((await agents.update({ accountId, id: eva.id, data: { role: 'administrator' } })).role, 'administrator')

  const team = await teams.create({ accountId, data: { name: 'Ventas' } })
  const where = { accountId, teamId: team.id }
  assert.deepEqual(idsOf(await teams.list({ accountId })), [team.id])
  assert.deepEqual(await teams.get(where), team)
  assert.equal((await teams.update({ ...where, data: { description: 'Mayoreo' } })).description, 'Mayoreo')
  const members = { ...where, data: { user_ids: [eva.id] } }
  await teams.addAgent(members)
  assert.deepEqual(idsOf(await teams.listMembers(where)), [eva.id])
  await teams.updateAgentsInTeam(members)
  await teams.removeAgent(members)
  assert.deepEqual(await teams.listMembers(where), [])
  await teams.delete(where)

  const staff = { accountId, data: { inbox_id: inbox.id, user_ids: [eva.id] } }
  await inboxes.addAgent(staff)
  await inboxes.updateAgentsInInbox(staff)
  const { payload } = await inboxes.listAgents({ accountId, inboxId: inbox.id })
  assert.deepEqual(idsOf(payload), [eva.id])
  await inboxes.removeAgent({ ...staff, inboxId: inbox.id })
  await agents.delete({ accountId, id: eva.id })
})

test('Inboxes and contacts', async () => {
  const { inboxes, contacts, contact: links } = client
  assert.ok(idsOf((await inboxes.list({ accountId })).payload).includes(inbox.id))
  assert.equal((await inboxes.get({ accountId, id: inbox.id })).id, inbox.id)
  const data = { enable_auto_assignment: false, name: 'Puente' }
  assert.equal((await inboxes.update({ accountId, id: inbox.id, data })).name, 'Puente')

  const where = { accountId, id: contact.id }
  const custom_attributes = { compras: [{ codigo: 'x' }] }
  assert.deepEqual((await contacts.update({ ...where, data: { custom_attributes } })).payload.custom_attributes, {
    compras: [{ codigo: 'x' }],
  })
  assert.equal((await contacts.get(where)).payload.id, contact.id)
  assert.ok(idsOf((await contacts.list({ accountId })).payload).includes(contact.id))
  assert.deepEqual(idsOf((await contacts.search({ accountId, q: 'ana@' })).payload), [contact.id])
  const payload = [
    { attribute_key: 'email', filter_operator: 'equal_to', values: [person.email], query_operator: null },
  ]
  assert.deepEqual(idsOf((await contacts.filter({ accountId, payload })).payload), [contact.id])
  assert.ok(idsOf((await contacts.listConversations(where)).payload).includes(conversationId))
  const source_id = 'b9f3b7c5-5f5b-4b57-9d2f-6f3c0f1e2d3c'
  assert.equal((await links.create({ ...where, data: { inbox_id: inbox.id, source_id } })).source_id, source_id)
  assert.ok((await links.getContactable(where)).payload.length > 0)
  const other = (await contacts.create({ accountId, data: { inbox_id: inbox.id, name: 'Otro' } })).payload.contact
  await contacts.delete({ accountId, id: other.id })
})

test('Conversations and messages', async () => {
  const { conversations, messages, conversationAssignment, conversationLabels } = client
  const where = { accountId, conversationId }
  assert.equal((await conversations.get(where)).id, conversationId)
  assert.ok((await conversations.getMeta({ accountId, status: 'all' })).meta.all_count > 0)
  assert.ok(idsOf((await conversations.list({ accountId, status: 'all' })).data.payload).includes(conversationId))
  const payload = [{ attribute_key: 'status', filter_operator: 'equal_to', values: ['open'], query_operator: null }]
  assert.ok(idsOf((await conversations.filter({ accountId, payload })).payload).includes(conversationId))
  const toggled = await conversations.toggleStatus({ ...where, data: { status: 'pending' } })
  assert.equal(toggled.payload.current_status, 'pending')
  await conversationAssignment.assign({ ...where, data: { assignee_id: Number(node.user.id) } })
  assert.deepEqual((await conversationLabels.add({ ...where, data: { labels: ['vip'] } })).payload, ['vip'])
  assert.deepEqual((await conversationLabels.list(where)).payload, ['vip'])
  const sent = await messages.create({ ...where, data: { content: 'Buenas', message_type: 'outgoing' } })
  const marked = await messages.update({ ...where, messageId: sent.id, data: { status: 'read' } })
  assert.equal(marked.status, 'read')
  await messages.delete({ ...where, messageId: sent.id })
  assert.ok(idsOf((await messages.list(where)).payload).includes(sent.id))
})

test('Canned responses, attributes, filters, rules, webhooks, integrations and reports', async () => {
  const { cannedResponses, customAttributes, customFilters, automationRule, webhooks, integrations, reports } = client
  assert.equal((await client.profile.profile()).account_id, accountId)
  const canned = await cannedResponses.create({ accountId, data: { short_code: 'hola', content: 'Buenas' } })
  assert.deepEqual(idsOf(await cannedResponses.list({ accountId })), [canned.id])
  const changed = await cannedResponses.update({ accountId, id: canned.id, data: { content: 'Claro' } })
  assert.equal(changed.content, 'Claro')
  await cannedResponses.delete({ accountId, id: canned.id })

  const attribute = {
    attribute_display_name: 'Plan',
    attribute_key: 'plan',
    attribute_model: 1,
    attribute_display_type: 0,
  }
  const { id } = await customAttributes.create({ accountId, data: attribute })
  assert.deepEqual(idsOf(await customAttributes.list({ accountId, attributeModel: '1' })), [id])
  assert.equal((await customAttributes.get({ accountId, id })).attribute_key, 'plan')
  await customAttributes.update({ accountId, id, data: { attribute_display_name: 'Otro' } })
  await customAttributes.delete({ accountId, id })

  const query = { payload: [] }
  const filter = await customFilters.create({
    accountId,
    filterType: 'contact',
    data: { name: 'A', type: 'contact', query },
  })
  const which = { accountId, customFilterId: filter.id }
  assert.deepEqual(idsOf(await customFilters.list({ accountId, filterType: 'contact' })), [filter.id])
  assert.equal((await customFilters.get(which)).name, 'A')
  assert.equal((await customFilters.update({ ...which, data: { name: 'B' } })).name, 'B')
  await customFilters.delete(which)

  const actions = [{ action_name: 'add_label', action_params: ['vip'] }]
  const conditions = [{ attribute_key: 'content', filter_operator: 'contains', values: ['hola'], query_operator: null }]
  const rule = { name: 'Marca', event_name: 'message_created', active: true, actions, conditions }
  const made = await automationRule.create({ accountId, data: rule })
  assert.deepEqual(idsOf((await automationRule.list({ accountId })).payload), [made.id])
  assert.deepEqual((await automationRule.get({ accountId, id: made.id })).payload, made)
  assert.equal(
    (await automationRule.update({ accountId, id: made.id, data: { ...rule, name: 'Otra' } })).payload.name,
    'Otra',
  )
  await automationRule.delete({ accountId, id: made.id })

  const { webhook } = (await webhooks.create({ accountId, data: { url, subscriptions: ['message_created'] } })).payload
  assert.deepEqual(idsOf((await webhooks.list({ accountId })).payload.webhooks), [webhook.id])
  await webhooks.update({ accountId, webhookId: webhook.id, data: { url: `${url}/2` } })
  await webhooks.delete({ accountId, webhookId: webhook.id })
  const settings = { url, subscriptions: ['message_created'] }
  const hook = await integrations.create({ accountId, data: { app_id: 'webhook', settings } })
  const { payload } = await integrations.list({ accountId })
  assert.deepEqual(idsOf(payload[0].hooks), [hook.id])
  await integrations.update({ accountId, hookId: hook.id, data: { settings: { url: `${url}/2` } } })
  await integrations.delete({ accountId, hookId: hook.id })

  const counted = { accountId, metric: 'conversations_count', type: 'account' }
  assert.ok((await reports.list(counted)).some((each: Loose) => each.value > 0))
  assert.ok((await reports.listSummaries(counted)).conversations_count > 0)
  assert.ok((await reports.getMetrics({ accountId, type: 'account' })).open >= 0)
  assert.ok((await reports.getAgentMetrics({ accountId, type: 'agent' })).length > 0)
})

test('No operation of the SDK was left out', () => {
  assert.ok(offered.size > 100)
  assert.deepEqual(
    [...offered].filter((operation) => !called.has(operation)),
    [],
  )
})
