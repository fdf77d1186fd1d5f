import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, only, addAccount } = await openCrm()

test('A lost reason can be renamed, but not to an existing name', async () => {
  const { id: lost_reason_id } = await act('create_lost_reason', { name: 'Se mudó' })
  assert.equal((await act('update_lost_reason', { lost_reason_id, name: 'Se fue' })).name, 'Se fue')
  assert.equal((await act('update_lost_reason', { lost_reason_id, name: 'Se fue' })).name, 'Se fue')
  assert.equal((await refusal(act('update_lost_reason', { lost_reason_id, name: 'OTRO' }))).code, 'duplicate_value')
  const other = await addAccount()
  assert.equal((await refusal(other.act('update_lost_reason', { lost_reason_id, name: 'x' }))).code, 'not_found')
  const as = only('crm:write')
  assert.equal(
    (await refusal(act('update_lost_reason', { lost_reason_id, name: 'x' }, { as }))).code,
    'permission_denied',
  )
})
