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

test('An inbox without AI settings has the defaults, by name or by ID', async () => {
  for (const name of ['ventas', inbox.id]) assert.deepEqual(await act('get_ai_config', { inbox: name }), usual)
})

test('enabled reflects the AI switch of the inbox', async () => {
  await act('update_inbox_settings', { inbox: inbox.id, ai_agent_enabled: true })
  assert.equal((await act('get_ai_config', { inbox: inbox.id })).enabled, true)
  await act('update_inbox', { inbox_id: inbox.id, ai_agent_enabled: false })
  assert.equal((await act('get_ai_config', { inbox: inbox.id })).enabled, false)
})

test('The prompt is not part of the settings', async () => {
  await act('set_ai_prompt', { inbox_id: inbox.id, prompt: 'Habla como un pirata' })
  assert.doesNotMatch(JSON.stringify(await act('get_ai_config', { inbox: inbox.id })), /pirata|"prompt/)
})

test('Labels, team and collections are shown by their current names, and deleted ones are left out', async () => {
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

test('An agent whose collections were all deleted shows its knowledge switched off until it is chosen again', async () => {
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

test('A plan that allows less than was set takes precedence', async () => {
  await act('update_ai_config', { inbox: 'Ventas', config: { memory: { messages: 50, summary: true } } })
  await sql`update accounts set plan = 'starter' where id = ${actor.account.id}`
  const as = { ...actor, account: { ...actor.account, plan: 'starter' } }
  const { memory } = await act('get_ai_config', { inbox: 'Ventas' }, { as })
  assert.deepEqual(memory, { messages: 10, summary: false })
})

test('A missing inbox or one of another workspace is not found, and reading the settings requires workspace:read', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_inbox', { name: 'Ajena', channel: 'api' })
  for (const name of ['Ajena', theirs.id, '999999'])
    assert.equal((await refusal(act('get_ai_config', { inbox: name }))).code, 'not_found')
  const as = only('conversations:read')
  assert.equal((await refusal(act('get_ai_config', { inbox: 'Ventas' }, { as }))).code, 'permission_denied')
})
