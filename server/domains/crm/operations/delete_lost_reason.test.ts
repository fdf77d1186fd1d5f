import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, only } = await openCrm()

test('A deleted lost reason can no longer be used', async () => {
  const { id: lost_reason_id } = await act('create_lost_reason', { name: 'Se mudó' })
  const as = only('crm:write')
  assert.equal((await refusal(act('delete_lost_reason', { lost_reason_id }, { as }))).code, 'permission_denied')
  assert.deepEqual(await act('delete_lost_reason', { lost_reason_id }), { id: lost_reason_id, deleted: true })
  assert.equal((await refusal(act('delete_lost_reason', { lost_reason_id }))).code, 'not_found')
  const { items } = await act('list_crm_lost_reasons', {})
  assert.ok(!items.some(({ name }) => name === 'Se mudó'))
})
