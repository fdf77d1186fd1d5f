import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pieces } from './pieces.ts'

test('a text is cut where its variables stand', () => {
  assert.deepEqual(pieces('Hola {{contact.first_name}}!'), [
    { text: 'Hola ' },
    { text: '{{contact.first_name}}', path: 'contact.first_name' },
    { text: '!' },
  ])
})

test('a variable may say what stands in its place', () => {
  const [piece] = pieces(`{{ contact.city | default: "tu ciudad" }}`)
  assert.deepEqual([piece?.path, piece?.otherwise], ['contact.city', 'tu ciudad'])
})

test('what only looks like a variable is text', () => {
  assert.deepEqual(pieces('{{first_name}} {x}'), [{ text: '{{first_name}} {x}' }])
  assert.deepEqual(pieces(''), [])
})
