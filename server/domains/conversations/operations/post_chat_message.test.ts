import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealUpload } from '#kernel/uploads.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, events, since, sql, visit, only, addAccount, runtime } = await openInbox()
const site = await act('create_inbox', { name: 'Sitio', channel: 'web_widget' })

test('A visitor’s first message creates a contact with a placeholder name and starts a conversation', async () => {
  const visitor = visit(site)
  const count = (await events()).length
  const now = new Date()
  const message = await visitor.chat(
    'post_chat_message',
    { client_id: 'c-1', content: '¿Hola?', page_url: 'https://tienda.example.com/p/1', locale: 'es-CO' },
    { now },
  )
  const name = `Visitante ${visitor.source_id.slice(-4)}`
  assert.deepEqual(message, {
    id: message.id,
    direction: 'incoming',
    author: { type: 'contact', name: '' },
    content: '¿Hola?',
    content_type: 'text',
    content_attributes: {},
    attachments: [],
    status: 'sent',
    reply_to: null,
    reactions: [],
    edited_at: null,
    client_id: 'c-1',
    survey: null,
    created_at: now.toISOString(),
    deleted: false,
  })
  assert.deepEqual(await since(count), ['contact.created', 'conversation.created', 'message.received'])
  const { items } = await act('list_conversations', { source_id: visitor.source_id })
  assert.equal(items[0]?.contact.name, name)
  assert.equal(items[0]?.unread_count, 1)
  assert.deepEqual(items[0]?.additional_attributes, {
    referer: 'https://tienda.example.com/p/1',
    browser_language: 'es-CO',
  })
  const lastActor = (await events()).at(-1)?.actor
  assert.equal(lastActor?.type, 'contact')
})

test('A client_id sent twice creates one message, even at the same moment', async () => {
  const { chat, source_id } = visit(site)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => chat('post_chat_message', { client_id: 'x', content: 'Hola' })),
  )
  assert.equal(new Set(answers.map(({ id }) => id)).size, 1)
  const { items } = await act('list_conversations', { source_id, status: 'all' })
  assert.deepEqual([items.length, items[0]?.unread_count], [1, 1])
})

test('The same client_id of another visitor creates a separate message', async () => {
  const [one, two] = [visit(site), visit(site)]
  const first = await one.chat('post_chat_message', { client_id: 'igual', content: 'Mío' })
  const second = await two.chat('post_chat_message', { client_id: 'igual', content: 'Suyo' })
  assert.notEqual(second.id, first.id)
  assert.equal(second.content, 'Suyo')
})

test('No client_id can be crafted to match another visitor’s message', async () => {
  const one = visit(site, { source_id: 'user:a:b' })
  const two = visit(site, { source_id: 'user:a' })
  await one.chat('post_chat_message', { client_id: 'c', content: 'Secreto' })
  for (const client_id of ['b:c', '', ' ', 'a/b', 'x'.repeat(101), '\0']) {
    const problem = await refusal(two.chat('post_chat_message', { client_id, content: 'x' }))
    assert.equal(problem.code, 'invalid_request', client_id)
  }
})

test('A message reopens a resolved conversation and stays in it', async () => {
  const { chat, source_id } = visit(site)
  await chat('post_chat_message', { client_id: '1', content: 'Uno' })
  const [first] = (await act('list_conversations', { source_id })).items
  await act('resolve_conversation', { conversation_id: first!.id })
  await chat('post_chat_message', { client_id: '2', content: 'Dos' })
  const { items } = await act('list_conversations', { source_id, status: 'all' })
  assert.deepEqual([items.length, items[0]?.id, items[0]?.status], [1, first?.id, 'open'])
})

test('A message can carry files, and one without text or files is refused', async () => {
  const { chat } = visit(site)
  const file = {
    file_key: 'k',
    file_name: 'foto.png',
    file_type: 'image',
    content_type: 'image/png',
    size_bytes: 3,
  } as const
  const token = sealUpload(runtime.secret, actor.account.id, file)
  const message = await chat('post_chat_message', { client_id: '1', attachments: [token] })
  assert.deepEqual([message.content, message.attachments[0]?.file_name], [null, 'foto.png'])
  for (const input of [{}, { content: '  ' }, { attachments: [] }])
    assert.equal((await refusal(chat('post_chat_message', { client_id: '2', ...input }))).code, 'missing_field')
  const long = chat('post_chat_message', { client_id: '2', content: 'x'.repeat(20_001) })
  assert.equal((await refusal(long)).code, 'invalid_request')
  const foreign = sealUpload(runtime.secret, '999', file)
  const stolen = chat('post_chat_message', { client_id: '2', attachments: [foreign] })
  assert.equal((await refusal(stolen)).code, 'invalid_value')
})

test('A blocked visitor is refused and nothing they write is saved', async () => {
  const { chat, source_id } = visit(site)
  await chat('post_chat_message', { client_id: '1', content: 'Uno' })
  const { contact } = (await act('list_conversations', { source_id })).items[0]!
  await act('update_contact', { contact_id: contact.id, blocked: true })
  const known = await events()
  assert.equal((await refusal(chat('post_chat_message', { client_id: '2', content: 'x' }))).code, 'permission_denied')
  assert.deepEqual(await events(), known)
})

test('Only a visitor can post to their chat, whatever permissions others have', async () => {
  const everything = [
    actor,
    only('messages:send', 'conversations:write'),
    { ...actor, permissions: new Set(['visitor']) },
  ]
  for (const as of everything as (typeof actor)[]) {
    const call = act('post_chat_message', { client_id: '1', content: 'x' }, { as })
    assert.equal((await refusal(call)).code, 'permission_denied')
  }
})

test('A visitor of one workspace leaves nothing in another', async () => {
  const other = await addAccount()
  const theirSite = await other.act('create_inbox', { name: 'Ajeno', channel: 'web_widget' })
  const visitor = visit(site)
  await visitor.chat('post_chat_message', { client_id: '1', content: 'Hola' })
  const same = other.visit(theirSite, { source_id: visitor.source_id })
  assert.deepEqual((await same.chat('get_chat', {})).messages, [])
  await same.chat('post_chat_message', { client_id: '1', content: 'Otro sitio' })
  const rows = await sql<{ account_id: string }>`
    select account_id from contact_identities where source_id = ${visitor.source_id} order by account_id`
  assert.equal(rows.length, 2)
  assert.equal((await visitor.chat('get_chat', {})).messages.length, 1)
})
