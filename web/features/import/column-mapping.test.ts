import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findProblem, guessTargets, SKIP } from './column-mapping.ts'

const defined = [{ key: 'presupuesto', display_name: 'Presupuesto máximo' }]

test('Columns are recognised in both languages, and by the custom fields of the workspace', () => {
  const columns = ['Nombre Completo', 'Celular', 'E-mail', 'Presupuesto máximo', 'Talla', 'Creado', '']
  assert.deepEqual(guessTargets('contacts', columns, defined), [
    'name',
    'phone_number',
    'email',
    'custom_attributes.presupuesto',
    'custom_attributes.talla',
    SKIP,
    SKIP,
  ])
})

test('Of two columns for the same field, the second becomes a custom field', () => {
  assert.deepEqual(guessTargets('contacts', ['name', 'phone', 'WhatsApp'], []), [
    'name',
    'phone_number',
    'custom_attributes.whatsapp',
  ])
  assert.deepEqual(guessTargets('contacts', ['Talla', 'talla'], []), ['custom_attributes.talla', SKIP])
})

test('A file needs a name and a phone or e-mail, and no field twice', () => {
  assert.equal(findProblem('contacts', ['name', 'email', SKIP, SKIP]), undefined)
  assert.deepEqual(findProblem('contacts', ['email']), { is: 'name' })
  assert.deepEqual(findProblem('contacts', ['name', 'city']), { is: 'reach' })
  assert.deepEqual(findProblem('contacts', ['name', 'email', 'email']), { is: 'duplicate', target: 'email' })
})

test('Columns of deals are recognised as exports and other products write them', () => {
  const exported = ['ID', 'Título', 'Valor', 'Responsable', 'Correo del contacto', 'Etapa', 'Fecha de cierre']
  assert.deepEqual(guessTargets('opportunities', exported, []), [
    SKIP,
    'name',
    'amount',
    'owner',
    'contact_email',
    'stage',
    'closed_at',
  ])
  const other = ['Deal - Title', 'Title', 'Value', 'Add time', 'Won time', 'Person email']
  assert.deepEqual(guessTargets('opportunities', other, []).slice(1), [
    'name',
    'amount',
    'created_at',
    'won_at',
    'contact_email',
  ])
})

test('A file of deals needs a title, a contact and a close date; one of leads only a title', () => {
  assert.equal(findProblem('leads', ['name']), undefined)
  assert.deepEqual(findProblem('leads', ['email']), { is: 'name' })
  assert.deepEqual(findProblem('opportunities', ['name', 'amount']), { is: 'contact' })
  assert.deepEqual(findProblem('opportunities', ['name', 'contact_email']), { is: 'close' })
  assert.equal(findProblem('opportunities', ['name', 'contact_name', 'won_at']), undefined)
})
