import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openKnowledge } from '#test/knowledge.ts'
import { refusal } from '#test/refusal.ts'

const { act, add, addAccount } = await openKnowledge()

test('Documents are listed newest first, page by page, without their text', async () => {
  for (let i = 1; i <= 5; i++) await add({ name: `Documento ${i}` })
  const first = await act('list_knowledge_documents', { limit: 3 })
  const second = await act('list_knowledge_documents', { limit: 3, cursor: first.next_cursor! })
  assert.deepEqual(
    [...first.items, ...second.items].map(({ title }) => title),
    [5, 4, 3, 2, 1].map((i) => `Documento ${i}`),
  )
  assert.equal(second.next_cursor, null)
  assert.ok(!('text' in first.items[0]!) && !('content' in first.items[0]!))
})

test('Documents can be filtered by collection or by status', async () => {
  await act('create_knowledge_collection', { name: 'Páginas' })
  const page = await act('add_knowledge_document', {
    name: 'Ayuda',
    url: 'https://example.com/',
    collection: 'Páginas',
  })
  const ids = async (filters: object) => (await act('list_knowledge_documents', filters)).items.map(({ id }) => id)
  assert.deepEqual(await ids({ collection: 'paginas' }), [page.id])
  assert.deepEqual(await ids({ status: 'pending' }), [page.id])
  assert.equal((await ids({ status: 'ready' })).length, 5)
  assert.deepEqual(await ids({ status: 'failed' }), [])
  assert.equal((await refusal(act('list_knowledge_documents', { collection: 'Nada' }))).code, 'not_found')
})

test('Another workspace has its own documents', async () => {
  const other = await addAccount()
  assert.deepEqual((await other.act('list_knowledge_documents', {})).items, [])
})
