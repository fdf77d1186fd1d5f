import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, events, only, addAccount } = await openWorkspace()
const idOf = new Map<string, string>()
for (const title of ['alfa', 'beta', 'gama', 'delta']) idOf.set(title, (await act('create_label', { title })).id)
const ids = (...titles: string[]) => titles.map((title) => idOf.get(title)!)
const titles = async () => (await act('list_labels', {})).items.map(({ title }) => title)

test('Labels are sorted by title until they are reordered', async () => {
  assert.deepEqual(await titles(), ['alfa', 'beta', 'delta', 'gama'])
  const known = await events()
  const { items, next_cursor } = await act('reorder_labels', { ids: ids('gama', 'alfa', 'delta', 'beta') })
  assert.deepEqual([items.map(({ title }) => title), next_cursor], [['gama', 'alfa', 'delta', 'beta'], null])
  assert.deepEqual(await titles(), ['gama', 'alfa', 'delta', 'beta'])
  assert.deepEqual(await events(), known)
})

test('New labels come last, by title, until they are reordered', async () => {
  for (const title of ['zeta', 'aaa']) idOf.set(title, (await act('create_label', { title })).id)
  assert.deepEqual(await titles(), ['gama', 'alfa', 'delta', 'beta', 'aaa', 'zeta'])
  await act('reorder_labels', { ids: ids('zeta', 'gama', 'alfa', 'delta', 'beta', 'aaa') })
  assert.equal((await titles())[0], 'zeta')
  for (const title of ['zeta', 'aaa']) await act('delete_label', { label_id: idOf.get(title)! })
  assert.deepEqual(await titles(), ['gama', 'alfa', 'delta', 'beta'])
})

test('Omitted labels follow in their previous order', async () => {
  await act('reorder_labels', { ids: ids('beta', 'gama') })
  assert.deepEqual(await titles(), ['beta', 'gama', 'alfa', 'delta'])
  idOf.set('aaa', (await act('create_label', { title: 'aaa' })).id)
  await act('reorder_labels', { ids: ids('delta', 'gama', 'alfa') })
  assert.deepEqual(await titles(), ['delta', 'gama', 'alfa', 'beta', 'aaa'])
  await act('reorder_labels', { ids: [] })
  assert.deepEqual(await titles(), ['delta', 'gama', 'alfa', 'beta', 'aaa'])
  await act('delete_label', { label_id: idOf.get('aaa')! })
  await act('reorder_labels', { ids: ids('gama', 'alfa', 'delta', 'beta') })
})

test('A repeated or unknown id, or one of another workspace, is rejected', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_label', { title: 'ajena' })
  const [gama, alfa, delta, beta] = ids('gama', 'alfa', 'delta', 'beta') as [string, string, string, string]
  for (const [sent, code, field, words] of [
    [[alfa, beta, gama, delta, alfa], 'invalid_value', 'ids/4', `label ${alfa} is listed twice`],
    [[alfa, '999999', gama, delta], 'not_found', 'ids/1', '999999'],
    [[alfa, beta, gama, delta, theirs.id], 'not_found', 'ids/4', theirs.id],
  ] as const) {
    const problem = await refusal(act('reorder_labels', { ids: [...sent] }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], [code, field])
    assert.ok(problem.message.includes(words), problem.message)
  }
  assert.deepEqual(await titles(), ['gama', 'alfa', 'delta', 'beta'])
})

test('Concurrent reorderings all succeed, and one order remains', async () => {
  const orders = [
    ['alfa', 'beta', 'gama', 'delta'],
    ['delta', 'gama', 'beta', 'alfa'],
    ['beta', 'delta', 'alfa', 'gama'],
  ]
  for (let i = 0; i < 5; i++) {
    await Promise.all(orders.map((order) => act('reorder_labels', { ids: ids(...order) })))
    const now = (await titles()).join()
    assert.ok(
      orders.some((order) => order.join() === now),
      now,
    )
  }
})

test('Reordering labels requires permission to manage labels', async () => {
  const problem = await refusal(act('reorder_labels', { ids: [] }, { as: only('contacts:write') }))
  assert.equal(problem.code, 'permission_denied')
  assert.match(problem.message, /labels:manage/)
})
