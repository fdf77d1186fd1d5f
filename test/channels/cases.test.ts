import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { cases } from '#test/channels/cases.ts'

const root = new URL('../../', import.meta.url)

test('Each of the sixty cases of channels is shown by a test that exists', () => {
  assert.deepEqual(
    cases.map(({ number }) => number),
    Array.from({ length: 60 }, (_, index) => index + 1),
  )
  const missing = cases.flatMap(({ number, tests }) =>
    tests
      .filter(([file, title]) => !titlesOf(file).some((each) => each.includes(title)))
      .map((each) => [number, ...each]),
  )
  assert.deepEqual(missing, [])
  assert.ok(cases.every(({ tests }) => tests.length > 0))
})

/** The lines of a test file that name its tests. */
function titlesOf(file: string): string[] {
  const address = new URL(`${file}.test.ts`, root)
  const lines = existsSync(address) ? readFileSync(address, 'utf8').split('\n') : []
  return lines.filter((line, index) => /^\s*test\(/.test(line) || /^\s*test\($/.test(lines[index - 1] ?? ''))
}
