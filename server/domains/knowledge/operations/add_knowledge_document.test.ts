import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openKnowledge, SHIPPING } from '#test/knowledge.ts'
import { refusal } from '#test/refusal.ts'

const { act, add, find, sql, account_id, only, addAccount, events, requests, runtime, actor } = await openKnowledge()

test('A text is ready at once, split into passages that keep their headings, and can be found', async () => {
  const document = await add()
  assert.deepEqual(
    [document.status, document.source, document.collection.name, document.chunk_count, document.error],
    ['ready', 'text', 'General', 3, null],
  )
  assert.deepEqual(document.progress, { done: 3, total: 3 })
  assert.equal(document.size_bytes, Buffer.byteLength(SHIPPING))
  assert.equal(document.url, `http://localhost:3000/app/${account_id}/knowledge/${document.id}`)
  const rows = await sql<{ heading: string; content: string; language: string }>`
    select heading, content, language from knowledge_chunks where document_id = ${document.id} order by position`
  assert.deepEqual(
    rows.map(({ heading, language }) => [heading, language]),
    [
      ['Envíos', 'es'],
      ['Envíos › Tarifas', 'es'],
      ['Garantía', 'es'],
    ],
  )
  const [hit] = await find('¿desde cuánto es gratis el envío?')
  assert.deepEqual([hit?.document_id, hit?.heading], [document.id, 'Envíos › Tarifas'])
  assert.deepEqual((await events()).at(-1)?.name, 'knowledge_document.ready')
  assert.deepEqual((await events()).at(-1)?.payload, { knowledge_document: document })
})

test('A web page is pending until it has been read, and the request is part of the same transaction', async () => {
  const document = await act('add_knowledge_document', { name: 'Ayuda', url: ' https://example.com/ayuda ' })
  assert.deepEqual(
    [document.status, document.source, document.source_url],
    ['pending', 'url', 'https://example.com/ayuda'],
  )
  assert.deepEqual(document.progress, { done: 0, total: null })
  const request = (await requests()).at(-1)
  assert.deepEqual(request?.payload, { document_id: document.id, version: 1, afresh: true })
  const waiting = await sql`select from deliveries where event_id = ${request!.id} and subscriber = 'index_knowledge'`
  assert.equal(waiting.length, 1)
})

test('A collection is given by name or ID, and without one "General" is created once, even for simultaneous requests', async () => {
  const other = await addAccount()
  await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      other.act('add_knowledge_document', { name: `D${i}`, text: 'Abrimos a las ocho.' }),
    ),
  )
  const { items } = await other.act('list_knowledge_collections', {})
  assert.deepEqual(
    items.map(({ name, document_count }) => [name, document_count]),
    [['General', 6]],
  )
  const { id } = await act('create_knowledge_collection', { name: 'Políticas' })
  assert.equal((await add({ collection: 'politicas' })).collection.id, id)
  assert.equal((await add({ collection: id })).collection.id, id)
  const problem = await refusal(add({ collection: 'Polticas' }))
  assert.equal(problem.code, 'not_found')
  assert.match(problem.message, /Choose among: Políticas/)
  const foreign = await refusal(add({ collection: items[0]!.id }))
  assert.equal(foreign.code, 'not_found')
})

test('A document takes either text or url, never both or neither', async () => {
  const both = await refusal(add({ url: 'https://example.com/' }))
  assert.deepEqual([both.code, both.extra.errors?.[0]?.field], ['invalid_value', 'url'])
  for (const text of [undefined, '', '  \n'])
    assert.equal((await refusal(act('add_knowledge_document', { name: 'X', text }))).code, 'missing_field')
  assert.equal((await refusal(add({ name: ' ' }))).code, 'missing_field')
})

test('A text may have 100 KB, counted in bytes, and the refusal states the limit', async () => {
  const text = 'ñ'.repeat(51_200)
  assert.equal((await add({ text })).status, 'ready')
  const problem = await refusal(add({ text: `${text}a` }))
  assert.equal(problem.code, 'invalid_request')
  assert.match(problem.message, /at most 100 KB/)
})

test('An invalid or forbidden address is refused when it is given', async () => {
  runtime.checkUrl = (url) => (url.includes('127.0.0.1') ? 'It is not public.' : undefined)
  for (const url of [
    'ayuda',
    'https://',
    'file:///etc/passwd',
    'ftp://example.com/',
    'https://127.0.0.1/',
    'javascript:1',
  ]) {
    const problem = await refusal(act('add_knowledge_document', { name: 'X', url }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', 'url'], url)
  }
})

test('The plan limits the number of documents', async () => {
  const small = await addAccount()
  const as = { ...small.actor, account: { ...small.actor.account, plan: 'starter' } }
  const { id } = await small.act('create_knowledge_collection', { name: 'Todo' }, { as })
  await sql`
    insert into knowledge_documents (account_id, collection_id, title, source, status, created_by, created_at, updated_at)
    select ${small.actor.account.id}, ${id}, 'D' || n, 'text', 'ready', '{}', now(), now() from generate_series(1, 99) n`
  await small.act('add_knowledge_document', { name: 'El último', text: 'Hola' }, { as })
  const problem = await refusal(small.act('add_knowledge_document', { name: 'Uno más', text: 'Hola' }, { as }))
  assert.deepEqual([problem.code, problem.status], ['plan_limit', 402])
})

test('Adding a document requires permission to write, and the audit log has its title but not its text', async () => {
  assert.equal(
    (await refusal(act('add_knowledge_document', { name: 'X', text: 'Y' }, { as: only('knowledge:read') }))).code,
    'permission_denied',
  )
  await add({ name: 'Anotado' })
  const [entry] = await sql<{ details: object }>`
    select details from audit_entries where account_id = ${actor.account.id} and action = 'add_knowledge_document' order by id desc limit 1`
  assert.deepEqual(entry?.details, { name: 'Anotado' })
})

test('With an external embedding service a text is processed in the queue', async () => {
  runtime.embedder = {
    model: 'lejos',
    threshold: 0.5,
    local: false,
    embed: () => Promise.reject(new Error('never here')),
  }
  const document = await add()
  assert.equal(document.status, 'pending')
  assert.deepEqual((await requests()).at(-1)?.payload, { document_id: document.id, version: 1, afresh: false })
  runtime.embedder = undefined
})
