import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Loose, openClassicNode } from '#test/classic.ts'

const { classic, ok, rest, key, url, sql } = await openClassicNode()
const inbox = await ok('POST', '/inboxes', { name: 'Puente', channel: { type: 'api' } })
const site = await ok('POST', '/inboxes', { name: 'Sitio', channel: { type: 'web_widget' } })
const contact = (await ok('POST', '/contacts', { name: 'Ana', email: 'ana@example.com', inbox_id: inbox.id })).payload
  .contact
const start = (inbox_id = inbox.id): Promise<Loose> =>
  ok('POST', '/conversations', { contact_id: contact.id, inbox_id })
const contents = (payload: Loose): string[] => payload.map((each: { content: string }) => each.content)

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a message is sent in the name of the account, and answered bare', async () => {
  const { id } = await start()
  const body = { content: 'Buenas', echo_id: 'e-1', content_attributes: { in_reply_to: 7 } }
  const sent = await ok('POST', `/conversations/${id}/messages`, body)
  const { id: message_id, created_at, ...rest } = sent
  assert.ok(Number.isInteger(message_id) && Number.isInteger(created_at))
  assert.deepEqual(rest, {
    content: 'Buenas',
    inbox_id: inbox.id,
    conversation_id: id,
    message_type: 1,
    content_type: 'text',
    status: 'sent',
    content_attributes: { in_reply_to: 7 },
    private: false,
    source_id: null,
    sender: {
      id: 0,
      name: 'Prueba',
      available_name: 'Prueba',
      avatar_url: '',
      type: 'user',
      availability_status: 'offline',
      thumbnail: '',
    },
    echo_id: 'e-1',
  })
})

test('attributes may come as their JSON, a template is kept, and a note stays private', async () => {
  const { id } = await start()
  const post = (body: object) => ok('POST', `/conversations/${id}/messages`, body)
  const said = await post({ content: 'A', content_attributes: '{"in_reply_to": 3}', template_params: { name: 'hola' } })
  assert.deepEqual(said.content_attributes, { in_reply_to: 3, template_params: { name: 'hola' } })
  const note = await post({ message: { content: 'Ojo', private: true } })
  assert.equal(note.private, true)
  assert.deepEqual(contents((await ok('GET', `/conversations/${id}/messages?filter_internal_messages=true`)).payload), [
    'A',
  ])
})

test('the same source_id is the same message, however often it is sent', async () => {
  const { id } = await start()
  const body = { content: 'Una vez', source_id: 'WAID:once' }
  const answers = await Promise.all(Array.from({ length: 5 }, () => ok('POST', `/conversations/${id}/messages`, body)))
  assert.equal(new Set(answers.map((each) => each.id)).size, 1)
  assert.equal(answers[0].source_id, 'WAID:once')
  assert.equal((await ok('GET', `/conversations/${id}/messages`)).payload.length, 1)
})

test('what a customer wrote lands in the conversation named, and only in an inbox of channel api', async () => {
  const [older, newer] = [await start(), await start()]
  for (const [at, content] of [
    [older, 'Al viejo'],
    [newer, 'Al nuevo'],
  ] as const) {
    const body = { content, message_type: 'incoming', source_id: `WAID:${content}` }
    const said = await ok('POST', `/conversations/${at.id}/messages`, body)
    assert.equal(said.conversation_id, at.id)
    assert.equal(said.message_type, 0)
    assert.equal(said.sender.type, 'contact')
    assert.equal(said.sender.id, contact.id)
    const again = await ok('POST', `/conversations/${at.id}/messages`, body)
    assert.equal(again.id, said.id)
  }
  assert.equal((await ok('GET', `/conversations/${older.id}`)).unread_count, 1)
  const chat = await start(site.id)
  const refused = await classic('POST', `/conversations/${chat.id}/messages`, {
    content: 'x',
    message_type: 'incoming',
  })
  assert.equal(refused.status, 422)
  assert.ok(refused.body.error)
})

test('what says nothing, or says what it is not, is refused', async () => {
  const { id } = await start()
  for (const body of [
    {},
    { content: '' },
    { content: 'x', message_type: 'activity' },
    { content: 'x', attachments: ['forged'] },
  ]) {
    const { status } = await classic('POST', `/conversations/${id}/messages`, body)
    assert.equal(status, 422, JSON.stringify(body))
  }
  assert.deepEqual((await ok('GET', `/conversations/${id}/messages`)).payload, [])
})

test('files come by a form, and their addresses open them', async () => {
  const { id } = await start()
  const form = new FormData()
  form.append('content', 'Mire')
  form.append('message_type', 'incoming')
  form.append('source_id', 'WAID:foto')
  form.append('content_attributes', JSON.stringify({ in_reply_to: null }))
  form.append('private', 'false')
  form.append('attachments[]', new Blob([PNG], { type: 'image/png' }), 'foto ñ.png')
  form.append('attachments[]', new Blob(['hola']), 'nota.txt')
  const { status, body } = await classic('POST', `/conversations/${id}/messages`, form)
  assert.equal(status, 200)
  assert.equal(body.source_id, 'WAID:foto')
  const [picture, text] = body.attachments
  assert.deepEqual(
    [
      picture.file_type,
      picture.message_id,
      picture.file_size,
      picture.extension,
      picture.thumb_url === picture.data_url,
    ],
    ['image', body.id, PNG.length, 'png', true],
  )
  assert.deepEqual([text.file_type, text.thumb_url], ['file', ''])
  const opened = await fetch(new URL(picture.data_url, url))
  assert.equal(opened.status, 200)
  assert.deepEqual(Buffer.from(await opened.arrayBuffer()), PNG)
  const shown = (await ok('GET', `/conversations/${id}`)).messages[0]
  assert.equal(shown.attachments.length, 2)
})

