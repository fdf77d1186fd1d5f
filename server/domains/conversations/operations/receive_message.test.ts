import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealUpload } from '#kernel/uploads.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, events, since, sql, only, inbox, write, addAgent, addAccount, runtime } = await openInbox()

test('A customer’s first message creates a contact and starts a conversation', async () => {
  const before = (await events()).length
  const now = new Date()
  const { message, conversation } = await write(
    {
      source_id: 'wa:573001112233',
      external_id: 'wamid.1',
      content: '¿Tienen camiones?',
      contact: { name: 'Inés Muñoz', phone_number: '300 111 2233', custom_attributes: { utm_source: 'feria' } },
      additional_attributes: { referer: 'https://example.com' },
    },
    { now },
  )
  const moment = now.toISOString()
  assert.deepEqual(message, {
    id: message.id,
    conversation_id: conversation.id,
    direction: 'incoming',
    author: { type: 'contact', id: conversation.contact.id, name: 'Inés Muñoz' },
    content: '¿Tienen camiones?',
    content_type: 'text',
    content_attributes: {},
    attachments: [],
    private: false,
    status: 'sent',
    failure: null,
    external_id: 'wamid.1',
    reply_to: null,
    reactions: [],
    edited_at: null,
    scheduled_at: null,
    deleted: false,
    created_at: moment,
    updated_at: moment,
  })
  assert.deepEqual(conversation, {
    id: conversation.id,
    uuid: conversation.uuid,
    status: 'open',
    priority: 'none',
    contact: {
      id: conversation.contact.id,
      name: 'Inés Muñoz',
      phone_number: '+573001112233',
      email: null,
      identifier: null,
      blocked: false,
      avatar_url: null,
    },
    inbox: { id: inbox.id, name: 'Ventas' },
    channel: 'api',
    source_id: 'wa:573001112233',
    assignee: null,
    team: null,
    labels: [],
    custom_attributes: {},
    additional_attributes: { referer: 'https://example.com' },
    last_message: {
      id: message.id,
      direction: 'incoming',
      author: message.author,
      preview: '¿Tienen camiones?',
      attachment_count: 0,
      private: false,
      created_at: moment,
    },
    reply_window: null,
    unread: true,
    unread_count: 1,
    snoozed_until: null,
    sla: {
      first_response_due_at: new Date(now.getTime() + 15 * 60_000).toISOString(),
      next_response_due_at: null,
      resolution_due_at: null,
    },
    waiting_since: moment,
    first_reply_at: null,
    resolved_at: null,
    agent_last_seen_at: null,
    contact_last_seen_at: null,
    last_activity_at: moment,
    url: `http://localhost:3000/app/${actor.account.id}/conversations/${conversation.id}`,
    created_at: moment,
    updated_at: moment,
  })
  assert.deepEqual(await since(before), ['contact.created', 'conversation.created', 'message.received'])
  assert.deepEqual((await events()).at(-1)?.payload, { conversation, message })
  const contact = await act('get_contact', { contact_id: conversation.contact.id })
  assert.deepEqual(contact.custom_attributes, { utm_source: 'feria' })
  assert.equal(contact.last_activity_at, moment)
})

test('The next message joins the same conversation and is counted', async () => {
  const first = await write({ source_id: 'otra-vez', content: 'Uno' })
  const before = (await events()).length
  const second = await write({ source_id: 'otra-vez', content: 'Dos', contact: { name: 'Otro nombre' } })
  assert.equal(second.conversation.id, first.conversation.id)
  assert.equal(second.conversation.unread_count, 2)
  assert.equal(second.conversation.waiting_since, first.conversation.waiting_since)
  assert.equal(second.conversation.last_message?.preview, 'Dos')
  assert.equal(second.conversation.contact.name, first.conversation.contact.name)
  assert.deepEqual(await since(before), ['message.received'])
})

test('An external ID creates one message however often it is sent, and repeats emit nothing', async () => {
  const first = await write({ source_id: 'repite', external_id: 'm-1' })
  const known = await events()
  const again = await write({ source_id: 'repite', external_id: 'm-1' })
  assert.deepEqual(again, first)
  assert.deepEqual(await events(), known)
  const edited = await write({ source_id: 'repite', external_id: 'm-1', content: 'Otro texto' })
  assert.deepEqual([edited.message.id, edited.message.content], [first.message.id, 'Otro texto'])
})

test('Another customer’s external ID is not treated as a repeat and shows none of their message', async () => {
  await write({ source_id: 'una', external_id: 'm-2', content: 'Secreto' })
  const known = await events()
  const problem = await refusal(write({ source_id: 'otra', external_id: 'm-2' }))
  assert.equal(problem.code, 'duplicate_value')
  assert.equal(problem.extra.errors?.[0]?.field, 'external_id')
  assert.deepEqual(await events(), known)
  assert.deepEqual(await sql`select from contact_identities where source_id = 'otra'`, [])
})

