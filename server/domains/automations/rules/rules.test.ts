import assert from 'node:assert/strict'
import { test } from 'node:test'
import { restartsTimer, checkMinutes } from '#domains/automations/rules/rules.ts'
import { refused } from '#test/refusal.ts'

test('Minutes are required for timed triggers only', () => {
  assert.equal(checkMinutes('conversation.idle', 5), 5)
  assert.equal(checkMinutes('message.received', null), null)
  assert.equal(refused(() => checkMinutes('conversation.waiting', null)).code, 'missing_field')
  assert.equal(refused(() => checkMinutes('message.received', 5)).code, 'invalid_value')
})

test('The timer restarts when a rule is created, turned on or gets another trigger', () => {
  const rule = { active: true, event: 'conversation.idle' as const, minutes: 5 }
  assert.equal(restartsTimer(undefined, rule), true)
  assert.equal(restartsTimer(rule, rule), false)
  assert.equal(restartsTimer(rule, { ...rule, minutes: 6 }), true)
  assert.equal(restartsTimer(rule, { ...rule, event: 'conversation.waiting' }), true)
  assert.equal(restartsTimer({ ...rule, active: false }, rule), true)
  assert.equal(restartsTimer(rule, { ...rule, active: false }), false)
  assert.equal(restartsTimer(undefined, { active: true, event: 'message.received', minutes: null }), false)
})
