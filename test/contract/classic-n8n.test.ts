import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogue } from '#doors/classic/catalogue/all.ts'
import { type Loose, openClassicNode } from '#test/classic.ts'
import { openN8n } from '#test/n8n.ts'
import { until } from '#test/wait.ts'

/* Every operation of the published n8n node, against a running server, in the order in which a workflow could use them. */

const PLATFORM = 'a-token-of-the-operator'
const node = await openClassicNode({ HILO_PLATFORM_TOKEN: PLATFORM, HILO_OPEN_LIMIT: '10000' })
const n8n = openN8n(node.ask)
const account_id = Number(node.account_id)

/** The answer of an operation that must succeed. */
async function run(name: string, fields: Record<string, unknown> = {}, token = node.token): Promise<Loose> {
  const answer = await n8n.run(name, fields, token)
  assert.ok(answer.status === 200 || answer.status === 204, `${name} answered ${answer.status}: ${answer.text}`)
  return answer.body
}
/** The same for an operation of the account, and for one of the installation. */
const here = (name: string, fields: Record<string, unknown> = {}) => run(name, { account_id, ...fields })
const platform = (name: string, fields: Record<string, unknown> = {}) => run(name, fields, PLATFORM)
const idsOf = (items: Loose[]) => items.map(({ id }) => id)
const json = (value: unknown) => JSON.stringify(value)

const channel = json({ type: 'api', webhook_url: 'https://bridge.example.com/hook' })
const inbox = await here('Inboxes: Inbox Creation', { name: 'WhatsApp', channel })
const contact = (await here('Contacts: Contact Create', { inbox_id: inbox.id, name: 'Ana', email: 'ana@example.com' }))
  .payload.contact
const conversation = await here('Conversations: New Conversation', {
  source_id: contact.contact_inboxes[0].source_id,
  inbox_id: String(inbox.id),
  contact_id: String(contact.id),
  custom_attributes: json({ pedido: { numero: 7, piezas: ['a', 'b'] } }),
  message: json({ content: 'Hola' }),
})
const conversation_id = conversation.id

test('The credentials are accepted', async () => {
  assert.equal((await n8n.test()).status, 200)
  assert.equal((await run('Profile: Fetch Profile')).account_id, account_id)
})

test('Platform: accounts, their users and bots', async () => {
  const account = await platform('Accounts: Create An Account', { name: 'Filial' })
  const where = { account_id: account.id }
  assert.equal((await platform('Accounts: Get Details Of An Account', where)).name, 'Filial')
  assert.equal((await platform('Accounts: Update An Account', { ...where, name: 'Sucursal' })).name, 'Sucursal')

  const person = { name: 'Luz', email: 'luz@filial.example.com', password: 'correct horse battery' }
  const user = await platform('Users: Create A User', person)
  assert.equal((await platform('Users: Get Details Of A User', { id: user.id })).email, person.email)
  const changed = await platform('Users: Update A User', { id: user.id, ...person, name: 'Luz María' })
  assert.equal(changed.name, 'Luz María')
  assert.match((await platform('Users: Get Sso Url Of A User', { id: user.id })).url, /^http/)
  const member = { ...where, user_id: user.id, role: 'administrator' }
  assert.equal((await platform('Account Users: Create An Account User', member)).role, 'administrator')
  const members = await platform('Account Users: List All Account Users', where)
  assert.deepEqual(members, [{ account_id: account.id, user_id: user.id, role: 'administrator' }])
  await platform('Account Users: Delete An Account User', { ...where, user_id: user.id })
  await platform('Users: Delete A User', { id: user.id })
  assert.equal((await n8n.run('Users: Get Details Of A User', { id: user.id }, PLATFORM)).status, 404)
  const again = await platform('Users: Create A User', person)
  assert.notEqual(again.id, user.id, 'the e-mail is free again')

  await platform('Accounts: Delete An Account', where)
  assert.equal((await n8n.run('Accounts: Get Details Of An Account', where, PLATFORM)).status, 404)
  const used = await n8n.run('Accounts: Delete An Account', { account_id }, PLATFORM)
  assert.equal(used.status, 422, 'an account with customers is kept')

  const bot = await platform('Agent Bots: Create An Agent Bot', {
    name: 'Robot',
    outgoing_url: 'https://bot.example.com',
  })
  assert.equal(bot.account_id, account_id)
  assert.deepEqual(idsOf(await platform('Agent Bots: List All Agent Bots')), [bot.id])
  assert.equal((await platform('Agent Bots: Get Details Of A Single Agent Bot', { id: bot.id })).name, 'Robot')
  assert.equal((await platform('Agent Bots: Update An Agent Bot', { id: bot.id, name: 'Otro' })).name, 'Otro')
  await platform('Agent Bots: Delete An Agent Bot', { id: bot.id })
  assert.deepEqual(await platform('Agent Bots: List All Agent Bots'), [])
})

