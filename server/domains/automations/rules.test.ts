import assert from 'node:assert/strict'
import { test } from 'node:test'
import { begins, timing } from '#domains/automations/rules.ts'
import { refused } from '#test/refusal.ts'

test('how long is asked of what time brings about, and of nothing else', () => {
  assert.equal(timing('conversation.idle', 5), 5)
  assert.equal(timing('message.received', null), null)
  assert.equal(refused(() => timing('conversation.waiting', null)).code, 'missing_field')
  assert.equal(refused(() => timing('message.received', 5)).code, 'invalid_value')
})

test('a rule begins to look at the clock when it is made, switched on, or waits for something else', () => {
  const rule = { active: true, event: 'conversation.idle' as const, minutes: 5 }
  assert.equal(begins(undefined, rule), true)
  assert.equal(begins(rule, rule), false)
  assert.equal(begins(rule, { ...rule, minutes: 6 }), true)
  assert.equal(begins(rule, { ...rule, event: 'conversation.waiting' }), true)
  assert.equal(begins({ ...rule, active: false }, rule), true)
  assert.equal(begins(rule, { ...rule, active: false }), false)
  assert.equal(begins(undefined, { active: true, event: 'message.received', minutes: null }), false)
})
