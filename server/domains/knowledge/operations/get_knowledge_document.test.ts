import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openKnowledge, SHIPPING } from '#test/knowledge.ts'
import { refusal } from '#test/refusal.ts'

const { act, add, addAccount } = await openKnowledge()

test('A document is read with its text', async () => {
  const document = await add()
  assert.deepEqual(await act('get_knowledge_document', { document_id: document.id }), { ...document, text: SHIPPING })
})

test('A document that has not been processed yet has no text', async () => {
  const { id } = await act('add_knowledge_document', { name: 'Ayuda', url: 'https://example.com/' })
  const { status, text } = await act('get_knowledge_document', { document_id: id })
  assert.deepEqual([status, text], ['pending', null])
})

test('A missing document or one of another workspace is not found', async () => {
  const theirs = await (await addAccount()).act('add_knowledge_document', { name: 'Ajeno', text: 'Secreto' })
  for (const document_id of [theirs.id, '999999'])
    assert.equal((await refusal(act('get_knowledge_document', { document_id }))).code, 'not_found')
})
