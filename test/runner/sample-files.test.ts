import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTests, secondsOf } from './jobs.ts'
import { sampleFiles, seedOfCommit } from './sample-files.ts'

const files = findTests(['server', 'test'])
const samples = [0, 1000, 2000].map((seed) => sampleFiles(files, seed))

test('Three samples contain every file, each browser and fault test once', () => {
  assert.deepEqual([...new Set(samples.flat())].sort(), files.toSorted())
  const thirds = samples
    .flat()
    .filter((file) => /^test\/(e2e|faults)\//.test(file) && !file.endsWith('/screens.test.ts'))
  assert.equal(new Set(thirds).size, thirds.length)
})

test('Every sample opens all screens and runs every other test', () => {
  const others = files.filter((file) => !/^test\/(e2e|faults)\//.test(file))
  for (const each of samples) {
    assert.ok(each.includes('test/e2e/screens.test.ts'))
    assert.deepEqual(
      others.filter((file) => !each.includes(file)),
      [],
    )
  }
})

test('No sample takes much longer than the others', () => {
  const seconds = samples.map((each) => each.reduce((sum, file) => sum + secondsOf(file), 0))
  assert.ok(Math.max(...seconds) < 1.1 * Math.min(...seconds), seconds.join())
})

test('The same commit draws the same sample', () => {
  assert.equal(seedOfCommit(), seedOfCommit())
})
