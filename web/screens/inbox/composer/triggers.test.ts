import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insertChoice, matchesQuery, findTrigger } from './triggers.ts'

const found = (text: string, isNote = false) => {
  const trigger = findTrigger(text, text.length, isNote)
  return trigger && [trigger.kind, trigger.query, trigger.from]
}

test('A slash at the start of a word searches saved replies', () => {
  assert.deepEqual(found('/salu'), ['canned', 'salu', 0])
  assert.deepEqual(found('Hola\n/'), ['canned', '', 5])
  assert.equal(found('https://example.com'), undefined)
  assert.equal(found('y/o'), undefined)
  assert.equal(found('/saludo listo'), undefined)
})

test('An @ mentions people in notes only, and not within an e-mail address', () => {
  assert.deepEqual(found('Hola @ana ma', true), ['mention', 'ana ma', 5])
  assert.equal(found('@ana', false), undefined)
  assert.equal(found('yo@ana', true), undefined)
})

test('Two braces search the details of the contact', () => {
  assert.deepEqual(found('Hola {{nom'), ['variable', 'nom', 5])
  assert.equal(found('Hola {{nombre}}'), undefined)
})

test('The chosen suggestion replaces the typed text', () => {
  const text = 'Hola /sal, chao'
  const trigger = findTrigger(text, 9, false)!
  assert.deepEqual(insertChoice(text, trigger, 'buenas'), { text: 'Hola buenas, chao', cursor: 11 })
})

test('Search ignores accents and word order', () => {
  assert.ok(matchesQuery('garcia jose', 'José García'))
  assert.ok(matchesQuery('', 'x'))
  assert.ok(!matchesQuery('pedro', 'José García'))
})
