import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Action } from '#contract/records/automation.ts'
import { openAutomations } from '#test/automations.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, rule, only, addAgent, inbox, events, sql, addAccount } = await openAutomations()

const luz = await addAgent('Luz Peña')
const team = await act('create_team', { name: 'Ventas' })
const label = await act('create_label', { title: 'Vip' })
const canned = await act('create_canned_response', { short_code: 'hola', content: 'Hola', inbox: inbox.id })

test('A rule is stored with ids in place of names', async () => {
  const conditions = { any: [{ all: [{ field: 'status', operator: 'equal_to' as const, values: ['open'] }] }] }
  const made = await act('create_automation_rule', {
    name: '  Bienvenida ',
    description: ' Para todos ',
    event: 'message.received',
    conditions,
    actions: [
      { type: 'assign_agent', agent: 'luz pena' },
      { type: 'assign_team', team: 'VENTAS' },
      { type: 'assign_team', team: null },
      { type: 'add_label', label: 'vip' },
      { type: 'send_canned_response', canned_response: '/hola' },
      { type: 'send_message', content: 'Hola {{contact.first_name | default: "amiga"}}' },
      { type: 'send_email', to: '{{agent.email}}', subject: 'Nuevo', body: 'De {{contact.name}}' },
      { type: 'send_webhook', url: 'https://example.com/hook' },
    ],
  })
  assert.deepEqual([made.name, made.description, made.active, made.minutes], ['Bienvenida', 'Para todos', true, null])
  assert.deepEqual(made.actions.slice(0, 5), [
    { type: 'assign_agent', agent: luz.id },
    { type: 'assign_team', team: team.id },
    { type: 'assign_team', team: null },
    { type: 'add_label', label: label.id },
    { type: 'send_canned_response', canned_response: canned.id },
  ])
  assert.deepEqual(made.conditions, conditions)
  assert.deepEqual(made.created_by, { type: 'user', id: actor.id, name: actor.name })
  assert.deepEqual([made.run_count, made.last_run_at], [0, null])
  assert.deepEqual(await act('get_automation_rule', { rule_id: made.id }), made)
  const [audited] =
    await sql`select action from audit_entries where account_id = ${actor.account.id} order by id desc limit 1`
  assert.equal(audited?.action, 'create_automation_rule')
})

test('A rule schedules a type of the workspace, which it keeps when the type is renamed', async () => {
  const visit = await act('create_activity_type', { name: 'Visita' })
  const schedule = (activity_type: string): Action => ({ type: 'schedule_activity', activity_type, in_minutes: 60 })
  const made = await rule('lead.created', [schedule('visita'), schedule('call')])
  assert.deepEqual(made.actions, [schedule(visit.id), schedule('call')])
  const problem = await refusal(rule('lead.created', [schedule('Fiesta')]))
  assert.equal(problem.extra.errors?.[0]?.field, 'actions/0/activity_type')
  assert.match(problem.message, /use one of: call, meeting, task, Visita\./)
  await act('delete_automation_rule', { rule_id: made.id })
})

test('An unknown name is rejected at its position, with the known ones', async () => {
  const wrong: [Action, string, string][] = [
    [{ type: 'add_label', label: 'Nada' }, 'not_found', 'label'],
    [{ type: 'add_label', label: '999999' }, 'not_found', 'label'],
    [{ type: 'assign_agent', agent: 'Nadie' }, 'not_found', 'agent'],
    [{ type: 'assign_team', team: 'Nada' }, 'not_found', 'team'],
    [{ type: 'send_canned_response', canned_response: 'nada' }, 'not_found', 'canned_response'],
    [{ type: 'send_message', content: 'Hola {{contact.nada}}' }, 'invalid_value', 'content'],
    [{ type: 'send_message', content: 'Hola {{nombre}}' }, 'invalid_value', 'content'],
    [{ type: 'send_message', content: ' \n' }, 'missing_field', 'content'],
    [{ type: 'send_email', to: 'a@example.com', subject: ' ', body: 'x' }, 'missing_field', 'subject'],
    [{ type: 'send_email', to: 'a@example.com', subject: '{{x.y}}', body: 'x' }, 'invalid_value', 'subject'],
    [{ type: 'send_email', to: 'nadie', subject: 'x', body: 'x' }, 'invalid_value', 'to'],
    [{ type: 'send_email', to: '{{contact.name}}', subject: 'x', body: 'x' }, 'invalid_value', 'to'],
    [{ type: 'move_stage', stage: 'Nuevo' }, 'invalid_value', 'type'],
    [{ type: 'create_lead', pipeline: 'Nada' }, 'not_found', 'pipeline'],
    [{ type: 'create_lead', stage: 'Nada' }, 'not_found', 'stage'],
    [{ type: 'create_lead', owner: 'Nadie' }, 'not_found', 'owner'],
  ]
  for (const [action, code, field] of wrong) {
    const problem = await refusal(rule('conversation.resolved', [{ type: 'unassign_agent' }, action]))
    assert.equal(problem.code, code, problem.message)
    assert.equal(problem.extra.errors?.[0]?.field, `actions/1/${field}`)
  }
  const named = await refusal(
    rule('conversation.resolved', [{ type: 'send_message', content: '{{contact.nada}} {{a.b}}' }]),
  )
  assert.match(named.message, /contact\.nada, a\.b/)
  const near = await refusal(rule('conversation.resolved', [{ type: 'add_label', label: 'Vi' }]))
  assert.match(near.message, /Choose among: Vip/)
})

