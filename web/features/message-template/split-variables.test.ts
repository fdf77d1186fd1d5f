import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitVariables } from './split-variables.ts'

test('A text is split at its variables', () => {
  assert.deepEqual(splitVariables('Hola {{contact.first_name}}!'), [
    { text: 'Hola ' },
    { text: '{{contact.first_name}}', path: 'contact.first_name' },
    { text: '!' },
  ])
})

test('A variable may have a default value', () => {
  const [piece] = splitVariables(`{{ contact.city | default: "tu ciudad" }}`)
  assert.deepEqual([piece?.path, piece?.otherwise], ['contact.city', 'tu ciudad'])
})

test('Text that only looks like a variable stays text', () => {
  assert.deepEqual(splitVariables('{{first_name}} {x}'), [{ text: '{{first_name}} {x}' }])
  assert.deepEqual(splitVariables(''), [])
})
