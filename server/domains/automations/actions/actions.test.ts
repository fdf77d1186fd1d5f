import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Action, subject_types, type SubjectType } from '#contract/records/automation.ts'
import {
  actionTypesFor,
  isExternal,
  requiredPermissions,
  operationOf,
  toCall,
} from '#domains/automations/actions/actions.ts'
import type { ActionContext } from '#domains/automations/actions/template-context.ts'
import { type AnyOperation, permissionsOf } from '#kernel/operation.ts'
import { type Registry, registry } from '#registry'

const examples: Action[] = [
  { type: 'assign_agent', agent: '7' },
  { type: 'unassign_agent' },
  { type: 'assign_team', team: '8' },
  { type: 'add_label', label: '9' },
  { type: 'remove_label', label: '9' },
  { type: 'set_priority', priority: 'high' },
  { type: 'set_status', status: 'open' },
  { type: 'set_status', status: 'resolved' },
  { type: 'set_status', status: 'pending' },
  { type: 'snooze', minutes: 30 },
  { type: 'send_message', content: 'Hola' },
  { type: 'send_canned_response', canned_response: '4' },
  { type: 'add_note', content: 'Nota' },
  { type: 'create_lead', pipeline: '1', stage: '2', owner: '7' },
  { type: 'create_lead' },
  { type: 'move_stage', stage: '2' },
  { type: 'move_stage', stage: '2', lost_reason: '3' },
  { type: 'schedule_activity', activity_type: 'call', in_minutes: 60, body: 'Llamar', assigned_to: '7' },
  { type: 'schedule_activity', activity_type: 'task', in_minutes: 60 },
  { type: 'send_email', to: 'a@example.com', subject: 'Hola', body: 'Hola' },
  { type: 'send_webhook', url: 'https://example.com' },
]

const about = (type: SubjectType): ActionContext => ({
  subject: { type, id: '5' },
  contact: { id: '6', name: 'Inés', email: null, phone_number: null },
  owner_id: '7',
  now: new Date('2030-01-01T00:00:00Z'),
  render: (text) => `${text}!`,
})

const fits = subject_types.flatMap((subject) =>
  examples.filter(({ type }) => actionTypesFor(subject).includes(type)).map((action) => ({ subject, action })),
)

test('Every action applies to a record type, and has an example for each', () => {
  const known = new Set(examples.map(({ type }) => type))
  assert.deepEqual(new Set(fits.map(({ action }) => action.type)), known)
  assert.deepEqual(new Set(subject_types.flatMap(actionTypesFor)), known)
})

test('Every action calls an existing operation with valid input', () => {
  for (const { subject, action } of fits.filter((each) => !isExternal(each.action))) {
    const { operation, input } = toCall(action, about(subject))
    const op: AnyOperation = registry[operation as keyof Registry]
    assert.ok(op, `${action.type} of a ${subject}: ${operation}`)
    // The text of a canned response is read when it is sent.
    const given = action.type === 'send_canned_response' ? { conversation_id: '5', content: 'x' } : input
    assert.ok(op.input.safeParse(given).success, `${operation} ${JSON.stringify(op.input.safeParse(given).error)}`)
  }
})

test('Running an action as a macro requires the permissions of its operation', () => {
  for (const { subject, action } of fits.filter((each) => !isExternal(each.action))) {
    const op: AnyOperation = registry[operationOf(action, subject) as keyof Registry]
    assert.deepEqual(
      [...requiredPermissions([action], subject)].sort(),
      [...permissionsOf(op)].sort(),
      operationOf(action, subject),
    )
  }
})

test('Variables are filled in, and times are relative to now', () => {
  const call = (action: Action, subject: SubjectType = 'conversation') => toCall(action, about(subject))
  assert.deepEqual(call({ type: 'snooze', minutes: 90 }), {
    operation: 'snooze_conversation',
    input: { conversation_id: '5', until: '2030-01-01T01:30:00.000Z' },
  })
  assert.deepEqual(call({ type: 'add_note', content: 'Nota' }, 'contact'), {
    operation: 'add_contact_note',
    input: { contact_id: '5', body: 'Nota!' },
  })
  assert.deepEqual(call({ type: 'send_email', to: 'a', subject: 'b', body: 'c' }, 'lead').input, {
    to: 'a!',
    subject: 'b!',
    body: 'c!',
  })
  assert.deepEqual(call({ type: 'schedule_activity', activity_type: 'task', in_minutes: 60 }, 'lead').input, {
    entity_type: 'lead',
    entity_id: '5',
    type: 'task',
    due_at: '2030-01-01T01:00:00.000Z',
    assigned_to: '7',
  })
})