test('An action that does not apply to the record is rejected with those that do', async () => {
  const problem = await refusal(rule('contact.created', [{ type: 'set_status', status: 'open' }]))
  assert.equal(problem.code, 'invalid_value')
  assert.match(problem.message, /set_status does not apply to a contact; use one of: add_label/)
  await rule('contact.created', [{ type: 'add_label', label: 'Vip' }, { type: 'create_lead' }])
})

test('Minutes are required for timed triggers, and rejected for others', async () => {
  const note: Action[] = [{ type: 'add_note', content: 'x' }]
  assert.equal((await refusal(rule('conversation.idle', note))).code, 'missing_field')
  assert.equal((await refusal(rule('message.received', note, { minutes: 5 }))).code, 'invalid_value')
  for (const minutes of [0, -1, 1.5, 525_601])
    assert.equal((await refusal(rule('conversation.idle', note, { minutes }))).code, 'invalid_request')
  assert.equal((await rule('conversation.idle', note, { minutes: 5 })).minutes, 5)
})

test('A rule without a name or actions, or with too many, is rejected', async () => {
  assert.equal(
    (await refusal(rule('message.received', [{ type: 'unassign_agent' }], { name: ' ' }))).code,
    'missing_field',
  )
  assert.equal((await refusal(rule('message.received', []))).code, 'invalid_request')
  const many = Array.from({ length: 21 }, () => ({ type: 'unassign_agent' as const }))
  assert.equal((await refusal(rule('message.received', many))).code, 'invalid_request')
  const odd = [{ type: 'send_webhook', url: 'javascript:alert(1)' }] as Action[]
  assert.equal((await refusal(rule('message.received', odd))).code, 'invalid_request')
})

test('Names of another workspace are unknown', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_label', { title: 'Suya' })
  const problem = await refusal(rule('message.received', [{ type: 'add_label', label: theirs.id }]))
  assert.equal(problem.code, 'not_found')
})

test('Creating a rule requires permission to change the workspace, and emits no event', async () => {
  const known = (await events()).length
  const input = { name: 'x', event: 'message.received' as const, actions: [{ type: 'unassign_agent' as const }] }
  const as = only('workspace:read', 'conversations:write')
  assert.equal((await refusal(act('create_automation_rule', input, { as }))).code, 'permission_denied')
  const writer = only('workspace:write', 'conversations:write', 'conversations:read')
  await act('create_automation_rule', input, { as: writer })
  assert.equal((await events()).length, known)
})

test('A rule’s author needs the permissions of its actions, and to read the records it is about', async () => {
  const made = (actions: Action[], ...permissions: Parameters<typeof only>) =>
    act(
      'create_automation_rule',
      { name: 'x', event: 'message.received', actions },
      { as: only('workspace:write', ...permissions) },
    )
  const send: Action[] = [{ type: 'unassign_agent' }, { type: 'send_message', content: 'Hola' }]
  const webhook: Action[] = [{ type: 'send_webhook', url: 'https://example.com/hook' }]
  const silent = await refusal(made(send, 'conversations:write'))
  assert.deepEqual([silent.code, silent.extra.errors?.[0]?.field], ['permission_denied', 'actions/1/type'])
  assert.match(silent.message, /messages:send/)
  assert.match((await refusal(made(webhook))).message, /conversations:read/)
  assert.match((await refusal(made(send, 'conversations:write', 'messages:send'))).message, /conversations:read/)
  await made(send, 'conversations:write', 'messages:send', 'conversations:read')
  await made(webhook, 'conversations:read')
})

test('The number of rules per workspace is limited', async () => {
  const other = await addAccount()
  const input = { name: 'x', event: 'message.received' as const, actions: [{ type: 'unassign_agent' as const }] }
  await sql`
    insert into automation_rules (account_id, name, active, event, actions, created_by, created_at, updated_at)
    select ${other.actor.account.id}, 'x', false, 'message.received', '[]', '{}', now(), now() from generate_series(1, 500)`
  const problem = await refusal(other.act('create_automation_rule', input))
  assert.equal(problem.code, 'invalid_state')
  assert.match(problem.message, /500/)
})
