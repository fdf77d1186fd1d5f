import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openKnowledge } from '#test/knowledge.ts'
import { refusal } from '#test/refusal.ts'

const { act, sql, only, addAccount, actor } = await openKnowledge()

test('A new collection has a name, a description and no documents', async () => {
  const made = await act('create_knowledge_collection', { name: ' Políticas ', description: 'Cambios y garantías' })
  assert.deepEqual([made.name, made.description, made.document_count], ['Políticas', 'Cambios y garantías', 0])
  assert.deepEqual(await act('get_knowledge_collection', { collection_id: made.id }), made)
  const plain = await act('create_knowledge_collection', { name: 'Sin descripción', description: ' ' })
  assert.equal(plain.description, null)
})

test('A collection name is unique, ignoring case', async () => {
  const { id } = await act('create_knowledge_collection', { name: 'Precios' })
  const problem = await refusal(act('create_knowledge_collection', { name: 'PRECIOS' }))
  assert.deepEqual([problem.code, problem.extra.conflicting_id], ['duplicate_value', id])
  const theirs = await (await addAccount()).act('create_knowledge_collection', { name: 'Precios' })
  assert.notEqual(theirs.id, id)
})

test('A collection name that only looks different is refused as a duplicate', async () => {
  await act('create_knowledge_collection', { name: 'Envíos'.normalize('NFC') })
  const again = await refusal(act('create_knowledge_collection', { name: 'Envíos'.normalize('NFD') }))
  assert.equal(again.code, 'duplicate_value')
})

test('A collection name without visible characters counts as missing', async () => {
  const problem = await refusal(act('create_knowledge_collection', { name: '  ' }))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['missing_field', 'name'])
})

test('The plan limits the number of collections, even for simultaneous requests', async () => {
  const small = await addAccount()
  await sql`update accounts set plan = 'starter' where id = ${small.actor.account.id}`
  const as = { ...small.actor, account: { ...small.actor.account, plan: 'starter' } }
  const tries = await Promise.allSettled(
    Array.from({ length: 8 }, (_, i) => small.act('create_knowledge_collection', { name: `Tema ${i}` }, { as })),
  )
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 3)
  const problem = await refusal(small.act('create_knowledge_collection', { name: 'Otro' }, { as }))
  assert.deepEqual([problem.code, problem.status], ['plan_limit', 402])
  assert.match(problem.message, /starter allows 3 collections, and there are 3/)
})

test('Creating a collection requires permission to write and is recorded in the audit log', async () => {
  const as = only('knowledge:read')
  assert.equal((await refusal(act('create_knowledge_collection', { name: 'X' }, { as }))).code, 'permission_denied')
  await act('create_knowledge_collection', { name: 'Anotada' })
  const [entry] = await sql<{ details: object }>`
    select details from audit_entries where account_id = ${actor.account.id} and action = 'create_knowledge_collection'
     order by id desc limit 1`
  assert.deepEqual(entry?.details, { name: 'Anotada' })
})
