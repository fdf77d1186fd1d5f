import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealUpload } from '#kernel/uploads.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, events, since, sql, only, write, talk, addAgent, addAccount, runtime } = await openInbox()

test('A reply is saved under its author, ends the wait, and emits one event with message and conversation', async () => {
  const { id: conversation_id } = await talk()
  const before = (await events()).length
  const now = new Date(Date.now() + 60_000)
  const message = await act('send_message', { conversation_id, content: 'Buenas tardes' }, { now })
  const moment = now.toISOString()
  assert.deepEqual(message, {
    id: message.id,
    conversation_id,
    direction: 'outgoing',
    author: { type: 'agent', id: actor.id, name: 'Ana Admin' },
    content: 'Buenas tardes',
    content_type: 'text',
    content_attributes: {},
    attachments: [],
    private: false,
    status: 'sent',
    failure: null,
    external_id: null,
    reply_to: null,
    reactions: [],
    edited_at: null,
    scheduled_at: null,
    deleted: false,
    created_at: moment,
    updated_at: moment,
  })
  const { messages, participants, ...conversation } = await act('get_conversation_detail', { conversation_id })
  assert.deepEqual([messages[0], participants], [message, []])
  assert.equal(conversation.waiting_since, null)
  assert.equal(conversation.first_reply_at, moment)
  assert.equal(conversation.agent_last_seen_at, moment)
  assert.equal(conversation.unread_count, 0)
  assert.equal(conversation.last_activity_at, moment)
  assert.equal(conversation.last_message?.id, message.id)
  assert.deepEqual(await since(before), ['message.sent'])
  assert.deepEqual((await events()).at(-1)?.payload, { conversation, message })
})

test('The first reply is the first one by a person and does not change later', async () => {
  const { id: conversation_id } = await talk()
  const program = { ...actor, type: 'api_key' as const, id: '1', name: 'Enlace' }
  const sent = await act('send_message', { conversation_id, content: 'Automático' }, { as: program })
  assert.equal(sent.author.type, 'api')
  const afterProgram = await act('get_conversation_detail', { conversation_id })
  assert.equal(afterProgram.first_reply_at, null)
  assert.equal(afterProgram.waiting_since, null)
  assert.equal(afterProgram.unread_count, 1)
  const first = await act('send_message', { conversation_id, content: 'Hola' })
  await act('send_message', { conversation_id, content: 'Otra cosa' })
  const { first_reply_at } = await act('get_conversation_detail', { conversation_id })
  assert.equal(first_reply_at, first.created_at)
})

test('A private note answers no customer, but marks the conversation as read by its author', async () => {
  const { id: conversation_id, waiting_since } = await talk()
  const note = await act('send_message', { conversation_id, content: 'Cliente difícil', private: true })
  assert.equal(note.private, true)
  const after = await act('get_conversation_detail', { conversation_id })
  assert.equal(after.waiting_since, waiting_since)
  assert.equal(after.first_reply_at, null)
  assert.equal(after.unread, false)
  assert.equal(after.last_message?.private, true)
})

test('A reply does not reopen a resolved or snoozed conversation', async () => {
  const { id: conversation_id } = await talk()
  await act('resolve_conversation', { conversation_id })
  await act('send_message', { conversation_id, content: 'Gracias por escribir' })
  assert.equal((await act('get_conversation_detail', { conversation_id })).status, 'resolved')
})

test('An external ID sent twice creates one message', async () => {
  const { id: conversation_id } = await talk()
  const input = { conversation_id, content: 'Enviado antes', external_id: 'wamid.out.1' }
  const first = await act('send_message', input)
  const known = await events()
  assert.deepEqual(await act('send_message', input), first)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => act('send_message', { ...input, external_id: 'wamid.out.2' })),
  )
  assert.equal(new Set(answers.map((each) => each.id)).size, 1)
  assert.equal((await events()).length, known.length + 1)
})

test('An external ID used in another conversation is refused and shows nothing of it', async () => {
  const one = await write({ external_id: 'suyo', content: 'Secreto' })
  const two = await talk()
  const known = await events()
  const problem = await refusal(act('send_message', { conversation_id: two.id, content: 'x', external_id: 'suyo' }))
  assert.equal(problem.code, 'duplicate_value')
  assert.equal(problem.extra.errors?.[0]?.field, 'external_id')
  assert.ok(!JSON.stringify(problem).includes(one.message.content!))
  assert.deepEqual(await events(), known)
})

