import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as rules from '#domains/campaigns/rules.ts'

const per_minute = fc.integer({ min: 1, max: 6000 })
const times = (count: number) => fc.array(fc.integer({ min: 0, max: 4000 }), { minLength: count, maxLength: count })
const START = Date.parse('2030-01-01T00:00:00Z')

/** When each message goes out, where every turn comes so late and takes so long. */
function simulate(allowed: number, late: number[], lasting: number[]): number[] {
  const { at_once } = rules.pace(allowed)
  const moments: number[] = []
  let due = new Date(START)
  for (const [i, delay] of late.entries()) {
    const began = due.getTime() + delay
    const ended = began + lasting[i]!
    // Some at the beginning of the turn, some at its end.
    for (let n = 0; n < at_once; n++) moments.push(n % 2 === 0 ? began : ended)
    due = rules.next(allowed, at_once, due, new Date(ended))
  }
  return moments.sort((a, b) => a - b)
}

test('in no minute more goes out than may, however late the turns come and however long they take', () => {
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

test('the pace is kept: little less goes out than may, also when every turn comes half a second late', () => {
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

test('a minute is filled little by little: few at once, a second or less apart where many may go out', () => {
  assert.deepEqual(rules.pace(60), { at_once: 1, interval: 1017 })
  assert.deepEqual(rules.pace(1), { at_once: 1, interval: 61_000 })
  assert.deepEqual(rules.pace(600), { at_once: 10, interval: 1017 })
  assert.deepEqual(rules.pace(6000), { at_once: 20, interval: 204 })
})

test('after a pause nothing comes in a burst, and who reached nobody waits for nothing', () => {
  const [due, ended] = [new Date(START), new Date(START + 3_600_000)]
  assert.equal(rules.next(60, 1, due, ended).getTime(), ended.getTime() - 1000 + 1017)
  assert.equal(rules.next(60, 1, due, due).getTime(), START + 1017)
  assert.deepEqual(rules.next(60, 0, due, ended), ended)
})
