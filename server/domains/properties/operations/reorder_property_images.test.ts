import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRealEstate } from '#test/properties.ts'
import { refusal } from '#test/refusal.ts'

const { act, add, events, only, addAccount } = await openRealEstate()
const { id: property_id } = await add()
const urls = ['https://example.com/1.jpg', 'https://example.com/2.jpg', 'https://example.com/3.jpg']
const ids = (await act('add_property_images', { property_id, urls })).items.map(({ id }) => id) as [
  string,
  string,
  string,
]

test('Images take the given order, and new ones are appended', async () => {
  const image_ids = [ids[2], ids[0], ids[1]]
  const { items } = await act('reorder_property_images', { property_id, image_ids })
  assert.deepEqual(
    items.map(({ id }) => id),
    image_ids,
  )
  assert.equal((await act('update_property', { property_id })).image_url, urls[2])
  const known = await events()
  await act('reorder_property_images', { property_id, image_ids })
  assert.deepEqual(await events(), known)
  const later = await act('add_property_images', { property_id, urls: ['https://example.com/4.jpg'] })
  assert.deepEqual(later.items.slice(0, 3), items)
  await act('remove_property_image', { property_id, image_id: later.items[3]!.id })
})

test('A missing, unknown or duplicate image is refused and nothing changes', async () => {
  const before = await act('reorder_property_images', { property_id, image_ids: ids })
  const other = await addAccount()
  const theirs = await other.add()
  const foreign = (await other.act('add_property_images', { property_id: theirs.id, urls })).items[0]!.id
  for (const [image_ids, code, named] of [
    [[ids[1], ids[0]], 'invalid_value', ids[2]],
    [[...ids, ids[1]], 'invalid_value', ids[1]],
    [[...ids, foreign], 'not_found', foreign],
  ] as const) {
    const problem = await refusal(act('reorder_property_images', { property_id, image_ids: [...image_ids] }))
    assert.equal(problem.code, code)
    assert.match(problem.message, new RegExp(named))
  }
  assert.deepEqual(await act('reorder_property_images', { property_id, image_ids: ids }), before)
  const problem = await refusal(
    act('reorder_property_images', { property_id, image_ids: ids }, { as: only('crm:read') }),
  )
  assert.equal(problem.code, 'permission_denied')
})
