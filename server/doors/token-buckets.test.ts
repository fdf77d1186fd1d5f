import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTokenBuckets } from '#doors/token-buckets.ts'

test('A subject has its allowance at once, then as many a minute, and others have their own', () => {
  let now = 0
  const buckets = createTokenBuckets(() => now)
  for (let i = 0; i < 60; i++) assert.equal(buckets.take('a', 60), 0)
  assert.equal(buckets.take('a', 60), 1, 'seconds until the next')
  assert.equal(buckets.wait('a', 60), 1)
  assert.equal(buckets.take('b', 60), 0)
  now = 999
  assert.ok(buckets.take('a', 60) > 0, 'a refused call costs nothing and grants nothing')
  now = 1_000
  assert.equal(buckets.take('a', 60), 0)
  assert.equal(buckets.take('a', 60), 1)
  now = 3_600_000
  for (let i = 0; i < 60; i++) assert.equal(buckets.take('a', 60), 0, 'an idle hour saves one allowance, not sixty')
  assert.equal(buckets.take('a', 60), 1)
})

test('Memory is bounded: of very many subjects the one seen least recently is forgotten', () => {
  const buckets = createTokenBuckets(() => 0)
  for (const subject of ['old', 'kept']) buckets.take(subject, 1)
  for (let i = 0; i < 49_998; i++) buckets.take(`address ${i}`, 1)
  assert.ok(buckets.take('kept', 1) > 0)
  buckets.take('one more', 1)
  assert.equal(buckets.wait('old', 1), 0)
  assert.ok(buckets.wait('kept', 1) > 0)
})
