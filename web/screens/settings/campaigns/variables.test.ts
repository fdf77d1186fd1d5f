import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insertVariable, pieces } from './variables.ts'

test('a text is cut where its variables stand', () => {
  assert.deepEqual(pieces('Hola {{contact.first_name}}, en {{ contact.city | default: "tu ciudad" }}'), [
    { text: 'Hola ' },
    { text: '{{contact.first_name}}', path: 'contact.first_name' },
    { text: ', en ' },
    { text: '{{ contact.city | default: "tu ciudad" }}', path: 'contact.city' },
  ])
  assert.deepEqual(pieces('sin {{ nada'), [{ text: 'sin {{ nada' }])
  assert.deepEqual(pieces(''), [])
})

test('a variable is put in where the cursor is', () => {
  assert.deepEqual(insertVariable('Hola , ¿qué tal?', 'contact.first_name', 5), {
    content: 'Hola {{contact.first_name}}, ¿qué tal?',
    cursor: 27,
  })
})
