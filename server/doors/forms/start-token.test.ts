import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueStartToken, checkStartToken } from '#doors/forms/start-token.ts'

const secret = Buffer.alloc(32, 7)
const now = Date.parse('2026-11-15T12:00:00Z')
const judge = (token: string, at = now, form = '7', key = secret) => checkStartToken(key, form, token, at)

test('A form takes a person between two seconds and a day', () => {
  const token = issueStartToken(secret, '7', now)
  assert.equal(judge(token, now), 'hasty')
  assert.equal(judge(token, now + 1_999), 'hasty')
  assert.equal(judge(token, now + 2_000), 'fine')
  assert.equal(judge(token, now + 86_399_999), 'fine')
  assert.equal(judge(token, now + 86_400_000), 'stale')
})

test('A start token cannot be forged or used for another form', () => {
  const token = issueStartToken(secret, '7', now - 10_000)
  assert.equal(judge(token), 'fine')
  const moment = (now - 20_000).toString(36)
  for (const wrong of [
    '',
    '.',
    'x',
    moment,
    `${moment}.${token.split('.')[1]}`,
    `${token}x`,
    token.slice(1),
    'NaN.x',
    '\0',
  ])
    assert.equal(judge(wrong), 'stale', wrong)
  assert.equal(judge(token, now, '8'), 'stale')
  assert.equal(judge(token, now, '7', Buffer.alloc(32)), 'stale')
})
