import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openKnowledge } from '#test/knowledge.ts'

const { act, add, addAccount } = await openKnowledge()

test('Collections are listed by name with their number of documents, without those of other workspaces', async () => {
  await (await addAccount()).act('create_knowledge_collection', { name: 'Ajena' })
  await act('create_knowledge_collection', { name: 'tarifas' })
  await act('create_knowledge_collection', { name: 'Ayuda' })
  await add({ collection: 'Ayuda' })
  await add({ collection: 'ayuda', name: 'Otro' })
  const { items, next_cursor } = await act('list_knowledge_collections', {})
  assert.deepEqual(
    items.map(({ name, document_count }) => [name, document_count]),
    [
      ['Ayuda', 2],
      ['tarifas', 0],
    ],
  )
  assert.equal(next_cursor, null)
})
