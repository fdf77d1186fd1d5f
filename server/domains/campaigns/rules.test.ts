import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as rules from '#domains/campaigns/rules.ts'

const per_minute = fc.integer({ min: 1, max: 6000 })
const times = (count: number) => fc.array(fc.integer({ min: 0, max: 4000 }), { minLength: count, maxLength: count })
const START = Date.parse('2030-01-01T00:00:00Z')

/** Send time of each message, for the given delay and duration of batches. */
function simulate(allowed: number, late: number[], lasting: number[]): number[] {
  const { at_once } = rules.pace(allowed)
  const moments: number[] = []
  let due = new Date(START)
  for (const [i, delay] of late.entries()) {
    const began = due.getTime() + delay
    const ended = began + lasting[i]!
    // Half at the start of the batch, half at its end.
    for (let n = 0; n < at_once; n++) moments.push(n % 2 === 0 ? began : ended)
    due = rules.nextSendAt(allowed, at_once, due, new Date(ended))
  }
  return moments.sort((a, b) => a - b)
}

test('No minute exceeds the rate, however late or slow the batches are', () => {
  fc.assert(
    fc.property(per_minute, times(70), times(70), fc.boolean(), (allowed, late, lasting, punctual) => {
      const scale = punctual ? 0 : 1
      const moments = simulate(
        allowed,
        late.map((each) => each * scale),
        lasting.map((each) => Math.round((each * scale) / 8)),
      )
      for (let first = 0, last = 0; last < moments.length; last++) {
        while (moments[last]! - moments[first]! >= 60_000) first++
        assert.ok(last - first + 1 <= allowed, `${last - first + 1} of ${allowed} in a minute`)
      }
    }),
    { numRuns: 300 },
  )
})

test('The rate is almost reached, even when every batch is half a second late', () => {
  fc.assert(
    fc.property(per_minute, (allowed) => {
      const { at_once, interval } = rules.pace(allowed)
      assert.ok((at_once * 60_000) / interval > allowed * 0.93 - 1)
      const late = Array.from({ length: 50 }, () => 500)
      const moments = simulate(
        allowed,
        late,
        late.map(() => 0),
      )
      assert.equal(moments.at(-1)! - moments[0]!, 49 * interval)
    }),
  )
})

test('Messages are spread over the minute in small batches, at most a second apart at high rates', () => {
  assert.deepEqual(rules.pace(60), { at_once: 1, interval: 1017 })
  assert.deepEqual(rules.pace(1), { at_once: 1, interval: 61_000 })
  assert.deepEqual(rules.pace(600), { at_once: 10, interval: 1017 })
  assert.deepEqual(rules.pace(6000), { at_once: 20, interval: 204 })
})

test('There is no burst after a pause, and a batch without messages causes no delay', () => {
  const [due, ended] = [new Date(START), new Date(START + 3_600_000)]
  assert.equal(rules.nextSendAt(60, 1, due, ended).getTime(), ended.getTime() - 1000 + 1017)
  assert.equal(rules.nextSendAt(60, 1, due, due).getTime(), START + 1017)
  assert.deepEqual(rules.nextSendAt(60, 0, due, ended), ended)
})
