import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readChannelDetails } from './channel-details.ts'

test('Channel details are flattened into lines, and only web addresses become links', () => {
  const attributes = {
    referer: 'https://example.com/a',
    browser: { name: 'Firefox', version: 130 },
    tags: ['a', 'b'],
    x: null,
  }
  assert.deepEqual(
    readChannelDetails(attributes).map(({ key, text }) => `${key}: ${text}`),
    ['referer: https://example.com/a', 'browser.name: Firefox', 'browser.version: 130', 'tags: a, b'],
  )
  assert.deepEqual(
    readChannelDetails({ one: 'https://example.com', two: 'javascript:alert(1)' }).map(({ isAddress }) => isAddress),
    [true, false],
  )
})
