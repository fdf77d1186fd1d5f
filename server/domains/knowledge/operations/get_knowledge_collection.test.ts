import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openKnowledge } from '#test/knowledge.ts'
import { refusal } from '#test/refusal.ts'

const { act, add, addAccount, only } = await openKnowledge()

test('A collection is read with its number of documents', async () => {
  const { collection } = await add()
  const read = await act('get_knowledge_collection', { collection_id: collection.id })
  assert.deepEqual([read.name, read.document_count], ['General', 1])
})

test('A missing collection or one of another workspace is not found, and permission to read is required', async () => {
  const theirs = await (await addAccount()).act('create_knowledge_collection', { name: 'Ajena' })
  for (const collection_id of [theirs.id, '999999'])
    assert.equal((await refusal(act('get_knowledge_collection', { collection_id }))).code, 'not_found')
  const as = only('knowledge:write')
  assert.equal(
    (await refusal(act('get_knowledge_collection', { collection_id: '1' }, { as }))).code,
    'permission_denied',
  )
})
