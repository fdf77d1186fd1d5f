import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openKnowledge } from '#test/knowledge.ts'
import { refusal } from '#test/refusal.ts'

const { act, add, find, sql, requests, deliver, addAccount, only } = await openKnowledge()

const page = (text: string) => ({
  outbound: {
    checkUrl: () => undefined,
    post: () => Promise.reject(new Error('nobody posts')),
    get: async (url: string) => ({ url, status: 200, headers: {}, bytes: Buffer.from(text), whole: true }),
  },
  reader: { read: async ({ bytes }: { bytes: Uint8Array }) => ({ text: Buffer.from(bytes).toString(), title: null }) },
})

test('A text document is split and embedded again at once', async () => {
  const before = await add()
  await sql`delete from knowledge_chunks where document_id = ${before.id}`
  const after = await act('reindex_knowledge_document', { document_id: before.id })
  assert.deepEqual([after.status, after.chunk_count], ['ready', 3])
  assert.ok((await find('¿cuánto dura la garantía?')).length > 0)
})

test('A web page is read again, and its earlier text is found until then', async () => {
  const { id: document_id } = await act('add_knowledge_document', { name: 'Horario', url: 'https://example.com/' })
  await deliver((await requests()).at(-1)!, page('Abrimos los domingos a las nueve.'))
  const again = await act('reindex_knowledge_document', { document_id })
  assert.deepEqual([again.status, again.chunk_count], ['pending', 1])
  assert.equal((await find('¿abren los domingos?'))[0]?.document_id, document_id)
  await deliver((await requests()).at(-1)!, page('Los domingos está cerrado.'))
  const { status, text } = await act('get_knowledge_document', { document_id })
  assert.deepEqual([status, text], ['ready', 'Los domingos está cerrado.'])
})

test('Changing the title in the meantime does not cancel the new reading of the page', async () => {
  const { id: document_id } = await act('add_knowledge_document', { name: 'Feria', url: 'https://example.com/' })
  await deliver((await requests()).at(-1)!, page('La feria es en mayo.'))
  await act('reindex_knowledge_document', { document_id })
  const renamed = await act('update_knowledge_document', { document_id, title: 'La feria' })
  assert.deepEqual([renamed.title, renamed.status], ['La feria', 'pending'])
  await deliver((await requests()).at(-1)!, page('La feria es en junio.'))
  assert.equal((await act('get_knowledge_document', { document_id })).text, 'La feria es en junio.')
})

test('A result that started earlier does not overwrite a later one', async () => {
  const { id: document_id } = await act('add_knowledge_document', { name: 'Parqueadero', url: 'https://example.com/' })
  await act('reindex_knowledge_document', { document_id })
  const [first, second] = (await requests()).slice(-2)
  await deliver(second!, page('El parqueadero es gratis.'))
  await deliver(first!, page('El parqueadero cuesta.'))
  await deliver(second!, page('Otra cosa.'))
  assert.equal((await act('get_knowledge_document', { document_id })).text, 'El parqueadero es gratis.')
  const [count] = await sql<{ ready: number }>`
    select count(*)::int as ready from events
     where name = 'knowledge_document.ready' and payload -> 'knowledge_document' ->> 'id' = ${document_id}`
  assert.equal(count?.ready, 1)
})

test('A document of another workspace is not found, and permission to read is not enough', async () => {
  const theirs = await (await addAccount()).act('add_knowledge_document', { name: 'Ajeno', text: 'Secreto' })
  const far = await refusal(act('reindex_knowledge_document', { document_id: theirs.id }))
  assert.equal(far.code, 'not_found')
  const { id: document_id } = await add()
  const as = only('knowledge:read')
  assert.equal((await refusal(act('reindex_knowledge_document', { document_id }, { as }))).code, 'permission_denied')
})