test('Customers of an api inbox', async () => {
  const { inbox_identifier } = inbox
  assert.equal((await run('Inbox API: Get Details Of A Inbox', { inbox_identifier })).name, 'WhatsApp')
  const details = { name: 'Luz', email: 'luz@example.com', custom_attributes: json({ plan: { nivel: 2 } }) }
  const made = await run('Contacts API: Create A Contact', { inbox_identifier, ...details })
  const where = { inbox_identifier, contact_identifier: made.source_id }
  assert.equal((await run('Contacts API: Get Details Of A Contact', where)).name, 'Luz')
  assert.equal((await run('Contacts API: Update A Contact', { ...where, ...details, name: 'Luz M' })).name, 'Luz M')
  const { id } = await run('Conversations API: Create A Conversation', {
    ...where,
    custom_attributes: json({ a: [1] }),
  })
  assert.deepEqual(idsOf(await run('Conversations API: List All Contact Conversations', where)), [id])
  const chat = { ...where, conversation_id: id }
  const message = await run('Messages API: Create A Message', { ...chat, content: 'Hola', echo_id: 'e1' })
  assert.deepEqual(idsOf(await run('Messages API: List All Converation Messages', chat)), [message.id])
  const form = await here('Messages: Create A New Message In A Conversation', {
    conversation_id: id,
    content: '¿Talla?',
    private: false,
    content_type: 'input_select',
    content_attributes: json({ items: [{ title: 'M', value: 'm' }] }),
  })
  const submitted_values = json([{ title: 'M', value: 'm' }])
  await run('Messages API: Update A Message', { ...chat, message_id: form.id, submitted_values })
  const { payload } = await here('Messages: List All Messages', { conversation_id: id })
  const answered = payload.find((each: Loose) => each.id === form.id)
  assert.deepEqual(answered.content_attributes.submitted_values, [{ title: 'M', value: 'm' }])
})

test('The survey page', async () => {
  await node.rest('PATCH', `/inboxes/${inbox.id}`, { key: node.key, body: { csat: { enabled: true, message: null } } })
  const opened = await here('Conversations: New Conversation', {
    source_id: contact.contact_inboxes[0].source_id,
    inbox_id: String(inbox.id),
    message: json({}),
  })
  const id = opened.id
  await node.ok('POST', `/conversations/${id}/messages`, { content: 'Gracias', message_type: 'incoming' })
  await node.ok('POST', `/conversations/${id}/messages`, { content: 'Con gusto' })
  await here('Conversations: Toggle Status Of A Conversation', { conversation_id: id, status: 'resolved' })
  const find = () => node.sql<{ token: string }>`select token from csat_surveys where conversation_id = ${id}`
  await until(async () => (await find()).length > 0, 'the survey')
  const [survey] = await find()
  const page = await n8n.run('CSAT Survey Page: Get Csat Survey Page', { conversation_uuid: survey!.token }, node.token)
  assert.equal(page.status, 200)
  assert.match(page.text, /<form method="post">/)
})

