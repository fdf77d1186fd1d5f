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

test('A message is sent as the account and returned unwrapped', async () => {
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

test('Attributes may be JSON text, template parameters are kept, and a note stays private', async () => {
  const { id } = await start()
  const post = (body: object) => ok('POST', `/conversations/${id}/messages`, body)
  const message = await post({
    content: 'A',
    content_attributes: '{"in_reply_to": 3}',
    template_params: { name: 'hola' },
  })
  assert.deepEqual(message.content_attributes, { in_reply_to: 3, template_params: { name: 'hola' } })
  const note = await post({ message: { content: 'Ojo', private: true } })
  assert.equal(note.private, true)
  assert.deepEqual(contents((await ok('GET', `/conversations/${id}/messages?filter_internal_messages=true`)).payload), [
    'A',
  ])
})

test('A repeated source_id is the same message', async () => {
  const { id } = await start()
  const body = { content: 'Una vez', source_id: 'WAID:once' }
  const answers = await Promise.all(Array.from({ length: 5 }, () => ok('POST', `/conversations/${id}/messages`, body)))
  assert.equal(new Set(answers.map((each) => each.id)).size, 1)
  assert.equal(answers[0].source_id, 'WAID:once')
  assert.equal((await ok('GET', `/conversations/${id}/messages`)).payload.length, 1)
})

test('Incoming messages are received into the named conversation, in api inboxes only', async () => {
  const [older, newer] = [await start(), await start()]
  for (const [at, content] of [
    [older, 'Al viejo'],
    [newer, 'Al nuevo'],
  ] as const) {
    const body = { content, message_type: 'incoming', source_id: `WAID:${content}` }
    const message = await ok('POST', `/conversations/${at.id}/messages`, body)
    assert.equal(message.conversation_id, at.id)
    assert.equal(message.message_type, 0)
    assert.equal(message.sender.type, 'contact')
    assert.equal(message.sender.id, contact.id)
    const again = await ok('POST', `/conversations/${at.id}/messages`, body)
    assert.equal(again.id, message.id)
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

test('Empty messages and unknown types are refused', async () => {
  const { id } = await start()
  for (const body of [
    {},
    { content: '' },
    { content: 'x', message_type: 'whisper' },
    { content: 'x', attachments: ['forged'] },
  ]) {
    const { status } = await classic('POST', `/conversations/${id}/messages`, body)
    assert.equal(status, 422, JSON.stringify(body))
  }
  assert.deepEqual((await ok('GET', `/conversations/${id}/messages`)).payload, [])
})

test('Files are sent as a form and can be downloaded', async () => {
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

test('A form may have no files, and files need no text', async () => {
  const { id } = await start()
  const words = new FormData()
  words.append('content', 'Sin archivos')
  words.append('private', 'true')
  const message = await classic('POST', `/conversations/${id}/messages`, words)
  assert.deepEqual([message.status, message.body.private], [200, true])
  const file = new FormData()
  file.append('attachments[]', new Blob(['x']), 'x.bin')
  const sent = await classic('POST', `/conversations/${id}/messages`, file)
  assert.deepEqual([sent.status, sent.body.content, sent.body.message_type], [200, null, 1])
})

test('Messages are listed oldest first: the latest twenty, before one, after one or between two', async () => {
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

test('A list of messages includes the conversation’s details', async () => {
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

test('The status of a message only moves forward, in api inboxes only', async () => {
  const { id } = await start()
  const message = await ok('POST', `/conversations/${id}/messages`, { content: 'Va' })
  const path = `/conversations/${id}/messages/${message.id}`
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

test('A deleted message leaves a notice', async () => {
  const { id } = await start()
  const message = await ok('POST', `/conversations/${id}/messages`, { content: 'Secreto', source_id: 'WAID:secreto' })
  const gone = await classic('DELETE', `/conversations/${id}/messages/${message.id}`)
  assert.deepEqual([gone.status, gone.text], [200, ''])
  const [left] = (await ok('GET', `/conversations/${id}/messages`)).payload
  assert.deepEqual(
    [left.id, left.content, left.content_attributes],
    [message.id, 'Este mensaje fue eliminado', { deleted: true }],
  )
})

test('A message is found only in its own conversation', async () => {
  const [here, there] = [await start(), await start()]
  const message = await ok('POST', `/conversations/${here.id}/messages`, { content: 'Aquí' })
  for (const [method, body] of [['PATCH', { status: 'read' }], ['DELETE']] as const) {
    const answer = await classic(method, `/conversations/${there.id}/messages/${message.id}`, body)
    assert.equal(answer.status, 404)
  }
  assert.equal((await ok('GET', `/conversations/${here.id}/messages`)).payload[0].content, 'Aquí')
})

test('An agent’s reply is shown as theirs', async () => {
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

test('A message sent again with another text is an edit; with the same text it is a repetition', async () => {
  for (const message_type of ['incoming', 'outgoing']) {
    const { id } = await start()
    const send = (content: string, where = id) =>
      ok('POST', `/conversations/${where}/messages`, { content, message_type, source_id: `WAID:${message_type}` })
    const first = await send('Son las 3')
    const edited = await send('Editado:\nSon las 4')
    assert.deepEqual([edited.id, edited.content], [first.id, 'Editado:\nSon las 4'])
    await send('Editado:\nSon las 4')
    const { payload } = await ok('GET', `/conversations/${id}/messages`)
    assert.deepEqual(contents(payload), ['Editado:\nSon las 4'])
    const { body } = await rest<Loose>('GET', `/conversations/${id}/messages`, { key })
    assert.ok(body.items[0].edited_at)
    const revisions = await sql`select content from message_revisions where message_id = ${first.id}`
    assert.deepEqual(
      revisions.map((each) => each.content),
      ['Son las 3'],
    )
    // The bridge has opened another conversation meanwhile.
    const later = await start()
    assert.equal((await send('Son las 5', later.id)).id, first.id)
  }
})

test('An activity is a remark that the customer does not get', async () => {
  const { id } = await start()
  const body = { content: 'Llamada perdida', message_type: 'activity' }
  const remark = await ok('POST', `/conversations/${id}/messages`, body)
  assert.deepEqual([remark.message_type, remark.private, remark.content_type], [2, false, 'text'])
  const { payload } = await ok('GET', `/conversations/${id}/messages`)
  assert.equal(payload[0].message_type, 2)
  const conversation = await ok('GET', `/conversations/${id}`)
  assert.deepEqual([conversation.last_non_activity_message, conversation.unread_count], [null, 0])
  const { body: ours } = await rest<Loose>('GET', `/conversations/${id}/messages`, { key })
  assert.deepEqual([ours.items[0].content_type, ours.items[0].private], ['activity', true])
})

test('An imported message has its original time, in ISO-8601 or in seconds', async () => {
  const { id } = await start()
  const at = 1_700_000_000
  const send = (external_created_at: unknown, message_type: string) =>
    ok('POST', `/conversations/${id}/messages`, { content: 'Antes', message_type, external_created_at })
  for (const [given, message_type] of [
    [at, 'incoming'],
    [String(at), 'outgoing'],
    [new Date(at * 1000).toISOString(), 'incoming'],
  ] as const) {
    const message = await send(given, message_type)
    assert.deepEqual([message.created_at, message.content_attributes.external_created_at], [at, given])
  }
  const future = await send('2999-01-01T00:00:00Z', 'incoming')
  assert.ok(future.created_at <= Date.now() / 1000)
  assert.ok((await send('ayer', 'incoming')).created_at > at)
})

test('A failed message is sent again by its program', async () => {
  const { id } = await start()
  const { id: message_id } = await ok('POST', `/conversations/${id}/messages`, { content: 'Va' })
  const path = `/conversations/${id}/messages/${message_id}`
  assert.equal((await classic('POST', `${path}/retry`)).status, 422)
  await ok('PATCH', path, { status: 'failed', external_error: 'Sin red' })
  const again = await ok('POST', `${path}/retry`)
  assert.deepEqual([again.id, again.status], [message_id, 'sent'])
  assert.equal(again.content_attributes.external_error, null)
})

test('The address of a file ends in its name and opens without a token', async () => {
  const { id } = await start()
  for (const name of ['Factura nº 7 (ñ).pdf', 'a#b?c&d=100%.png', 'foto.jpg']) {
    const form = new FormData()
    form.append('attachments[]', new Blob([PNG]), name)
    const { body } = await classic('POST', `/conversations/${id}/messages`, form)
    const { data_url } = body.attachments[0]
    assert.equal(decodeURIComponent(data_url).split('/').pop()!.endsWith(name.split('/').pop()!), true)
    assert.equal(decodeURIComponent(data_url.split('/').pop()), name)
    assert.equal(new URL(data_url).search, '')
    const [expires] = new URL(data_url).pathname.split('/').slice(4)
    assert.ok(Number(expires) - Date.now() / 1000 > 7 * 86_400)
    const opened = await fetch(data_url.replace(/^https?:\/\/[^/]+/, url))
    assert.deepEqual(Buffer.from(await opened.arrayBuffer()), PNG)
  }
})
