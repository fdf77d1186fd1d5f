import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ai_tools } from '#contract/records/assistant.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, only, addAccount, events } = await openWorkspace()
const inbox = await act('create_inbox', { name: 'Ventas', channel: 'api' })
const on = (plan: string) => ({ as: { ...actor, account: { ...actor.account, plan } } })
const update = (config: Record<string, unknown>, options = {}) =>
  act('update_ai_config', { inbox: 'ventas', config: config as never }, options)

test('Only the given keys change, including those nested in memory, rag and handover', async () => {
  const before = await act('get_ai_config', { inbox: inbox.id })
  const now = new Date()
  const { adjusted, ...after } = await update(
    { temperature: 1.5, rag: { top_k: 8 }, handover: { after_messages: 6 } },
    { now },
  )
  assert.deepEqual(after, {
    ...before,
    temperature: 1.5,
    rag: { ...before.rag, top_k: 8 },
    handover: { ...before.handover, after_messages: 6 },
    updated_at: now.toISOString(),
  })
  assert.deepEqual(adjusted, [])
  assert.deepEqual(await act('get_ai_config', { inbox: inbox.id }), after)
  const { temperature, rag } = await update({ rag: { threshold: 0.5 }, memory: {} })
  assert.deepEqual([temperature, rag], [1.5, { top_k: 8, threshold: 0.5, collections: [] }])
  assert.equal((await update({ rag: { threshold: null } })).rag.threshold, null)
})

test('The settings returned can be sent back unchanged', async () => {
  await act('create_label', { title: 'Vip' })
  await act('create_team', { name: 'Soporte' })
  await act('create_knowledge_collection', { name: 'Manuales' })
  const set = {
    bypass_labels: ['VIP'],
    rag: { collections: ['manuales'] },
    handover: { team: 'soporte', message: 'Ya' },
  }
  const { adjusted: _, inbox: __, updated_at: ___, ...config } = await update(set)
  const { adjusted, inbox: of, updated_at, ...again } = await update(config)
  assert.deepEqual([again, adjusted, of.id, typeof updated_at], [config, [], inbox.id, 'string'])
})

test('enabled switches AI on for the inbox and is shown there', async () => {
  const count = (await events()).length
  assert.equal((await update({ enabled: true })).enabled, true)
  assert.equal((await act('get_inbox', { inbox_id: inbox.id })).ai_agent_enabled, true)
  assert.deepEqual(
    (await events()).slice(count).map(({ name }) => name),
    ['inbox.updated'],
  )
  await update({ temperature: 0 })
  assert.equal((await events()).length, count + 1)
  await update({ enabled: false })
  assert.equal((await act('get_inbox', { inbox_id: inbox.id })).ai_agent_enabled, false)
})

test('The prompt and unknown keys are refused by name, and nothing else is saved', async () => {
  const before = await act('get_ai_config', { inbox: inbox.id })
  const wrong: [Record<string, unknown>, string][] = [
    [{ prompt: 'Habla como un pirata', temperature: 2 }, 'config/prompt'],
    [{ system_prompt: 'x' }, 'config/system_prompt'],
    [{ temperature: 2, colour: 'red' }, 'config/colour'],
    [{ memory: { messages: 3, tokens: 5 } }, 'config/memory/tokens'],
    [{ handover: { prompt: 'x' } }, 'config/handover/prompt'],
    [JSON.parse('{"__proto__": {"enabled": true}}'), 'config/__proto__'],
    [{ constructor: {} }, 'config/constructor'],
  ]
  for (const [config, field] of wrong) {
    const problem = await refusal(update(config))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_request', field])
    assert.match(problem.message, new RegExp(field.split('/').at(-1)!))
  }
  assert.deepEqual(await act('get_ai_config', { inbox: inbox.id }), before)
})

