import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAutomations } from '#test/automations.ts'
import { refusal } from '#test/refusal.ts'

const { act, addAgent, addAccount, talk, work, runs } = await openAutomations()

const luz = await addAgent('Luz')
const actions = [{ type: 'set_priority' as const, priority: 'low' as const }]

test('Users delete their own macros; shared ones require permission to change the workspace', async () => {
  const { id: own } = await act('create_macro', { name: 'Mía', actions }, { as: luz })
  const { id: shared } = await act('create_macro', { name: 'De todos', visibility: 'shared', actions })
  assert.equal((await refusal(act('delete_macro', { macro_id: own }))).code, 'not_found')
  assert.equal((await refusal(act('delete_macro', { macro_id: shared }, { as: luz }))).code, 'permission_denied')
  assert.deepEqual(await act('delete_macro', { macro_id: own }, { as: luz }), { id: own, deleted: true })
  await act('delete_macro', { macro_id: shared })
  assert.deepEqual((await act('list_macros', {}, { as: luz })).items, [])
})

test('A macro deleted before it runs does nothing, and its past runs stay listed', async () => {
  const { id } = await talk()
  const ran = await act('create_macro', { name: 'Corrió', actions })
  await act('run_macro', { macro_id: ran.id, conversation_ids: [id] })
  await work()
  const late = await act('create_macro', { name: 'Tarde', actions })
  await act('run_macro', { macro_id: late.id, conversation_ids: [id] })
  for (const macro_id of [ran.id, late.id]) await act('delete_macro', { macro_id })
  await work()
  assert.deepEqual(
    (await runs()).map((run) => [run.name, run.macro_id]),
    [['Corrió', null]],
  )
})

test('A macro of another workspace is not found', async () => {
  const other = await addAccount()
  const { id: macro_id } = await act('create_macro', { name: 'x', visibility: 'shared', actions })
  assert.equal((await refusal(other.act('delete_macro', { macro_id }))).code, 'not_found')
})
