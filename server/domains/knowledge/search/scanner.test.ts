import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openScanner } from './scanner.ts'
import { pack, strideOf, toBytes } from './vector-rules.ts'

const dimensions = fc.integer({ min: 1, max: 70 })
const vector = (size: number) =>
  fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: size, maxLength: size }).map(unit)
const several = dimensions.chain((size) =>
  fc.record({
    size: fc.constant(size),
    query: vector(size),
    rows: fc.array(vector(size), { minLength: 1, maxLength: 20 }),
  }),
)

function unit(values: number[]): Float32Array {
  const length = Math.hypot(...values)
  return Float32Array.from(values, (each) => (length < 1e-6 ? 0 : each / length))
}

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, each, i) => sum + each * b[i]!, 0)

test('Every row’s score matches the exact calculation closely despite compression', () => {
  fc.assert(
    fc.property(several, ({ size, query, rows }) => {
      const scanner = openScanner(size)
      scanner.append(pack(rows, size))
      const scores = scanner.scan(query)
      const packedQuery = toBytes(query)
      for (const [i, row] of rows.entries()) {
        const kept = toBytes(row)
        const byHand =
          kept.bytes.reduce((sum, each, d) => sum + each * packedQuery.bytes[d]!, 0) * kept.scale * packedQuery.scale
        assert.ok(Math.abs(scores[i]! - byHand) < 1e-5)
        assert.ok(Math.abs(scores[i]! - cosine(row, query)) < 0.1)
        assert.ok(Math.abs(scanner.exactly(i, query) - cosine(row, query)) < 0.06)
      }
    }),
  )
})

test('Rows can be added across any number of memory pages and are read back unchanged', () => {
  const scanner = openScanner(256)
  const rows = Array.from({ length: 1000 }, (_, i) => unit(Array.from({ length: 256 }, (_, d) => Math.sin(i * 7 + d))))
  assert.equal(scanner.append(pack(rows.slice(0, 1), 256)), 0)
  assert.equal(scanner.append(pack(rows.slice(1), 256)), 1)
  const scores = scanner.scan(rows[700]!)
  assert.equal(scores.length, 1000)
  assert.equal(scores.indexOf(Math.max(...scores)), 700)
  const again = openScanner(256)
  again.append(scanner.rows(700, 1).slice())
  assert.ok(Math.abs(again.scan(rows[700]!)[0]! - 1) < 0.01)
  assert.equal(pack(rows, 256).length, 1000 * strideOf(256))
})

test('Nothing matches a zero vector', () => {
  const scanner = openScanner(16)
  scanner.append(pack([unit([1, ...Array<number>(15).fill(0)])], 16))
  assert.deepEqual([...scanner.scan(new Float32Array(16))], [0])
  assert.deepEqual([...openScanner(16).scan(new Float32Array(16))], [])
})
