import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRealEstate } from '#test/properties.ts'
import { refusal } from '#test/refusal.ts'

const { act, add, events, only, addAccount } = await openRealEstate()
const urls = ['https://example.com/1.jpg', 'https://example.com/2.jpg']

test('Removing an image makes the next one the cover and emits an event', async () => {
  const { id: property_id } = await add()
  const { items } = await act('add_property_images', { property_id, urls })
  const [first, second] = items.map(({ id }) => id) as [string, string]
  assert.deepEqual(await act('remove_property_image', { property_id, image_id: first }), { id: first, deleted: true })
  const property = await act('update_property', { property_id })
  assert.equal(property.image_url, urls[1])
  assert.deepEqual((await events()).at(-1)?.payload, {
    property,
    changes: { images: { from: [first, second], to: [second] } },
  })
  assert.equal((await refusal(act('remove_property_image', { property_id, image_id: first }))).code, 'not_found')
})

test('An image of another property or workspace is not found', async () => {
  const [mine, other] = [await add(), await addAccount()]
  const [sister, theirs] = [await add(), await other.add()]
  const beside = await act('add_property_images', { property_id: sister.id, urls })
  const foreign = await other.act('add_property_images', { property_id: theirs.id, urls })
  for (const [property_id, image_id] of [
    [mine.id, beside.items[0]!.id],
    [mine.id, foreign.items[0]!.id],
    [theirs.id, foreign.items[0]!.id],
  ] as const)
    assert.equal((await refusal(act('remove_property_image', { property_id, image_id }))).code, 'not_found')
  assert.equal((await other.act('update_property', { property_id: theirs.id })).image_url, urls[0])
  const as = only('crm:read')
  const input = { property_id: sister.id, image_id: beside.items[0]!.id }
  assert.equal((await refusal(act('remove_property_image', input, { as }))).code, 'permission_denied')
})