test('Bots and agents', async () => {
  const fields = { name: 'Robot', description: 'Saluda', outgoing_url: 'https://bot.example.com' }
  const bot = await here('Account Agent Bots: Create An Account Agent Bot', fields)
  assert.ok(bot.access_token)
  assert.deepEqual(idsOf(await here('Account Agent Bots: List All Account Agent Bots')), [bot.id])
  assert.equal(
    (await here('Account Agent Bots: Get Details Of A Single Account Agent Bot', { id: bot.id })).name,
    'Robot',
  )
  const renamed = { ...fields, id: bot.id, name: 'Otro' }
  assert.equal((await here('Account Agent Bots: Update An Account Agent Bot', renamed)).name, 'Otro')
  await here('Inboxes: Update Agent Bot', { id: inbox.id, agent_bot: bot.id })
  assert.equal((await here('Inboxes: Get Inbox Agent Bot', { id: inbox.id })).agent_bot.id, bot.id)
  await here('Inboxes: Update Agent Bot', { id: inbox.id, agent_bot: 0 })
  await here('Account Agent Bots: Delete An Account Agent Bot', { id: bot.id })

  const agent = await here('Agents: Add New Agent To Account', { name: 'Eva', email: 'eva@example.com' })
  assert.ok(idsOf(await here('Agents: Get Account Agents')).includes(agent.id))
  const changed = await here('Agents: Update Agent In Account', { id: agent.id, role: 'administrator' })
  assert.deepEqual([changed.role, changed.auto_offline], ['administrator', true])
  await here('Agents: Delete Agent From Account', { id: agent.id })
})

test('Contacts', async () => {
  const where = { id: contact.id }
  const attributes = { compras: [{ codigo: 'x', total: 3 }], direccion: { calle: 'Sol', numero: 4 } }
  const update = { ...where, name: 'Ana María', custom_attributes: json(attributes) }
  assert.deepEqual((await here('Contacts: Contact Update', update)).payload.custom_attributes, attributes)
  const { payload } = await here('Contacts: Contact Details', where)
  assert.deepEqual([payload.name, payload.custom_attributes], ['Ana María', attributes])
  assert.ok(idsOf((await here('Contacts: Contact List')).payload).includes(contact.id))
  assert.deepEqual(idsOf((await here('Contacts: Contact Search', { q: 'ana m' })).payload), [contact.id])
  const clause = { attribute_key: 'name', filter_operator: 'equal_to', values: ['Ana María'], query_operator: null }
  assert.deepEqual(idsOf((await here('Contacts: Contact Filter', { payload: json([clause]) })).payload), [contact.id])
  assert.ok(idsOf((await here('Contacts: Contact Conversations', where)).payload).includes(conversation_id))
  const second = await here('Inboxes: Inbox Creation', { name: 'Segundo', channel: json({ type: 'api' }) })
  const source_id = 'b9f3b7c5-5f5b-4b57-9d2f-6f3c0f1e2d3c'
  const linked = await here('Contact: Contact Inbox Creation', { ...where, inbox_id: second.id, source_id })
  assert.equal(linked.source_id, source_id)
  const reachable = (await here('Contact: Contactable Inboxes Get', where)).payload
  assert.ok(reachable.some((each: Loose) => each.source_id === source_id))
  const other = (await here('Contacts: Contact Create', { inbox_id: second.id, name: 'Otro' })).payload.contact
  await here('Contacts: Contact Delete', { id: other.id })
})

test('Conversations and messages', async () => {
  const where = { conversation_id }
  const read = await here('Conversations: Get Details Of A Conversation', where)
  assert.deepEqual(read.custom_attributes, { pedido: { numero: 7, piezas: ['a', 'b'] } })
  const listed = await here('Conversations: Conversation List', { status: 'all' })
  assert.ok(idsOf(listed.data.payload).includes(conversation_id))
  assert.ok((await here('Conversations: Conversation List Meta', { status: 'all' })).meta.all_count > 0)
  const clause = { attribute_key: 'status', filter_operator: 'equal_to', values: ['open'], query_operator: null }
  const found = await here('Conversations: Conversation Filter', { payload: json([clause]) })
  assert.ok(idsOf(found.payload).includes(conversation_id))
  const status = await here('Conversations: Toggle Status Of A Conversation', { ...where, status: 'pending' })
  assert.equal(status.payload.current_status, 'pending')
  await here('Conversations: Toggle Priority Of A Conversation', { ...where, priority: 'high' })
  const assigned = { ...where, assignee_id: Number(node.user.id) }
  assert.equal((await here('Conversation Assignment: Assign A Conversation', assigned)).id, Number(node.user.id))
  const labels = json(['vip'])
  assert.deepEqual((await here('Conversation Labels: Conversation Add Labels', { ...where, labels })).payload, ['vip'])
  assert.deepEqual((await here('Conversation Labels: List All Labels Of A Conversation', where)).payload, ['vip'])
  const labelled = await here('Conversations: Conversation List', { status: 'all', labels })
  assert.deepEqual(idsOf(labelled.data.payload), [conversation_id])
  const content = { ...where, content: 'Buenas', private: false, content_type: 'text' }
  const sent = await here('Messages: Create A New Message In A Conversation', content)
  assert.deepEqual([sent.content, sent.message_type, sent.private], ['Buenas', 1, false])
  await here('Messages: Delete A Message', { ...where, message_id: sent.id })
  const { payload } = await here('Messages: List All Messages', where)
  assert.equal(payload.find((each: Loose) => each.id === sent.id).content_attributes.deleted, true)
})

