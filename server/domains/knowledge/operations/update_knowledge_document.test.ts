import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openKnowledge } from '#test/knowledge.ts'
import { refusal } from '#test/refusal.ts'

const { act, add, find, addAccount, only } = await openKnowledge()

test('another text takes the place of the one before, and is found instead', async () => {
  const { id: document_id } = await add({ text: 'La bodega de Fontibón abre a las siete.' })
  assert.equal((await find('¿a qué hora abre la bodega?'))[0]?.text, 'La bodega de Fontibón abre a las siete.')
  const text = 'La cafetería de Chapinero cierra los lunes.'
  const changed = await act('update_knowledge_document', { document_id, text })
  assert.deepEqual([changed.status, changed.size_bytes], ['ready', Buffer.byteLength(text)])
  assert.deepEqual(
    (await find('¿qué día cierra la cafetería?')).map((hit) => hit.text),
    [text],
  )
  assert.deepEqual(await find('bodega de Fontibón'), [])
})

test('a title is part of what is found', async () => {
  const { id: document_id } = await add({ name: 'Varios', text: 'Cuesta treinta mil pesos al mes.' })
  assert.deepEqual(await find('gimnasio'), [])
  const changed = await act('update_knowledge_document', { document_id, title: 'Gimnasio' })
  assert.deepEqual([changed.title, changed.status], ['Gimnasio', 'ready'])
  assert.equal((await find('gimnasio'))[0]?.document_id, document_id)
})

test('in another collection it is found there, and no longer here', async () => {
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

test('what is so already is no change, and asks nobody', async () => {
  const before = await add({ name: 'Igual' })
  const after = await act('update_knowledge_document', {
    document_id: before.id,
    title: 'Igual',
    collection: 'General',
  })
  assert.deepEqual([after.status, after.indexed_at], ['ready', before.indexed_at])
})

test('a page keeps what it says, and takes another title without being read again', async () => {
  const { id: document_id } = await act('add_knowledge_document', { name: 'Ayuda', url: 'https://example.com/' })
  const problem = await refusal(act('update_knowledge_document', { document_id, text: 'Otra cosa' }))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_state', 'text'])
  assert.equal(
    (await act('update_knowledge_document', { document_id, title: 'Centro de ayuda' })).title,
    'Centro de ayuda',
  )
})

test('an empty title or text, another workspace and a reader are refused', async () => {
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