test('The same external ID in another inbox is a separate message', async () => {
  const other = await act('create_inbox', { name: 'Soporte', channel: 'api' })
  const here = await write({ source_id: 'dos-buzones', external_id: 'm-3' })
  const there = await write({ inbox_id: other.id, source_id: 'dos-buzones', external_id: 'm-3' })
  assert.notEqual(there.message.id, here.message.id)
  assert.notEqual(there.conversation.id, here.conversation.id)
})

test('A message reopens a resolved or snoozed conversation and leaves a pending one to the AI agent', async () => {
  const { conversation } = await write({ source_id: 'vuelve' })
  const conversation_id = conversation.id
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const aside = {
    resolved: () => act('resolve_conversation', { conversation_id }),
    snoozed: () => act('snooze_conversation', { conversation_id, until }),
  }
  for (const [status, setAside] of Object.entries(aside)) {
    await setAside()
    const before = (await events()).length
    const back = await write({ source_id: 'vuelve' })
    assert.equal(back.conversation.status, 'open')
    assert.equal(back.conversation.snoozed_until, null)
    assert.equal(back.conversation.resolved_at, null)
    const expectedEvents = ['conversation.status_changed', 'conversation.reopened', 'message.received']
    assert.deepEqual(await since(before), expectedEvents)
    const changed = (await events())[before]
    assert.deepEqual(changed?.payload.changes, { status: { from: status, to: 'open' } })
  }
  await act('mark_conversation_pending', { conversation_id })
  assert.equal((await write({ source_id: 'vuelve' })).conversation.status, 'pending')
})

test('A new conversation is pending where the AI agent answers first', async () => {
  const { id } = await act('create_inbox', { name: 'Con IA', channel: 'api', ai_agent_enabled: true })
  assert.equal((await write({ inbox_id: id })).conversation.status, 'pending')
})

test('A customer who writes again after a resolved conversation is the AI agent’s again', async () => {
  const { id } = await act('create_inbox', { name: 'Con IA otra vez', channel: 'api', ai_agent_enabled: true })
  const { conversation } = await write({ inbox_id: id, source_id: 'regresa' })
  await act('resolve_conversation', { conversation_id: conversation.id })
  const again = await write({ inbox_id: id, source_id: 'regresa' })
  assert.deepEqual([again.conversation.id, again.conversation.status], [conversation.id, 'pending'])
  assert.equal(again.conversation.resolved_at, null)
})

test('A channel may name the conversation of a message, if it belongs to the same customer', async () => {
  const { conversation: first } = await write({ source_id: 'elige' })
  const second = await act('create_conversation', { contact_id: first.contact.id, inbox_id: inbox.id })
  const named = await write({ source_id: 'elige', conversation_id: first.id })
  assert.equal(named.conversation.id, first.id)
  assert.equal((await write({ source_id: 'elige' })).conversation.id, second.id)
  await act('resolve_conversation', { conversation_id: first.id })
  assert.equal((await write({ source_id: 'elige', conversation_id: first.id })).conversation.status, 'open')
  const { conversation: theirs } = await write({ source_id: 'ajena' })
  const other = await addAccount()
  const foreign = await other.talk()
  const known = await events()
  const wrong = [
    [theirs.id, 'invalid_value'],
    [foreign.id, 'not_found'],
    ['999999999', 'not_found'],
  ] as const
  for (const [conversation_id, code] of wrong) {
    const problem = await refusal(write({ source_id: 'elige', conversation_id }))
    assert.equal(problem.code, code)
    assert.equal(problem.extra.errors?.[0]?.field, 'conversation_id')
  }
  assert.deepEqual(await events(), known)
})

test('Uploaded files become attachments with their own links, and a foreign or forged token is refused', async () => {
  const file = {
    file_key: '1/abc',
    file_name: 'foto.png',
    file_type: 'image',
    content_type: 'image/png',
    size_bytes: 12,
  } as const
  const token = sealUpload(runtime.secret, actor.account.id, file)
  const { message, conversation } = await write({ content: undefined, attachments: [token] })
  assert.equal(message.content, null)
  const [attachment] = message.attachments
  assert.equal(attachment?.file_name, 'foto.png')
  assert.match(
    attachment?.url ?? '',
    new RegExp(`^http://localhost:3000/files/${actor.account.id}/\\d+/\\d+/[\\w-]+/foto\\.png$`),
  )
  assert.equal(conversation.last_message?.attachment_count, 1)
  assert.equal(conversation.last_message?.preview, '')
  const foreign = sealUpload(runtime.secret, '999', file)
  for (const each of [foreign, `${token}x`, 'x.y', '']) {
    const problem = await refusal(write({ attachments: [each] }))
    assert.equal(problem.code, 'invalid_value', each)
    assert.equal(problem.extra.errors?.[0]?.field, 'attachments')
  }
})

