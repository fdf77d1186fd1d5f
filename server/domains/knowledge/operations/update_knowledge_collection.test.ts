import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openKnowledge } from '#test/knowledge.ts'
import { refusal } from '#test/refusal.ts'

const { act, addAccount } = await openKnowledge()

test('Only the given fields change, and an empty description clears it', async () => {
  const { id: collection_id } = await act('create_knowledge_collection', { name: 'Tarifas', description: 'Viejas' })
  const renamed = await act('update_knowledge_collection', { collection_id, name: 'Precios' })
  assert.deepEqual([renamed.name, renamed.description], ['Precios', 'Viejas'])
  for (const description of ['', null]) {
    await act('update_knowledge_collection', { collection_id, description: 'Algo' })
    const cleared = await act('update_knowledge_collection', { collection_id, description })
    assert.deepEqual([cleared.name, cleared.description], ['Precios', null])
  }
})

test('A duplicate name, an empty name, and a collection of another workspace are refused', async () => {
  await act('create_knowledge_collection', { name: 'Una' })
  const { id: collection_id } = await act('create_knowledge_collection', { name: 'Dos' })
  const taken = await refusal(act('update_knowledge_collection', { collection_id, name: 'una' }))
  assert.equal(taken.code, 'duplicate_value')
  assert.equal((await refusal(act('update_knowledge_collection', { collection_id, name: ' ' }))).code, 'missing_field')
  const theirs = await (await addAccount()).act('create_knowledge_collection', { name: 'Ajena' })
  const far = await refusal(act('update_knowledge_collection', { collection_id: theirs.id, name: 'Mía' }))
  assert.equal(far.code, 'not_found')
})
