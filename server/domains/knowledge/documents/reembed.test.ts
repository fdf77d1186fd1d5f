import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reembedStale } from './reembed.ts'
import type { Embedder } from '#kernel/embedder.ts'
import { openKnowledge } from '#test/knowledge.ts'

const { act, add, find, runtime, requests, deliver, sql } = await openKnowledge()

/** Gives every text the same two-dimensional vector. */
const other: Embedder = {
  model: 'otro',
  threshold: 0.5,
  local: false,
  embed: async (texts) => texts.map(() => Float32Array.from([1, 0])),
}

test('After a change of model every document is embedded again once, and is found by words until then', async () => {
  const { id: document_id } = await add()
  await add({ name: 'Otro', text: 'La cafetería abre a las siete.' })
  assert.equal((await find('how long is the warranty?'))[0]?.heading, 'Garantía')

  runtime.embedder = other
  assert.deepEqual(await find('how long is the warranty?'), [])
  assert.equal((await find('garantía de electrodomésticos'))[0]?.heading, 'Garantía')
  await Promise.all([reembedStale(runtime), reembedStale(runtime)])
  const reembedRequests = await requests()
  assert.equal(reembedRequests.length, 2)
  assert.ok(reembedRequests.every(({ payload }) => !payload.afresh))
  assert.equal((await act('get_knowledge_document', { document_id })).status, 'pending')
  for (const event of reembedRequests) await deliver(event, { embedder: other })
  assert.equal((await act('get_knowledge_document', { document_id })).status, 'ready')
  assert.ok((await find('how long is the warranty?')).length > 0)
  await reembedStale(runtime)
  assert.equal((await requests()).length, 2)
})

test('Returning to the built-in model takes effect at once', async () => {
  runtime.embedder = undefined
  await reembedStale(runtime)
  assert.equal((await requests()).length, 2)
  const models = await sql<{ model: string }>`select distinct model from knowledge_vectors`
  assert.deepEqual(models, [{ model: 'hilo-es-en-256' }])
  assert.equal((await find('how long is the warranty?'))[0]?.heading, 'Garantía')
})
