import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, only, deal } = await openCrm()

test('A new lost reason can be used at once', async () => {
  const { id, name } = await act('create_lost_reason', { name: ' Se mudó ' })
  assert.equal(name, 'Se mudó')
  const { id: opportunity_id } = await deal()
  const lost = await act('crm_mark_opportunity_outcome', { opportunity_id, outcome: 'lost', lost_reason: 'se mudo' })
  assert.equal(lost.lost_reason, 'Se mudó')
  const again = await refusal(act('create_lost_reason', { name: 'SE MUDÓ' }))
  assert.deepEqual([again.code, again.extra.conflicting_id], ['duplicate_value', id])
  assert.equal((await refusal(act('create_lost_reason', { name: ' ' }))).code, 'missing_field')
})

test('Creating a lost reason requires workspace:setup', async () => {
  assert.equal(
    (await refusal(act('create_lost_reason', { name: 'x' }, { as: only('crm:write') }))).code,
    'permission_denied',
  )
})