test('Inboxes and teams, and who answers in them', async () => {
  const where = { id: inbox.id }
  assert.ok(idsOf((await here('Inboxes: List All Inboxes')).payload).includes(inbox.id))
  assert.equal((await here('Inboxes: Get Inbox', where)).name, 'WhatsApp')
  const renamed = await here('Inboxes: Update Inbox', { ...where, name: 'Puente', channel })
  assert.equal(renamed.name, 'Puente')
  const [first, second] = [await node.makeUser('agent'), await node.makeUser('agent')]
  const members = async (group: 'inbox' | 'team', id: number) => {
    const answer =
      group === 'inbox'
        ? (await here('Inboxes: Get Inbox Members', { inbox_id: id })).payload
        : await here('Teams: Get Team Members', { team_id: id })
    return answer.map((each: Loose) => String(each.id)).toSorted()
  }
  const users = (...people: { id: string }[]) => json(people.map(({ id }) => Number(id)))
  const inbox_id = String(inbox.id)
  await here('Inboxes: Add New Agent To Inbox', { inbox_id, user_ids: users(first) })
  assert.deepEqual(await members('inbox', inbox.id), [first.id])
  await here('Inboxes: Update Agents In Inbox', { inbox_id, user_ids: users(first, second) })
  await here('Inboxes: Delete Agent In Inbox', { inbox_id, user_ids: users(first) })
  assert.deepEqual(await members('inbox', inbox.id), [second.id])

  const team = await here('Teams: Create A Team', { name: 'Ventas', description: 'Mayoreo' })
  const team_id = team.id
  assert.deepEqual(idsOf(await here('Teams: List All Teams')), [team_id])
  assert.equal((await here('Teams: Get Details Of A Single Team', { team_id })).description, 'Mayoreo')
  assert.equal((await here('Teams: Update A Team', { team_id, name: 'Compras' })).name, 'Compras')
  await here('Teams: Add New Agent To Team', { team_id, user_ids: users(first) })
  assert.deepEqual(await members('team', team_id), [first.id])
  await here('Teams: Update Agents In Team', { team_id, user_ids: users(first, second) })
  await here('Teams: Delete Agent In Team', { team_id, user_ids: users(second) })
  assert.deepEqual(await members('team', team_id), [first.id])
  await here('Teams: Delete A Team', { team_id })
})

test('Canned responses, custom attributes and filters', async () => {
  const canned = { content: 'Con gusto', short_code: 'gusto' }
  const { id } = await here('Canned Responses: Add New Canned Response To Account', canned)
  assert.deepEqual(idsOf(await here('Canned Responses: Get Account Canned Response')), [id])
  const changed = await here('Canned Response: Update Canned Response In Account', { ...canned, id, content: 'Claro' })
  assert.equal(changed.content, 'Claro')
  await here('Canned Responses: Delete Canned Response From Account', { id })

  const attribute = { attribute_display_name: 'Plan', attribute_key: 'plan', attribute_model: 1 }
  const made = await here('Custom Attributes: Add New Custom Attribute To Account', attribute)
  const listed = await here('Custom Attributes: Get Account Custom Attribute', { attribute_model: '1' })
  assert.deepEqual(idsOf(listed), [made.id])
  assert.equal((await here('Custom Attributes: Get Details Of A Single Custom Attribute', { id: made.id })).id, made.id)
  const update = { ...attribute, id: made.id, attribute_display_name: 'Plan contratado' }
  const updated = await here('Custom Attributes: Update Custom Attribute In Account', update)
  assert.equal(updated.attribute_display_name, 'Plan contratado')
  await here('Custom Attributes: Delete Custom Attribute From Account', { id: made.id })

  const filter = await here('Custom Filters: Create A Custom Filter', { name: 'Todas' })
  const custom_filter_id = filter.id
  assert.deepEqual(idsOf(await here('Custom Filters: List All Filters')), [custom_filter_id])
  assert.equal(
    (await here('Custom Filters: Get Details Of A Single Custom Filter', { custom_filter_id })).name,
    'Todas',
  )
  const renamed = await here('Custom Filters: Update A Custom Filter', { custom_filter_id, name: 'Otras' })
  assert.equal(renamed.name, 'Otras')
  await here('Custom Filters: Delete A Custom Filter', { custom_filter_id })
})

