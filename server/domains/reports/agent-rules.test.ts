import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answersOf, idsOf, workOf } from '#domains/reports/agent-rules.ts'
import { unanswered } from '#domains/reports/replies.ts'

const count = (measure: string, agent_id: string, more = {}) => ({
  measure,
  agent_id,
  count: 1,
  resolved: 0,
  seconds: 0,
  ...more,
})

test('what was given again is added to what was given first, each with what became of it', () => {
  const counts = [
    count('assigned', '1', { count: 3, resolved: 2 }),
    count('assigned', '2', { count: 9, resolved: 9 }),
    count('human', '1', { count: 7 }),
    count('working_reply', '1', { count: 3, seconds: 100 }),
  ]
  const times = { ...unanswered, count: 3, mean_seconds: 50, median_seconds: 40 }
  assert.deepEqual(workOf('1', counts, [{ agent_id: '1', count: 1, resolved: 0 }], times), {
    assigned: 4,
    resolved: 2,
    resolution_rate: 50,
    first_responses: 3,
    first_response_mean_seconds: 50,
    first_response_median_seconds: 40,
    business_hours_mean_seconds: 33.3,
    messages: 7,
  })
})

test('who did nothing has zeros, and no rates', () => {
  assert.deepEqual(workOf('3', [], [], unanswered), {
    assigned: 0,
    resolved: 0,
    resolution_rate: null,
    first_responses: 0,
    first_response_mean_seconds: null,
    first_response_median_seconds: null,
    business_hours_mean_seconds: null,
    messages: 0,
  })
})

test('answers of several are summed up, and have no mean where there are none', () => {
  const counts = [count('answer', '1', { count: 2, seconds: 30 }), count('answer', '2', { count: 1, seconds: 70 })]
  assert.deepEqual(answersOf(counts), { count: 3, mean_seconds: 33.3 })
  assert.deepEqual(answersOf([]), { count: 0, mean_seconds: null })
})

test('everybody who left something behind is meant once, and nobody is no one', () => {
  const times = new Map([
    ['human_reply:1', 0],
    ['working_reply:1', 0],
    ['human_reply:4', 0],
  ])
  assert.deepEqual(idsOf(times, [count('human', '2'), count('human', '0')], [count('assigned', '1')]), ['1', '4', '2'])
})
