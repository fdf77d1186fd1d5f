import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withBreaker } from './breaker.ts'

test('After repeated failures calls of one workspace fail at once for a while, and then one tries again', async () => {
  let now = 0
  let calls = 0
  const fail = () =>
    withBreaker(
      'breaker-a',
      () => (calls++, Promise.reject(new Error('down'))),
      () => now,
    )
  for (let i = 0; i < 3; i++) await assert.rejects(fail(), /down/)
  await assert.rejects(fail(), /paused/)
  assert.equal(calls, 3)
  assert.equal(
    await withBreaker(
      'breaker-b',
      async () => 'ok',
      () => now,
    ),
    'ok',
    'another workspace is not affected',
  )
  now += 30_000
  await assert.rejects(fail(), /down/)
  await assert.rejects(fail(), /paused/)
  now += 30_000
  assert.equal(
    await withBreaker(
      'breaker-a',
      async () => 'ok',
      () => now,
    ),
    'ok',
  )
  await assert.rejects(fail(), /down/)
})
