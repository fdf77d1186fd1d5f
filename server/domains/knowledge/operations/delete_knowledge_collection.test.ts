import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openKnowledge } from '#test/knowledge.ts'
import { refusal } from '#test/refusal.ts'

const { act, add, find, sql, account_id, addAccount } = await openKnowledge()

test('Deleting a collection removes its documents, passages and vectors, and nothing else', async () => {
  const { id: collection_id } = await act('create_knowledge_collection', { name: 'Temporal' })
  await add({ collection: collection_id })
  const kept = await add({ name: 'Otro', text: 'El parqueadero abre a las seis.' })
  assert.equal((await find('¿cuánto cuesta el envío?')).length > 0, true)
  assert.deepEqual(await act('delete_knowledge_collection', { collection_id }), { id: collection_id, deleted: true })
  const [left] = await sql<{ documents: string[]; chunks: string[]; vectors: string[] }>`
    select array(select id::text from knowledge_documents where account_id = ${account_id}) as documents,
           array(select distinct document_id::text from knowledge_chunks where account_id = ${account_id}) as chunks,
           array(select document_id::text from knowledge_vectors where account_id = ${account_id}) as vectors`
  assert.deepEqual(left, { documents: [kept.id], chunks: [kept.id], vectors: [kept.id] })
  const titles = (await find('¿cuánto cuesta el envío?')).map(({ title }) => title)
  assert.ok(!titles.includes('Envíos y garantía'))
})

test('A missing collection or one of another workspace is not found', async () => {
  const theirs = await (await addAccount()).act('create_knowledge_collection', { name: 'Ajena' })
  for (const collection_id of [theirs.id, '999999'])
    assert.equal((await refusal(act('delete_knowledge_collection', { collection_id }))).code, 'not_found')
})

test('Adding to "General" while it is being deleted does not block the deletion', async () => {
  for (let i = 0; i < 5; i++) {
    const { collection } = await add()
    const [gone, ...added] = await Promise.all([
      act('delete_knowledge_collection', { collection_id: collection.id }),
      ...[1, 2, 3].map(() => add({ text: 'Abrimos a las ocho.' })),
    ])
    assert.ok(gone.deleted)
    for (const { status } of added) assert.equal(status, 'ready')
  }
})
