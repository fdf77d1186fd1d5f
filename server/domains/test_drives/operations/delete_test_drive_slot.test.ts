import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openDealer } from '#test/test-drives.ts'

const { act, addSlot, addContact, book, only, addAccount } = await openDealer()

test('A free slot can be deleted, a booked one cannot', async () => {
  const slot = await addSlot()
  const drive = await book({ slot_id: slot.id })
  const problem = await refusal(act('delete_test_drive_slot', { slot_id: slot.id }))
  assert.equal(problem.code, 'invalid_state')
  assert.match(problem.message, new RegExp(`booked by test drive ${drive.id}`))
  await act('cancel_test_drive', { test_drive_id: drive.id })
  assert.deepEqual(await act('delete_test_drive_slot', { slot_id: slot.id }), { id: slot.id, deleted: true })
  assert.equal((await refusal(act('delete_test_drive_slot', { slot_id: slot.id }))).code, 'not_found')
})

test('A booking and a deletion of the same slot cannot both succeed', async () => {
  const contact_id = (await addContact()).id
  for (let round = 0; round < 10; round++) {
    const { id: slot_id } = await addSlot()
    const both = await Promise.allSettled([
      act('book_test_drive', { slot_id, contact_id }),
      act('delete_test_drive_slot', { slot_id }),
    ])
    assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1)
  }
})

test('A slot of another workspace cannot be deleted, and crm:write is required', async () => {
  const theirs = await (await addAccount()).addSlot()
  assert.equal((await refusal(act('delete_test_drive_slot', { slot_id: theirs.id }))).code, 'not_found')
  const mine = await addSlot()
  const problem = await refusal(act('delete_test_drive_slot', { slot_id: mine.id }, { as: only('crm:read') }))
  assert.equal(problem.code, 'permission_denied')
})
