import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  findUncovered,
  covers,
  listGaps,
  type Position,
  type Range,
  readPosition,
  findHighest,
  union,
  upTo,
  writePosition,
} from '#kernel/position.ts'
import { refused } from '#test/refusal.ts'

const LAST = 30
const all = Array.from({ length: LAST + 1 }, (_, i) => i)

/** Any position among the first numbers, with the set of what it knows. */
const position = fc
  .tuple(fc.nat(5), fc.uniqueArray(fc.integer({ min: 1, max: LAST })))
  .map(([floor, others]) => union([[0, floor]], ranges(others)))

test('A position is written compactly and read back unchanged', () => {
  assert.equal(writePosition([[0, 4711]]), '4711')
  const position: Position = [
    [0, 4711],
    [4713, 4713],
    [4720, 4722],
  ]
  assert.equal(writePosition(position), '4711:4713,4720-4722')
  assert.deepEqual(readPosition('4711:4713,4720-4722'), position)
})

test('Every position can be written and read', () => {
  fc.assert(fc.property(position, (each) => assert.deepEqual(readPosition(writePosition(each)), each)))
})

test('An invalid position is refused', () => {
  const malformed = "|x|-1|1.5|1e3|0x10| 1|4711:|:4713|4711:4713,|4711:4713-|4711;4713|4711:4713 |9999999999999999|1'--"
  const disordered = '10:9|10:10|10:11|10:13-12|10:13,12|10:13,14|10:12-14,14'
  const long = `0:${Array.from({ length: 201 }, (_, i) => 2 + i * 2).join(',')}`
  for (const text of [...malformed.split('|'), ...disordered.split('|'), long]) {
    assert.equal(refused(() => readPosition(text)).code, 'invalid_request', text)
  }
})

test('A position with very many holes is cut, so that a header can carry it', () => {
  const holes = union([[0, 1]], ranges(Array.from({ length: 1000 }, (_, i) => 1_000_000_000_000 + i * 2)))
  const text = writePosition(holes)
  assert.ok(text.length < 4_000)
  assert.deepEqual(findUncovered(holes, readPosition(text)), [])
})

test('Positions behave as sets: union, difference, and cut at a sequence', () => {
  fc.assert(
    fc.property(position, position, fc.integer({ min: 0, max: LAST }), (a, b, sequence) => {
      const has = (each: Position) => all.filter((n) => covers(each, n))
      assert.deepEqual(
        has(union(a, b)),
        all.filter((n) => covers(a, n) || covers(b, n)),
      )
      assert.deepEqual(
        numbers(findUncovered(a, b)),
        all.filter((n) => covers(b, n) && !covers(a, n)),
      )
      assert.deepEqual(
        has(upTo(a, sequence)),
        all.filter((n) => covers(a, n) && n <= sequence),
      )
      assert.deepEqual(
        numbers(listGaps(a).map(([first, last]) => [first, Math.min(last, LAST)])),
        all.filter((n) => !covers(a, n)),
      )
      assert.equal(findHighest(a), Math.max(...has(a)))
      // Ranges that touch are one, so that positions are short.
      assert.ok(union(a, b).every(([first], i, each) => i === 0 || first > each[i - 1]![1] + 1))
    }),
  )
})

function ranges(sequences: number[]): Range[] {
  return sequences.map((sequence) => [sequence, sequence])
}

function numbers(each: Range[]): number[] {
  return each.flatMap(([first, last]) => all.filter((n) => first <= n && n <= last))
}
