import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Loose, openClassicNode } from '#test/classic.ts'
import { openReceiver } from '#test/receiver.ts'
import { until } from '#test/wait.ts'

const { classic, ok, rest, key, sql, ask, account_id, addAccount, tokenOf } = await openClassicNode({
  HILO_OUTBOUND_ALLOW: '127.0.0.0/8',
  HILO_WEBHOOK_RETRY_SCHEDULE: '0.02',
})
const receiver = await openReceiver()

let made = 0
/** A bot that answers in an inbox of its own. */
async function openBot() {
  const bot = await ok('POST', '/agent_bots', { name: 'Robot', description: 'Saluda', outgoing_url: receiver.url })
  const inbox = await ok('POST', '/inboxes', { name: `Puente ${++made}`, channel: { type: 'api' } })
  const attached = await classic('POST', `/inboxes/${inbox.id}/set_agent_bot`, { agent_bot: bot.id })
  assert.deepEqual([attached.status, attached.text], [200, ''])
  return { bot, inbox }
}

async function talk(inbox_id: number): Promise<Loose> {
  const contact = { inbox_id, name: 'Ana', email: `ana${++made}@example.com` }
  const { id: contact_id } = (await ok('POST', '/contacts', contact)).payload.contact
  const conversation = await ok('POST', '/conversations', { contact_id, inbox_id })
  await ok('POST', `/conversations/${conversation.id}/messages`, { content: 'Hola', message_type: 'incoming' })
  return conversation
}

