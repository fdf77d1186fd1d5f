import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFacts } from './facts.ts'

test('what a channel knows is told line by line, and only a web address is one', () => {
  const kept = {
    referer: 'https://example.com/a',
    browser: { name: 'Firefox', version: 130 },
    tags: ['a', 'b'],
    x: null,
  }
  assert.deepEqual(
    readFacts(kept).map(({ key, text }) => `${key}: ${text}`),
    ['referer: https://example.com/a', 'browser.name: Firefox', 'browser.version: 130', 'tags: a, b'],
  )
  assert.deepEqual(
    readFacts({ one: 'https://example.com', two: 'javascript:alert(1)' }).map(({ isAddress }) => isAddress),
    [true, false],
  )
})
