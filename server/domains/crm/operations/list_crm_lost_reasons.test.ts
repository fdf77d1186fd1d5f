import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, only, addAccount } = await openCrm()

test('Every workspace has its own default lost reasons', async () => {
  const { items } = await act('list_crm_lost_reasons', {})
  assert.equal(items.length, 12)
  assert.deepEqual([items[0]!.name, items.at(-1)!.name], ['Precio fuera de presupuesto', 'Otro'])
  const other = await addAccount()
  await other.act('create_lost_reason', { name: 'Se mudó' })
  assert.equal((await act('list_crm_lost_reasons', {})).items.length, 12)
})

test('Listing lost reasons requires crm:read', async () => {
  assert.equal(
    (await refusal(act('list_crm_lost_reasons', {}, { as: only('contacts:read') }))).code,
    'permission_denied',
  )
})
