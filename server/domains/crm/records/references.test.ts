import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'

const { act, lead, deal, contact, addAgent, sql, actor } = await openCrm()

test('Merging contacts moves their leads and opportunities', async () => {
  const [kept, duplicate] = [await contact(), await contact()]
  const [mine, sold] = [await lead({ contact_id: duplicate.id }), await deal({ contact_id: duplicate.id })]
  await act('merge_contacts', { contact_id: kept.id, duplicate_contact_id: duplicate.id })
  assert.equal((await act('crm_get_lead', { lead_id: mine.id })).contact?.id, kept.id)
  assert.equal((await act('crm_get_opportunity', { opportunity_id: sold.id })).contact?.id, kept.id)
})

test('Deleting a contact keeps its opportunities without a contact', async () => {
  const { id: contact_id } = await contact()
  const { id: opportunity_id } = await deal({ contact_id })
  await act('delete_contact', { contact_id })
  assert.equal((await act('crm_get_opportunity', { opportunity_id })).contact, null)
})

test('A person who leaves owns nothing, and their activities keep their name', async () => {
  const gone = await addAgent('Se Fue')
  const { id: lead_id } = await lead({ owner: 'Se Fue' })
  await act('crm_move_lead_stage', { lead_id, stage: 'Contactado' }, { as: gone })
  await sql`delete from memberships where account_id = ${actor.account.id} and user_id = ${gone.user_id}`
  const read = await act('crm_get_lead', { lead_id })
  assert.deepEqual([read.owner, read.activities[0]!.author.name], [null, 'Se Fue'])
})
