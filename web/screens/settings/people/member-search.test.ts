import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchesMember } from './member-search.ts'

const member = { name: 'Íngrid Peña Muñoz', email: 'ingrid@example.com' }

test('A member is found by parts of name and e-mail, ignoring accents and case', () => {
  for (const text of ['', 'pena', 'MUÑOZ íngrid', 'ingrid@', ' peña  example '])
    assert.ok(matchesMember(member, text), text)
  for (const text of ['pedro', 'pena juan']) assert.ok(!matchesMember(member, text), text)
})
