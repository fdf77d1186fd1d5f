import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Filter } from '#contract/filters.ts'
import type { Actor } from '#kernel/operation.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, only, addAgent } = await openInbox()
const ines = await addAgent('Inés')
const filter: Filter = { any: [{ all: [{ field: 'created_at', operator: 'is_present', values: [] }] }] }
const make = async (
  name: string,
  as: Actor,
  visibility: 'private' | 'shared' = 'private',
  resource = 'conversations',
) => (await act('create_saved_view', { name, resource: resource as 'conversations', visibility, filter }, { as })).id
const shared = [await make('A', actor, 'shared'), await make('B', actor, 'shared')]
const own = [await make('C', ines), await make('D', ines)]
await make('E', actor)
await make('F', ines, 'private', 'contacts')
const names = async (as: Actor) =>
  (await act('list_saved_views', { resource: 'conversations' }, { as })).items.map(({ name }) => name)
const order = { resource: 'conversations' } as const

test('Private views keep the order their owner gave them', async () => {
  const ids = own.toReversed()
  const { items } = await act('reorder_saved_views', { ...order, visibility: 'private', ids }, { as: ines })
  assert.deepEqual(
    items.filter(({ visibility }) => visibility === 'private').map(({ id }) => id),
    ids,
  )
  assert.deepEqual(await names(actor), ['A', 'B', 'E'])
})

test('Shared views keep one order for everyone, set with permission to change the workspace', async () => {
  const ids = shared.toReversed()
  const denied = act('reorder_saved_views', { ...order, visibility: 'shared', ids }, { as: ines })
  assert.equal((await refusal(denied)).code, 'permission_denied')
  await act('reorder_saved_views', { ...order, visibility: 'shared', ids })
  for (const as of [actor, ines]) assert.equal((await names(as)).filter((name) => 'AB'.includes(name)).join(), 'B,A')
})

test('Views of others, of another list or of the other visibility are rejected', async () => {
  const sort = (ids: string[]) =>
    refusal(act('reorder_saved_views', { ...order, visibility: 'private', ids }, { as: ines }))
  const [contacts] = (await act('list_saved_views', { resource: 'contacts' }, { as: ines })).items
  const theirs = (await act('list_saved_views', order)).items.find(({ name }) => name === 'E')
  for (const id of [contacts!.id, theirs!.id, shared[0]!, '999999']) {
    const problem = await sort([...own, id])
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['not_found', 'ids/2'])
  }
})

test('Reordering views requires permission to change conversations', async () => {
  const denied = act(
    'reorder_saved_views',
    { ...order, visibility: 'private', ids: [] },
    { as: only('workspace:write') },
  )
  assert.equal((await refusal(denied)).code, 'permission_denied')
})
