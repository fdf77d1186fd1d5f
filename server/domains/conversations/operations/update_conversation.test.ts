import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, since, only, talk, addAccount } = await openInbox()

test('Attributes are merged, null removes one, and the event shows the values before and after', async () => {
  const { id: conversation_id } = await talk()
  const update = (custom_attributes: Record<string, string | number | boolean | null>) =>
    act('update_conversation', { conversation_id, custom_attributes })
  await update({ pedido: 'A-1', monto: 3 })
  const count = (await events()).length
  const conversation = await update({ monto: null, urgente: true })
  assert.deepEqual(conversation.custom_attributes, { pedido: 'A-1', urgente: true })
  assert.deepEqual(await since(count), ['conversation.updated'])
  assert.deepEqual((await events()).at(-1)?.payload, {
    conversation,
    changes: { custom_attributes: { from: { pedido: 'A-1', monto: 3 }, to: { pedido: 'A-1', urgente: true } } },
  })
})

test('With replace, only the given attributes remain', async () => {
  const { id: conversation_id } = await talk()
  await act('update_conversation', { conversation_id, custom_attributes: { a: 1, b: 2 } })
  const replaced = await act('update_conversation', { conversation_id, custom_attributes: { c: 3 }, replace: true })
  assert.deepEqual(replaced.custom_attributes, { c: 3 })
  const emptied = await act('update_conversation', { conversation_id, custom_attributes: {}, replace: true })
  assert.deepEqual(emptied.custom_attributes, {})
})

test('The same attributes in any order change nothing', async () => {
  const { id: conversation_id } = await talk()
  const once = await act('update_conversation', { conversation_id, custom_attributes: { uno: 1, segundo: 2 } })
  const known = await events()
  const same: Record<string, number | null>[] = [{}, { segundo: 2 }, { segundo: 2, uno: 1 }, { nunca: null }]
  for (const custom_attributes of same) {
    assert.deepEqual(await act('update_conversation', { conversation_id, custom_attributes }), once)
  }
  const replacing = { conversation_id, custom_attributes: { segundo: 2, uno: 1 }, replace: true }
  assert.deepEqual(await act('update_conversation', replacing), once)
  assert.deepEqual(await events(), known)
})

test('Simultaneous changes to different attributes are all saved', async () => {
  const { id: conversation_id } = await talk()
  const keys = Array.from({ length: 12 }, (_, i) => `clave_${i}`)
  await Promise.all(keys.map((key) => act('update_conversation', { conversation_id, custom_attributes: { [key]: 1 } })))
  const { custom_attributes } = await act('get_conversation_detail', { conversation_id })
  assert.deepEqual(Object.keys(custom_attributes).sort(), keys.toSorted())
})

test('Lists and objects are kept; names that could reach into objects, and text that cannot be stored, are refused', async () => {
  const { id: conversation_id } = await talk()
  const kept = { pedido: { numero: 7, piezas: ['a', { b: null }] } }
  const { custom_attributes: stored } = await act('update_conversation', { conversation_id, custom_attributes: kept })
  assert.deepEqual(stored, kept)
  const wrong: object[] = [{ constructor: 'x' }, { prototype: 'x' }, { a: { b: 'x\0' } }, { '': 'x' }]
  for (const custom_attributes of wrong as never[]) {
    const problem = await refusal(act('update_conversation', { conversation_id, custom_attributes }))
    assert.equal(problem.code, 'invalid_request', JSON.stringify(custom_attributes))
  }
})

test('A conversation of another workspace is not found, and permission to write conversations is required', async () => {
  const other = await addAccount()
  const theirs = await other.talk()
  const foreign = act('update_conversation', { conversation_id: theirs.id, custom_attributes: { a: 1 } })
  assert.equal((await refusal(foreign)).code, 'not_found')
  const mine = await talk()
  const as = only('conversations:read')
  const call = act('update_conversation', { conversation_id: mine.id, custom_attributes: { a: 1 } }, { as })
  assert.equal((await refusal(call)).code, 'permission_denied')
})

test('A defined conversation attribute enforces its type on creation and on update', async () => {
  const other = await addAccount()
  const define = { display_name: 'Motivo', key: 'motivo', model: 'conversation_attribute', type: 'list' } as const
  await other.act('create_custom_attribute', { ...define, values: ['compra', 'queja'] })
  const { id: conversation_id, contact, inbox } = await other.talk()
  const updated = await other.act('update_conversation', { conversation_id, custom_attributes: { motivo: 'QUEJA' } })
  assert.deepEqual(updated.custom_attributes, { motivo: 'queja' })
  const bad = { custom_attributes: { motivo: 'otra' } }
  const begin = { contact_id: contact.id, inbox_id: inbox.id, ...bad }
  for (const call of [
    () => other.act('update_conversation', { conversation_id, ...bad }),
    () => other.act('create_conversation', begin),
  ])
    assert.equal((await refusal(call())).code, 'invalid_value')
})