test('A reply quotes a message of its own conversation only', async () => {
  const { message, conversation } = await write()
  const reply = { conversation_id: conversation.id, content: 'Sí' }
  const sent = await act('send_message', { ...reply, reply_to: message.id })
  assert.equal(sent.reply_to?.id, message.id)
  const elsewhere = await write()
  const problem = await refusal(act('send_message', { ...reply, reply_to: elsewhere.message.id }))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', 'reply_to'])
  const stranger = await (await addAccount()).write()
  assert.equal((await refusal(act('send_message', { ...reply, reply_to: stranger.message.id }))).code, 'not_found')
})

test('A message may have only files, but not be empty or use a file that was not uploaded here', async () => {
  const { id: conversation_id } = await talk()
  const file = {
    file_key: 'k',
    file_name: 'café.pdf',
    file_type: 'file',
    content_type: 'application/pdf',
    size_bytes: 9,
  } as const
  const token = sealUpload(runtime.secret, actor.account.id, file)
  const { attachments } = await act('send_message', { conversation_id, attachments: [token, token] })
  assert.deepEqual(
    attachments.map(({ file_name, size_bytes }) => [file_name, size_bytes]),
    [
      ['café.pdf', 9],
      ['café.pdf', 9],
    ],
  )
  const known = await events()
  assert.equal((await refusal(act('send_message', { conversation_id }))).code, 'missing_field')
  assert.equal((await refusal(act('send_message', { conversation_id, attachments: ['x'] }))).code, 'invalid_value')
  const many = Array.from({ length: 16 }, () => token)
  assert.equal((await refusal(act('send_message', { conversation_id, attachments: many }))).code, 'invalid_request')
  assert.deepEqual(await events(), known)
})

test('Text is saved as written, up to 150,000 characters', async () => {
  const { id: conversation_id } = await talk()
  for (const content of [' <b>Hola</b>\n\n$1 {{x}} \\ \' " 😀 ', 'ñ'.repeat(150_000)]) {
    const { content: kept } = await act('send_message', { conversation_id, content })
    assert.equal(kept, content)
  }
  const { last_message } = await act('get_conversation_detail', { conversation_id })
  assert.equal(last_message?.preview.length, 200)
  for (const content of ['x'.repeat(150_001), 'a\0b', '\ud83d']) {
    assert.equal((await refusal(act('send_message', { conversation_id, content }))).code, 'invalid_request')
  }
})

test('Message metadata is returned unchanged', async () => {
  const { id: conversation_id } = await talk()
  const content_attributes = { template: { name: 'saludo', params: ['Ana', 3, null] }, tracked: true }
  const message = await act('send_message', {
    conversation_id,
    content: 'x',
    content_type: 'cards',
    content_attributes,
  })
  assert.equal(message.content_type, 'cards')
  assert.deepEqual(message.content_attributes, content_attributes)
})

test('Simultaneous replies are all saved, and the conversation shows the last one', async () => {
  const { id: conversation_id } = await talk()
  const now = new Date()
  const contents = Array.from({ length: 12 }, (_, i) => `Respuesta ${i}`)
  await Promise.all(contents.map((content) => act('send_message', { conversation_id, content }, { now })))
  const { messages, last_message } = await act('get_conversation_detail', { conversation_id })
  assert.equal(messages.length, 13)
  assert.equal(last_message?.id, messages[0]?.id)
})

test('A conversation of another workspace, or one the caller cannot see, is not found', async () => {
  const other = await addAccount()
  const theirs = await other.talk()
  const mine = await talk()
  const as = await addAgent('Limitada', { visibility: 'own' })
  const tries = [
    [theirs.id, actor],
    ['999999999', actor],
    [mine.id, as],
  ] as const
  for (const [conversation_id, who] of tries) {
    const problem = await refusal(act('send_message', { conversation_id, content: 'x' }, { as: who }))
    assert.equal(problem.code, 'not_found')
    assert.equal(
      problem.message,
      `There is no conversation ${conversation_id}; find conversations with list_conversations.`,
    )
  }
  const rows =
    await sql`select from messages where conversation_id = any(${[theirs.id, mine.id]}) and direction = 'outgoing'`
  assert.deepEqual(rows, [])
})

test('Sending requires messages:send, and conversations:write is not enough', async () => {
  const { id: conversation_id } = await talk()
  await act('send_message', { conversation_id, content: 'x' }, { as: only('messages:send') })
  const as = only('conversations:read', 'conversations:write')
  const problem = await refusal(act('send_message', { conversation_id, content: 'x' }, { as }))
  assert.equal(problem.code, 'permission_denied')
  assert.match(problem.message, /messages:send/)
})
