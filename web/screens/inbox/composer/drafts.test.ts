import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Drafts, withDraft } from './drafts.ts'

const reply = (text: string) => ({ reply: text, note: '', mode: 'reply' }) as const

test('An empty draft is removed', () => {
  const all = withDraft({}, 'a', reply('hola'), 1)
  assert.equal(all['a']?.reply, 'hola')
  assert.deepEqual(withDraft(all, 'a', reply(''), 2), {})
})

test('Only the latest drafts are kept, and each is limited in length', () => {
  let all: Drafts = {}
  for (let at = 0; at < 60; at++) all = withDraft(all, `c${at}`, reply('x'.repeat(30_000)), at)
  assert.equal(Object.keys(all).length, 50)
  assert.ok(all['c59'] && !all['c9'])
  assert.equal(all['c59'].reply.length, 20_000)
})