test('a form need not have files, and files need no words', async () => {
  const { id } = await start()
  const words = new FormData()
  words.append('content', 'Sin archivos')
  words.append('private', 'true')
  const said = await classic('POST', `/conversations/${id}/messages`, words)
  assert.deepEqual([said.status, said.body.private], [200, true])
  const file = new FormData()
  file.append('attachments[]', new Blob(['x']), 'x.bin')
  const sent = await classic('POST', `/conversations/${id}/messages`, file)
  assert.deepEqual([sent.status, sent.body.content, sent.body.message_type], [200, null, 1])
})

test('messages are read oldest first: the latest twenty, those before, those after, those between', async () => {
  const { id } = await start()
  const numbers: number[] = []
  for (let i = 0; i < 130; i++)
    numbers.push((await ok('POST', `/conversations/${id}/messages`, { content: `m${i}` })).id)
  const read = async (query = '') => contents((await ok('GET', `/conversations/${id}/messages${query}`)).payload)
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `m${from + i}`)
  assert.deepEqual(await read(), range(110, 130))
  assert.deepEqual(await read(`?before=${numbers[110]}`), range(90, 110))
  assert.deepEqual(await read(`?before=${numbers[3]}`), range(0, 3))
  assert.deepEqual(await read(`?after=${numbers[5]}`), range(6, 106))
  assert.deepEqual(await read(`?after=${numbers[127]}`), range(128, 130))
  assert.deepEqual(await read(`?after=${numbers[2]}&before=${numbers[125]}`), range(2, 125))
  assert.deepEqual(await read(`?after=${numbers[129]}`), [])
  assert.deepEqual(await read(`?after=0&before=${numbers[2]}`), range(0, 2))
})

test('with the messages comes what the conversation is about', async () => {
  const { id } = await start()
  await ok('POST', `/conversations/${id}/labels`, { labels: ['vip'] })
  const { meta } = await ok('GET', `/conversations/${id}/messages`)
  assert.deepEqual(Object.keys(meta), [
    'labels',
    'additional_attributes',
    'contact',
    'agent_last_seen_at',
    'assignee_last_seen_at',
  ])
  assert.deepEqual(meta.labels, ['vip'])
  assert.deepEqual([meta.contact.id, meta.contact.type], [contact.id, 'contact'])
})

test('what became of a message is told, never moves back, and is only for inboxes of channel api', async () => {
  const { id } = await start()
  const said = await ok('POST', `/conversations/${id}/messages`, { content: 'Va' })
  const path = `/conversations/${id}/messages/${said.id}`
  assert.equal((await ok('PATCH', path, { status: 'read' })).status, 'read')
  const form = new FormData()
  form.append('status', 'delivered')
  const late = await classic('PATCH', path, form)
  assert.deepEqual([late.status, late.body.status], [200, 'read'])
  assert.equal((await classic('PATCH', path, { status: 'lost' })).status, 422)

  const failing = await ok('POST', `/conversations/${id}/messages`, { content: 'No va' })
  const failed = await ok('PATCH', `/conversations/${id}/messages/${failing.id}`, {
    status: 'failed',
    external_error: '131026',
  })
  assert.equal(failed.status, 'failed')
  assert.equal(failed.content_attributes.external_error, '131026')

  const chat = await start(site.id)
  const there = await ok('POST', `/conversations/${chat.id}/messages`, { content: 'Va' })
  const refused = await classic('PATCH', `/conversations/${chat.id}/messages/${there.id}`, { status: 'read' })
  assert.equal(refused.status, 403)
  assert.ok(refused.body.error)
})

test('a deleted message leaves a word that it was', async () => {
  const { id } = await start()
  const said = await ok('POST', `/conversations/${id}/messages`, { content: 'Secreto', source_id: 'WAID:secreto' })
  const gone = await classic('DELETE', `/conversations/${id}/messages/${said.id}`)
  assert.deepEqual([gone.status, gone.text], [200, ''])
  const [left] = (await ok('GET', `/conversations/${id}/messages`)).payload
  assert.deepEqual(
    [left.id, left.content, left.content_attributes],
    [said.id, 'Este mensaje fue eliminado', { deleted: true }],
  )
})

test('a message is found only in its own conversation', async () => {
  const [here, there] = [await start(), await start()]
  const said = await ok('POST', `/conversations/${here.id}/messages`, { content: 'Aquí' })
  for (const [method, body] of [['PATCH', { status: 'read' }], ['DELETE']] as const) {
    const answer = await classic(method, `/conversations/${there.id}/messages/${said.id}`, body)
    assert.equal(answer.status, 404)
  }
  assert.equal((await ok('GET', `/conversations/${here.id}/messages`)).payload[0].content, 'Aquí')
})

test('what a person answers is shown as theirs', async () => {
  const { id } = await start()
  await sql`insert into messages (account_id, conversation_id, inbox_id, direction, author_type, author_id, author_name, content, status, created_at, updated_at)
            select account_id, id, inbox_id, 'outgoing', 'agent', (select min(user_id) from memberships m where m.account_id = c.account_id),
                   'administrator', 'Con gusto', 'sent', now(), now() from conversations c where id = ${id}`
  await rest('POST', `/conversations/${id}/messages`, { key, body: { content: 'Por programa' } })
  const { payload } = await ok('GET', `/conversations/${id}/messages`)
  assert.deepEqual(
    payload.map(({ sender }: Loose) => [sender.type, sender.name, sender.id > 0]),
    [
      ['user', 'administrator', true],
      ['user', 'full', false],
    ],
  )
})
