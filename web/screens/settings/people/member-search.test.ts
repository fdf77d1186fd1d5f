import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goesBy } from './member-search.ts'

const member = { name: 'Íngrid Peña Muñoz', email: 'ingrid@example.com' }

test('a member is found by parts of name and e-mail, accents and case aside', () => {
  for (const text of ['', 'pena', 'MUÑOZ íngrid', 'ingrid@', ' peña  example ']) assert.ok(goesBy(member, text), text)
  for (const text of ['pedro', 'pena juan']) assert.ok(!goesBy(member, text), text)
})
