import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openDealer } from '#test/test-drives.ts'

const { act, book, only, addAccount } = await openDealer()

test('A test drive can be read; one of another workspace is not found', async () => {
  const drive = await book()
  assert.deepEqual(await act('get_test_drive', { test_drive_id: drive.id }), drive)
  const theirs = await (await addAccount()).book()
  assert.equal((await refusal(act('get_test_drive', { test_drive_id: theirs.id }))).code, 'not_found')
  const problem = await refusal(act('get_test_drive', { test_drive_id: drive.id }, { as: only('contacts:read') }))
  assert.equal(problem.code, 'permission_denied')
})