test('Automation rules and webhooks', async () => {
  const rule = await here('Automation Rule: Add New Automation Rule To Account')
  const { id } = rule
  assert.deepEqual(idsOf((await here('Automation Rule: Get Account Automation Rule')).payload), [id])
  assert.deepEqual((await here('Automation Rule: Get Details Of A Single Automation Rule', { id })).payload, rule)
  const renamed = await here('Automation Rule: Update Automation Rule In Account', { id, name: 'Otra' })
  assert.equal(renamed.payload.name, 'Otra')
  await here('Automation Rule: Delete Automation Rule From Account', { id })

  const endpoint = { url: 'https://hooks.example.com/in', subscriptions: json(['message_created']) }
  const { webhook } = (await here('Webhooks: Create A Webhook', endpoint)).payload
  const webhook_id = webhook.id
  assert.deepEqual(idsOf((await here('Webhooks: List All Webhooks')).payload.webhooks), [webhook_id])
  const changed = { ...endpoint, webhook_id, subscriptions: json(['contact_created']) }
  const { payload } = await here('Webhooks: Update A Webhook', changed)
  assert.deepEqual(payload.webhook.subscriptions, ['contact_created'])
  await here('Webhooks: Delete A Webhook', { webhook_id })

  const settings = json({ url: 'https://hooks.example.com/app', subscriptions: ['message_created'] })
  const hook = await here('Integrations: Create An Integration Hook', { app_id: 'webhook', settings })
  const [app] = (await here('Integrations: Get Details Of All Integrations')).payload
  assert.deepEqual([app.id, idsOf(app.hooks)], ['webhook', [hook.id]])
  const moved = { hook_id: hook.id, settings: json({ url: 'https://hooks.example.com/other' }) }
  const { url } = (await here('Integrations: Update An Integrations Hook', moved)).settings
  assert.equal(url, 'https://hooks.example.com/other')
  await here('Integrations: Delete An Integration Hook', { hook_id: hook.id })
})

test('Reports', async () => {
  for (const type of ['account', 'agent', 'inbox', 'label', 'team']) {
    assert.ok(Array.isArray(await here('Reports: List All Conversation Statistics', { type })), type)
    const summary = await here('Reports: List All Conversation Statistics Summary', { type })
    assert.ok(summary.conversations_count >= 0 && summary.previous.conversations_count >= 0, type)
  }
  assert.ok((await here('Reports: Get Account Conversation Metrics')).open >= 0)
  const agents = await here('Reports: Get Agent Conversation Metrics', { user_id: node.user.id })
  assert.deepEqual(idsOf(agents), [Number(node.user.id)])
})

/** There are no public help pages, so nothing can be published on them. */
const refused = [
  'Help Center: Add New Portal To Account',
  'Help Center: Update New Portal To Account',
  'Help Center: Add New Category To Account',
  'Help Center: Add New Article To Account',
]

test('The help center is empty, and refuses articles with a sentence that says where to put them', async () => {
  assert.deepEqual((await here('Help Center: Get Portal')).payload, [])
  const sentences = new Set(catalogue.flatMap((each) => ('instead' in each ? each.instead : [])))
  for (const name of refused) {
    const answer = await n8n.run(name, { account_id }, node.token)
    assert.equal(answer.status, 501, name)
    assert.ok(sentences.has(answer.body.error), name)
  }
})

test('No operation of the node was left out', () => {
  assert.equal(n8n.names.length, 115)
  assert.deepEqual(
    n8n.names.filter((name) => !n8n.called.has(name)),
    [],
  )
})