test('A message needs text or a file, and an inbox of the api channel', async () => {
  for (const content of [undefined, '', '  ']) {
    assert.equal((await refusal(write({ content }))).code, 'missing_field')
  }
  const site = await act('create_inbox', { name: 'Sitio', channel: 'web_widget' })
  const problem = await refusal(write({ inbox_id: site.id }))
  assert.equal(problem.code, 'invalid_state')
  assert.match(problem.message, /web_widget/)
})

test('Metadata may be any valid JSON, and broken text in it is refused', async () => {
  const content_attributes = { a: [1, null, { b: 'ñ \\u0000 😀' }], constructor: 'x' }
  const { message } = await write({ content_attributes })
  assert.deepEqual(message.content_attributes, content_attributes)
  for (const broken of ['\0', 'a\0b', '\ud800', 'x\udfff'])
    for (const wrong of [{ a: broken }, { a: [{ b: broken }] }, { a: { [broken]: 1 } }, { [broken]: 1 }]) {
      for (const field of ['content_attributes', 'additional_attributes']) {
        const problem = await refusal(write({ source_id: 'roto', [field]: wrong }))
        assert.equal(problem.code, 'invalid_request', JSON.stringify(wrong))
      }
    }
})

test('An invalid phone number or e-mail is refused and nothing is saved', async () => {
  for (const contact of [{ phone_number: '12' }, { email: 'ana' }]) {
    assert.equal((await refusal(write({ source_id: 'mal', contact }))).code, 'invalid_value')
  }
  assert.deepEqual(await sql`select from contact_identities where source_id = 'mal'`, [])
})

test('A sender is recognised in whichever form the channel gives their number, and keeps their source_id', async () => {
  const lupe = await act('create_contact', { name: 'Lupe', phone_number: '+525512345678' })
  const source_id = '5215512345678@s.whatsapp.net'
  const { conversation } = await write({ source_id, contact: { phone_number: '+5215512345678' } })
  assert.deepEqual([conversation.contact.id, conversation.source_id], [lupe.id, source_id])
})

test('A linked id in place of a phone number becomes the identifier, and the message is accepted', async () => {
  const phone_number = '+187654321098765'
  const { conversation } = await write({ source_id: 'lid-1', contact: { name: 'Oculta', phone_number } })
  const { id, ...contact } = await act('get_contact', { contact_id: conversation.contact.id })
  assert.deepEqual([contact.phone_number, contact.identifier], [null, '187654321098765'])
  const again = await write({ source_id: 'lid-2', contact: { phone_number } })
  assert.equal(again.conversation.contact.id, id)
})

test('An inbox of another workspace is not found, exactly like a missing one', async () => {
  const other = await addAccount()
  const known = await other.events()
  for (const inbox_id of [other.inbox.id, '999999999']) {
    assert.equal((await refusal(write({ inbox_id }))).code, 'not_found')
  }
  assert.deepEqual(await other.events(), known)
})

test('Receiving messages requires permission to send and to see every conversation', async () => {
  const input = { inbox_id: inbox.id, source_id: 'nadie', content: 'Hola' }
  const reader = await refusal(act('receive_message', input, { as: only('conversations:read', 'contacts:read') }))
  assert.equal(reader.code, 'permission_denied')
  for (const visibility of ['own', 'team'] as const) {
    const as = await addAgent(`Limitada ${visibility}`, { visibility })
    assert.equal((await refusal(act('receive_message', input, { as }))).code, 'permission_denied')
  }
  assert.deepEqual(await sql`select from contact_identities where source_id = 'nadie'`, [])
})

test('A message joins the named conversation only if it belongs to the same person', async () => {
  const { conversation: older } = await write({ source_id: 'dos-charlas' })
  const contact_id = older.contact.id
  await act('resolve_conversation', { conversation_id: older.id })
  const newer = await act('create_conversation', { contact_id, inbox_id: inbox.id, source_id: 'dos-charlas' })
  const latest = await write({ source_id: 'dos-charlas' })
  assert.equal(latest.conversation.id, newer.id)
  const named = await write({ source_id: 'dos-charlas', conversation_id: older.id, external_id: 'a-la-vieja' })
  assert.deepEqual([named.conversation.id, named.conversation.status], [older.id, 'open'])
  const again = await write({ source_id: 'dos-charlas', conversation_id: older.id, external_id: 'a-la-vieja' })
  assert.equal(again.message.id, named.message.id)

  const stranger = await write({ source_id: 'otra-persona' })
  const wrong = write({ source_id: 'dos-charlas', conversation_id: stranger.conversation.id })
  assert.equal((await refusal(wrong)).code, 'invalid_value')
  const theirs = await (await addAccount()).write()
  const foreign = write({ source_id: 'dos-charlas', conversation_id: theirs.conversation.id })
  assert.equal((await refusal(foreign)).code, 'not_found')
})
