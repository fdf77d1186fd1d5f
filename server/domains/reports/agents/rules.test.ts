import assert from 'node:assert/strict'
import { test } from 'node:test'
import { summariseAnswers, agentIds, summariseWork } from './rules.ts'
import { no_replies } from '#domains/reports/conversations/reply-times.ts'

const count = (measure: string, agent_id: string, more = {}) => ({
  measure,
  agent_id,
  count: 1,
  resolved: 0,
  seconds: 0,
  ...more,
})

test('First and repeated assignments are summed, each with its resolution', () => {
  const counts = [
    count('assigned', '1', { count: 3, resolved: 2 }),
    count('assigned', '2', { count: 9, resolved: 9 }),
    count('human', '1', { count: 7 }),
    count('working_reply', '1', { count: 3, seconds: 100 }),
  ]
  const times = { ...no_replies, count: 3, mean_seconds: 50, median_seconds: 40 }
  assert.deepEqual(summariseWork('1', counts, [{ agent_id: '1', count: 1, resolved: 0 }], times), {
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

test('An agent without activity has zeros and no rates', () => {
  assert.deepEqual(summariseWork('3', [], [], no_replies), {
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

test('Answers of several agents are summed, without a mean if there are none', () => {
  const counts = [count('answer', '1', { count: 2, seconds: 30 }), count('answer', '2', { count: 1, seconds: 70 })]
  assert.deepEqual(summariseAnswers(counts), { count: 3, mean_seconds: 33.3 })
  assert.deepEqual(summariseAnswers([]), { count: 0, mean_seconds: null })
})

test('Every agent in the counts appears once, and nobody is left out', () => {
  const times = new Map([
    ['human_reply:1', 0],
    ['working_reply:1', 0],
    ['human_reply:4', 0],
  ])
  assert.deepEqual(agentIds(times, [count('human', '2'), count('human', '0')], [count('assigned', '1')]), [
    '1',
    '4',
    '2',
  ])
})
