import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asInput, newRule, withEvent } from './rule-draft.ts'

const condition = { field: 'status', operator: 'equal_to' as const, values: ['open', ''] }

test('Only timed triggers are sent with minutes', () => {
  assert.equal(asInput({ ...newRule, event: 'message.received' }).minutes, null)
  assert.equal(asInput({ ...newRule, event: 'conversation.idle', minutes: 90 }).minutes, 90)
})

test('Empty conditions are not sent', () => {
  const { conditions } = asInput({ ...newRule, conditions: { any: [{ all: [condition] }] } })
  assert.deepEqual(conditions, { any: [{ all: [{ ...condition, values: ['open'] }] }] })
})

test('Changing the record type keeps only what fits it', () => {
  const draft = {
    ...newRule,
    conditions: { any: [{ all: [condition] }] },
    actions: [{ type: 'unassign_agent' as const }, { type: 'add_note' as const, content: 'Hola' }],
  }
  assert.deepEqual(withEvent(draft, 'conversation.created'), { event: 'conversation.created' })
  assert.deepEqual(withEvent(draft, 'lead.created'), {
    event: 'lead.created',
    conditions: null,
    actions: [{ type: 'add_note', content: 'Hola' }],
  })
})
