import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completed, fits, triggerAt } from './triggers.ts'

const found = (text: string, isNote = false) => {
  const trigger = triggerAt(text, text.length, isNote)
  return trigger && [trigger.kind, trigger.query, trigger.from]
}

test('a slash looks for a canned response where a word could begin', () => {
  assert.deepEqual(found('/salu'), ['canned', 'salu', 0])
  assert.deepEqual(found('Hola\n/'), ['canned', '', 5])
  assert.equal(found('https://example.com'), undefined)
  assert.equal(found('y/o'), undefined)
  assert.equal(found('/saludo listo'), undefined)
})

test('an @ names people in notes only, and not in an e-mail address', () => {
  assert.deepEqual(found('Hola @ana ma', true), ['mention', 'ana ma', 5])
  assert.equal(found('@ana', false), undefined)
  assert.equal(found('yo@ana', true), undefined)
})

test('two braces look for what is known of the contact', () => {
  assert.deepEqual(found('Hola {{nom'), ['variable', 'nom', 5])
  assert.equal(found('Hola {{nombre}}'), undefined)
})

test('what is chosen takes the place of what was typed', () => {
  const text = 'Hola /sal, chao'
  const trigger = triggerAt(text, 9, false)!
  assert.deepEqual(completed(text, trigger, 'buenas'), { text: 'Hola buenas, chao', cursor: 11 })
})

test('what is looked for is found without accents, in any order', () => {
  assert.ok(fits('garcia jose', 'José García'))
  assert.ok(fits('', 'x'))
  assert.ok(!fits('pedro', 'José García'))
})