test('Values out of range are refused by name', async () => {
  const wrong: [Record<string, unknown>, string][] = [
    [{ temperature: 2.1 }, 'config/temperature'],
    [{ temperature: -0.1 }, 'config/temperature'],
    [{ temperature: 'alta' }, 'config/temperature'],
    [{ memory: { messages: 0 } }, 'config/memory/messages'],
    [{ memory: { messages: 51 } }, 'config/memory/messages'],
    [{ rag: { top_k: 21 } }, 'config/rag/top_k'],
    [{ rag: { threshold: 1.1 } }, 'config/rag/threshold'],
    [{ enabled_tools: ['delete_everything'] }, 'config/enabled_tools/0'],
    [{ handover: { after_messages: 0 } }, 'config/handover/after_messages'],
    [{ enabled: null }, 'config/enabled'],
  ]
  for (const [config, field] of wrong) {
    const problem = await refusal(update(config))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_request', field])
  }
})

test('Labels, team and collections must exist in this workspace', async () => {
  const other = await addAccount()
  const label = await other.act('create_label', { title: 'Ajena' })
  const team = await other.act('create_team', { name: 'Ajeno' })
  const collection = await other.act('create_knowledge_collection', { name: 'Ajena' })
  const wrong: [Record<string, unknown>, string][] = [
    [{ bypass_labels: ['Ajena'] }, 'config/bypass_labels'],
    [{ bypass_labels: [label.id] }, 'config/bypass_labels'],
    [{ handover: { team: 'Ajeno' } }, 'config/handover/team'],
    [{ handover: { team: team.id } }, 'config/handover/team'],
    [{ rag: { collections: ['Ajena'] } }, 'config/rag/collections'],
    [{ rag: { collections: [collection.id] } }, 'config/rag/collections'],
  ]
  for (const [config, field] of wrong) {
    const problem = await refusal(update(config))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['not_found', field])
  }
})

test('A text with unknown placeholders is refused, and an empty text clears it', async () => {
  const problem = await refusal(update({ handover: { message: 'Hola {{contact.nombre}}' } }))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', 'config/handover/message'])
  assert.equal(
    (await update({ handover: { message: 'Hola {{contact.first_name}}' } })).handover.message,
    'Hola {{contact.first_name}}',
  )
  assert.equal((await update({ handover: { message: ' ' } })).handover.message, null)
  assert.equal((await update({ handover: { team: null } })).handover.team, null)
})

test('Settings beyond the plan are lowered and reported, including those not part of the request', async () => {
  await update({ enabled_tools: [...ai_tools], memory: { messages: 50, summary: true }, rag: { top_k: 20 } })
  const after = await update({ temperature: 0.1 }, on('starter'))
  assert.deepEqual(
    after.adjusted.map(({ key, from, to }) => [key, from, to]),
    [
      ['enabled_tools', [...ai_tools], ['look_up_contact', 'add_label', 'hand_over']],
      ['memory.summary', true, false],
      ['memory.messages', 50, 10],
      ['rag.top_k', 20, 5],
    ],
  )
  assert.ok(after.adjusted.every(({ reason }) => reason.includes('starter')))
  assert.deepEqual([after.memory, after.rag.top_k, after.temperature], [{ messages: 10, summary: false }, 5, 0.1])
  assert.deepEqual((await update({ temperature: 0.2 }, on('starter'))).adjusted, [])
  const back = await act('get_ai_config', { inbox: inbox.id })
  assert.equal(back.memory.messages, 10, 'a later upgrade does not restore the old value')
})

test('Simultaneous changes to different keys are both saved', async () => {
  await Promise.all([update({ temperature: 0.9 }), update({ rag: { top_k: 3 } }), update({ memory: { messages: 7 } })])
  const { temperature, rag, memory } = await act('get_ai_config', { inbox: inbox.id })
  assert.deepEqual([temperature, rag.top_k, memory.messages], [0.9, 3, 7])
})

test('The audit log records who changed the settings, and changing them requires workspace:write', async () => {
  await update({ temperature: 0.4 })
  const [entry] = (await act('list_audit_entries', { action: 'update_ai_config', limit: 1 })).items
  assert.deepEqual(entry?.details, { inbox: 'ventas', config: { temperature: 0.4 } })
  assert.equal((await refusal(update({ temperature: 1 }, { as: only('workspace:read') }))).code, 'permission_denied')
})
