import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRealEstate } from '#test/properties.ts'
import { refusal } from '#test/refusal.ts'

const { act, add, events, sql, only, addAccount } = await openRealEstate()

test('A property is deleted with its images, and an event is emitted', async () => {
  const { id: property_id } = await add()
  await act('add_property_images', { property_id, urls: ['https://example.com/1.jpg'] })
  const property = await act('update_property', { property_id })
  assert.deepEqual(await act('delete_property', { property_id }), { id: property_id, deleted: true })
  assert.deepEqual(await sql`select from property_images where property_id = ${property_id}`, [])
  const event = (await events()).at(-1)
  assert.equal(event?.name, 'property.deleted')
  assert.deepEqual(event?.payload, { property })
  assert.equal((await refusal(act('delete_property', { property_id }))).code, 'not_found')
})

test('A slot of another workspace cannot be deleted, and crm:write is required', async () => {
  const other = await addAccount()
  const theirs = await other.add()
  assert.equal((await refusal(act('delete_property', { property_id: theirs.id }))).code, 'not_found')
  assert.equal((await other.act('update_property', { property_id: theirs.id })).id, theirs.id)
  const mine = await add()
  const problem = await refusal(act('delete_property', { property_id: mine.id }, { as: only('crm:read') }))
  assert.equal(problem.code, 'permission_denied')
})