describe('Agent bots', () => {
  test('are created, listed, read, changed and deleted, and show token and secret once', async () => {
    const bot = await ok('POST', '/agent_bots', { name: 'Robot', description: 'Saluda', outgoing_url: receiver.url })
    const { access_token, secret, ...shown } = bot
    assert.ok(access_token.length >= 24 && secret.length >= 24)
    assert.deepEqual(
      [bot.name, bot.description, bot.outgoing_url, bot.bot_type, bot.bot_config, bot.account_id],
      ['Robot', 'Saluda', receiver.url, 'webhook', {}, Number(account_id)],
    )
    const later = { ...shown, access_token: null, secret: null }
    assert.deepEqual(await ok('GET', `/agent_bots/${bot.id}`), later)
    assert.deepEqual(await ok('GET', '/agent_bots'), [later])
    const changed = await ok('PATCH', `/agent_bots/${bot.id}`, { name: 'Otro', outgoing_url: '' })
    assert.deepEqual([changed.name, changed.outgoing_url], ['Otro', null])
    const removed = await classic('DELETE', `/agent_bots/${bot.id}`)
    assert.deepEqual([removed.status, removed.text], [200, ''])
    assert.equal((await classic('GET', `/agent_bots/${bot.id}`)).status, 404)
    assert.equal((await classic('POST', '/agent_bots', { name: 'X', outgoing_url: 'http://10.0.0.1/' })).status, 422)
  })

  test('are attached to an inbox and detached again', async () => {
    const { bot, inbox } = await openBot()
    const path = `/inboxes/${inbox.id}/agent_bot`
    assert.equal((await ok('GET', path)).agent_bot.id, bot.id)
    await classic('POST', `/inboxes/${inbox.id}/set_agent_bot`, { agent_bot: null })
    assert.deepEqual(await ok('GET', path), { agent_bot: {} })
    assert.deepEqual(await sql`select id from webhooks where agent_bot_id = ${bot.id}`, [])
    assert.equal((await talk(inbox.id)).status, 'open')
    const { id: foreign } = await addAccount().then(async ({ account_id: account }) => {
      const token = await tokenOf(account)
      return (await classic('POST', '/agent_bots', { name: 'Ajeno' }, { account, token })).body
    })
    assert.equal((await classic('POST', `/inboxes/${inbox.id}/set_agent_bot`, { agent_bot: foreign })).status, 404)
  })

  test('answer pending conversations and hand them over', async () => {
    const { bot, inbox } = await openBot()
    receiver.requests.length = 0
    const { id, status } = await talk(inbox.id)
    assert.equal(status, 'pending')
    await until(() => receiver.requests.length >= 1, 'the bot receives the message')
    const received = receiver.bodies().find(({ event }) => event === 'message_created')
    assert.deepEqual(
      [
        received.message_type,
        received.content,
        received.conversation.id,
        received.conversation.status,
        received.account.id,
      ],
      ['incoming', 'Hola', id, 'pending', Number(account_id)],
    )
    assert.ok(receiver.requests[0]!.headers['x-chatwoot-signature'])

    const headers = { api_access_token: bot.access_token }
    const base = `/api/v1/accounts/${account_id}/conversations/${id}`
    const answer = await ask('POST', `${base}/messages`, { content: 'Soy un robot' }, headers)
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(answer.body.sender, { id: bot.id, name: 'Robot', avatar_url: '', type: 'agent_bot' })
    const handover = await ask('POST', `${base}/toggle_status`, { status: 'open' }, headers)
    assert.equal(handover.body.payload.current_status, 'open')
    for (const [path, body] of [
      ['toggle_priority', { priority: 'high' }],
      ['toggle_typing_status', { typing_status: 'on' }],
      ['custom_attributes', { custom_attributes: { plan: 'oro' } }],
      ['assignments', { assignee_id: 0 }],
    ] as const)
      assert.equal((await ask('POST', `${base}/${path}`, body, headers)).status, 200, path)
    const shown = await ok('GET', `/conversations/${id}`)
    assert.deepEqual([shown.messages[0].sender_type, shown.first_reply_created_at], ['AgentBot', 0])
    await until(
      () => receiver.bodies().some((body) => body.event === 'conversation_status_changed' && body.status === 'open'),
      'the bot receives the new status',
    )
    await until(
      () => receiver.bodies().some(({ event }) => event === 'conversation_opened'),
      'the bot receives the opening',
    )
  })

  test('answer first again when the customer writes after the conversation was resolved', async () => {
    const { bot, inbox } = await openBot()
    const { id } = await talk(inbox.id)
    const write = () => ok('POST', `/conversations/${id}/messages`, { content: 'Otra cosa', message_type: 'incoming' })
    const statusOf = async () => (await ok('GET', `/conversations/${id}`)).status
    await ok('POST', `/conversations/${id}/toggle_status`, { status: 'resolved' })
    await write()
    assert.equal(await statusOf(), 'pending')
    await ok('POST', `/conversations/${id}/toggle_status`, { status: 'open' })
    await write()
    assert.equal(await statusOf(), 'open', 'a conversation of a person stays theirs')
    await ok('POST', `/conversations/${id}/toggle_status`, { status: 'resolved' })
    await ok('DELETE', `/agent_bots/${bot.id}`)
    await write()
    assert.equal(await statusOf(), 'open', 'without a bot it goes to people')
  })

  test('open nothing else with their token', async () => {
    const { bot, inbox } = await openBot()
    const { id } = await talk(inbox.id)
    const headers = { api_access_token: bot.access_token }
    for (const [method, path] of [
      ['GET', '/contacts'],
      ['GET', `/conversations/${id}`],
      ['GET', `/conversations/${id}/messages`],
      ['POST', `/conversations/${id}/labels`],
      ['GET', '/agent_bots'],
      ['DELETE', `/inboxes/${inbox.id}`],
    ] as const) {
      const answer = await ask(method, `/api/v1/accounts/${account_id}${path}`, undefined, headers)
      assert.deepEqual([answer.status, typeof answer.body.error], [401, 'string'], path)
    }
    assert.equal((await ask('GET', '/api/v1/profile', undefined, headers)).status, 401)
    const other = await addAccount()
    const foreign = `/api/v1/accounts/${other.account_id}/conversations`
    assert.equal((await ask('POST', foreign, {}, headers)).status, 401)
    const { access_token } = await ok('POST', `/agent_bots/${bot.id}/reset_access_token`)
    const path = `/api/v1/accounts/${account_id}/conversations/${id}/messages`
    assert.equal((await ask('POST', path, { content: 'Viejo' }, headers)).status, 401)
    assert.equal((await ask('POST', path, { content: 'Nuevo' }, { api_access_token: access_token })).status, 200)
  })

  test('are not people in reports', async () => {
    const { bot, inbox } = await openBot()
    const { id } = await talk(inbox.id)
    const headers = { api_access_token: bot.access_token }
    const base = `/api/v1/accounts/${account_id}/conversations/${id}`
    await ask('POST', `${base}/messages`, { content: 'Soy un robot' }, headers)
    await ask('POST', `${base}/toggle_status`, { status: 'resolved' }, headers)
    const [facts] = await sql`
      select human_at, human_reply_at, resolved_by from conversation_facts where conversation_id = ${id}`
    assert.deepEqual(facts, { human_at: null, human_reply_at: null, resolved_by: 'bot' })
    const { body } = await rest('GET', `/conversations/${id}`, { key })
    assert.equal((body as Loose).first_reply_at, null)
  })
})
