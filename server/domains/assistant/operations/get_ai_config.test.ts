import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, only, addAccount, sql } = await openWorkspace()
const inbox = await act('create_inbox', { name: 'Ventas', channel: 'api' })

const usual = {
  inbox: { id: inbox.id, name: 'Ventas' },
  enabled: false,
  temperature: 0.3,
  memory: { messages: 10, summary: false },
  rag_enabled: true,
  rag: { top_k: 5, threshold: null, collections: [] },
  enabled_tools: ['look_up_contact', 'hand_over'],
  bypass_labels: [],
  handover: { on_request: true, on_low_confidence: true, after_messages: null, team: null, message: null },
  updated_at: null,
}

test('an inbox nobody has set up has what the product has, by name or id', async () => {
  for (const name of ['ventas', inbox.id]) assert.deepEqual(await act('get_ai_config', { inbox: name }), usual)
})

test('whether it is enabled is the switch of the inbox', async () => {
  await act('update_inbox_settings', { inbox: inbox.id, ai_agent_enabled: true })
  assert.equal((await act('get_ai_config', { inbox: inbox.id })).enabled, true)
  await act('update_inbox', { inbox_id: inbox.id, ai_agent_enabled: false })
  assert.equal((await act('get_ai_config', { inbox: inbox.id })).enabled, false)
})

test('the prompt is not among it', async () => {
  await act('set_ai_prompt', { inbox_id: inbox.id, prompt: 'Habla como un pirata' })
  assert.doesNotMatch(JSON.stringify(await act('get_ai_config', { inbox: inbox.id })), /pirata|"prompt/)
})

test('labels, team and collections are told by the names they have now; what is gone is left out', async () => {
  const [kept, gone] = [await act('create_label', { title: 'Vip' }), await act('create_label', { title: 'Mayorista' })]
  const team = await act('create_team', { name: 'Soporte' })
  const collection = await act('create_knowledge_collection', { name: 'Manuales' })
  const config = {
    bypass_labels: ['vip', gone.id],
    handover: { team: 'soporte' },
    rag: { collections: ['manuales'] },
  }
  await act('update_ai_config', { inbox: 'Ventas', config })
  await act('update_label', { label_id: kept.id, title: 'Preferente' })
  await act('update_team', { team_id: team.id, name: 'Ayuda' })
  await act('update_knowledge_collection', { collection_id: collection.id, name: 'Guías' })
  await act('delete_label', { label_id: gone.id })
  const { bypass_labels, handover, rag } = await act('get_ai_config', { inbox: 'Ventas' })
  assert.deepEqual([bypass_labels, handover.team, rag.collections], [['Preferente'], 'Ayuda', ['Guías']])
})

test('where all collections it was to answer from are gone, it answers from none, and says so until somebody chooses anew', async () => {
  const inbox = await act('create_inbox', { name: 'Huérfana', channel: 'api' })
  const { id: collection_id } = await act('create_knowledge_collection', { name: 'Pública' })
  await act('update_ai_config', { inbox: inbox.id, config: { rag: { collections: ['Pública'] } } })
  await act('delete_knowledge_collection', { collection_id })
  const gone = await act('get_ai_config', { inbox: inbox.id })
  assert.deepEqual([gone.rag_enabled, gone.rag.collections], [false, []])
  const other = await act('update_ai_config', { inbox: inbox.id, config: { temperature: 1 } })
  assert.deepEqual([other.rag_enabled, other.rag.collections], [false, []])
  const chosen = await act('update_ai_config', { inbox: inbox.id, config: { rag_enabled: true } })
  assert.deepEqual([chosen.rag_enabled, chosen.rag.collections], [true, []])
})

test('a plan that allows less than was set is what counts', async () => {
  await act('update_ai_config', { inbox: 'Ventas', config: { memory: { messages: 50, summary: true } } })
  await sql`update accounts set plan = 'starter' where id = ${actor.account.id}`
  const as = { ...actor, account: { ...actor.account, plan: 'starter' } }
  const { memory } = await act('get_ai_config', { inbox: 'Ventas' }, { as })
  assert.deepEqual(memory, { messages: 10, summary: false })
})

test('an inbox that is not there, or belongs to another workspace, is not found; it needs the right to read the workspace', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_inbox', { name: 'Ajena', channel: 'api' })
  for (const name of ['Ajena', theirs.id, '999999'])
    assert.equal((await refusal(act('get_ai_config', { inbox: name }))).code, 'not_found')
  const as = only('conversations:read')
  assert.equal((await refusal(act('get_ai_config', { inbox: 'Ventas' }, { as }))).code, 'permission_denied')
})
