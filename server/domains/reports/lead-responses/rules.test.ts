import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFigures } from './rules.ts'

const nobody = {
  total: 0,
  no_conversation: 0,
  contacted: 0,
  seconds: 0,
  median_seconds: null,
  p90_seconds: null,
  customer_replied: 0,
  within: [0, 0, 0, 0, 0],
}

test('Shares are of all leads; times and customer replies are of contacted ones', () => {
  const result = toFigures({
    total: 9,
    no_conversation: 1,
    contacted: 6,
    seconds: 1000,
    median_seconds: 12.5,
    p90_seconds: 700,
    customer_replied: 4,
    within: [3, 2, 1, 0, 0],
  })
  assert.deepEqual(result, {
    total: 9,
    no_conversation: 1,
    contacted: 6,
    pct_contacted: 66.7,
    mean_seconds: 166.7,
    median_seconds: 12.5,
    p90_seconds: 700,
    customer_replied: 4,
    pct_customer_reply: 66.7,
    buckets: [
      { within: '5m', count: 3, share: 33.3 },
      { within: '15m', count: 2, share: 22.2 },
      { within: '1h', count: 1, share: 11.1 },
      { within: '24h', count: 0, share: 0 },
      { within: 'more', count: 0, share: 0 },
      { within: 'never', count: 3, share: 33.3 },
    ],
  })
})

test('Without leads there is no percentage, and without contacted ones no time', () => {
  const result = toFigures(nobody)
  assert.deepEqual([result.pct_contacted, result.mean_seconds, result.pct_customer_reply], [null, null, null])
  assert.deepEqual(result.buckets[5], { within: 'never', count: 0, share: null })
  const waiting = toFigures({ ...nobody, total: 2 })
  assert.deepEqual([waiting.pct_contacted, waiting.mean_seconds, waiting.pct_customer_reply], [0, null, null])
  assert.deepEqual(waiting.buckets[5], { within: 'never', count: 2, share: 100 })
})
