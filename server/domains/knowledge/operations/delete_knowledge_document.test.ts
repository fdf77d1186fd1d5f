import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openKnowledge } from '#test/knowledge.ts'
import { refusal } from '#test/refusal.ts'

const { act, add, find, addAccount } = await openKnowledge()

test('A deleted document is no longer found', async () => {
  const { id: document_id } = await add()
  assert.ok((await find('¿cuánto dura la garantía?')).length > 0)
  assert.deepEqual(await act('delete_knowledge_document', { document_id }), { id: document_id, deleted: true })
  assert.deepEqual(await find('¿cuánto dura la garantía?'), [])
  assert.equal((await refusal(act('get_knowledge_document', { document_id }))).code, 'not_found')
})

test('A document of another workspace is not found and stays', async () => {
  const other = await addAccount()
  const { id: document_id } = await other.act('add_knowledge_document', { name: 'Ajeno', text: 'Secreto' })
  assert.equal((await refusal(act('delete_knowledge_document', { document_id }))).code, 'not_found')
  assert.equal((await other.act('get_knowledge_document', { document_id })).text, 'Secreto')
})
