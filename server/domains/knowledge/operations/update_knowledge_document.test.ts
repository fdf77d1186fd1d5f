import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openKnowledge } from '#test/knowledge.ts'
import { refusal } from '#test/refusal.ts'

const { act, add, find, addAccount, only } = await openKnowledge()

test('A new text replaces the old one and is found instead', async () => {
  const { id: document_id } = await add({ text: 'La bodega de Fontibón abre a las siete.' })
  assert.equal((await find('¿a qué hora abre la bodega?'))[0]?.text, 'La bodega de Fontibón abre a las siete.')
  const text = 'La cafetería de Chapinero cierra los lunes.'
  const changed = await act('update_knowledge_document', { document_id, text })
  assert.deepEqual([changed.status, changed.size_bytes], ['ready', Buffer.byteLength(text)])
  assert.equal((await find('¿qué día cierra la cafetería?'))[0]?.text, text)
  assert.ok((await find('bodega de Fontibón')).every((hit) => !hit.text.includes('Fontibón')))
})

test('A document is found by its title too', async () => {
  const { id: document_id } = await add({ name: 'Varios', text: 'Cuesta treinta mil pesos al mes.' })
  assert.ok((await find('gimnasio')).every(({ confidence }) => confidence < 0.5))
  const changed = await act('update_knowledge_document', { document_id, title: 'Gimnasio' })
  assert.deepEqual([changed.title, changed.status], ['Gimnasio', 'ready'])
  const [hit] = await find('gimnasio')
  assert.equal(hit?.document_id, document_id)
  assert.ok(hit.confidence > 0.75)
})

test('A document moved to another collection is found there and no longer in the old one', async () => {
  const { id: document_id } = await add({ name: 'Mascotas', text: 'Se admiten perros pequeños en la terraza.' })
  const { id } = await act('create_knowledge_collection', { name: 'Terraza' })
  const where = async (collection: string) =>
    (await act('search_knowledge', { query: '¿admiten perros?', collection })).items.map((hit) => hit.document_id)
  assert.ok((await where('General')).includes(document_id))
  const moved = await act('update_knowledge_document', { document_id, collection: 'terraza' })
  assert.deepEqual(moved.collection, { id, name: 'Terraza' })
  assert.deepEqual(await where('Terraza'), [document_id])
  assert.ok(!(await where('General')).includes(document_id))
})

test('An unchanged document is not embedded again', async () => {
  const before = await add({ name: 'Igual' })
  const after = await act('update_knowledge_document', {
    document_id: before.id,
    title: 'Igual',
    collection: 'General',
  })
  assert.deepEqual([after.status, after.indexed_at], ['ready', before.indexed_at])
})

test('A web page keeps its text and can be renamed without being read again', async () => {
  const { id: document_id } = await act('add_knowledge_document', { name: 'Ayuda', url: 'https://example.com/' })
  const problem = await refusal(act('update_knowledge_document', { document_id, text: 'Otra cosa' }))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_state', 'text'])
  assert.equal(
    (await act('update_knowledge_document', { document_id, title: 'Centro de ayuda' })).title,
    'Centro de ayuda',
  )
})

test('An empty title or text, a document of another workspace, and a read-only caller are refused', async () => {
  const { id: document_id } = await add()
  assert.equal((await refusal(act('update_knowledge_document', { document_id, title: '' }))).code, 'missing_field')
  assert.equal((await refusal(act('update_knowledge_document', { document_id, text: ' ' }))).code, 'missing_field')
  const theirs = await (await addAccount()).act('add_knowledge_document', { name: 'Ajeno', text: 'Secreto' })
  const far = await refusal(act('update_knowledge_document', { document_id: theirs.id, title: 'Mío' }))
  assert.equal(far.code, 'not_found')
  const as = only('knowledge:read')
  assert.equal(
    (await refusal(act('update_knowledge_document', { document_id, title: 'X' }, { as }))).code,
    'permission_denied',
  )
})
