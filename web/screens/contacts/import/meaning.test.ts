import assert from 'node:assert/strict'
import { test } from 'node:test'
import { complaintAbout, guess, SKIP } from './meaning.ts'

const defined = [{ key: 'presupuesto', display_name: 'Presupuesto máximo' }]

test('columns are understood in both languages, and by the attributes of the workspace', () => {
  const heading = ['Nombre Completo', 'Celular', 'E-mail', 'Presupuesto máximo', 'Talla', 'Creado', '']
  assert.deepEqual(guess(heading, defined), [
    'name',
    'phone_number',
    'email',
    'custom_attributes.presupuesto',
    'custom_attributes.talla',
    SKIP,
    SKIP,
  ])
})

test('of two columns that could be the same field, the second becomes an attribute', () => {
  assert.deepEqual(guess(['name', 'phone', 'WhatsApp'], []), ['name', 'phone_number', 'custom_attributes.whatsapp'])
  assert.deepEqual(guess(['Talla', 'talla'], []), ['custom_attributes.talla', SKIP])
})

test('a file needs a name and a way to reach people, and no field twice', () => {
  assert.equal(complaintAbout(['name', 'email', SKIP, SKIP]), undefined)
  assert.deepEqual(complaintAbout(['email']), { is: 'name' })
  assert.deepEqual(complaintAbout(['name', 'city']), { is: 'reach' })
  assert.deepEqual(complaintAbout(['name', 'email', 'email']), { is: 'doubled', meaning: 'email' })
})
