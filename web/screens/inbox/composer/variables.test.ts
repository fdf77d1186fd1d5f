import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillVariables, findUnfilled, variableValues } from './variables.ts'

const values = variableValues({
  contact: {
    id: '7',
    name: 'María del Carmen Ruiz',
    phone_number: null,
    email: 'maria@example.com',
    city: '',
    custom_attributes: { plan: 'Oro' },
  },
  agent: { name: 'Ana Gómez', email: 'ana@example.com' },
  conversation: { id: '12', inbox: { id: '1', name: 'Sitio' }, custom_attributes: {} },
  account: { name: 'Demo' },
})

test('Variables with a value are filled in, and the others stay visible', () => {
  const text = 'Hola {{contact.first_name}}, soy {{ agent.name }} de {{account.name}}. {{contact.phone_number}}'
  assert.equal(fillVariables(text, values), 'Hola María, soy Ana Gómez de Demo. {{contact.phone_number}}')
  assert.deepEqual(findUnfilled(fillVariables(text, values)), ['contact.phone_number'])
})

test('A default replaces a missing value, and custom fields work in both spellings', () => {
  assert.equal(fillVariables('{{contact.city | default: "tu ciudad"}}', values), 'tu ciudad')
  assert.equal(fillVariables('{{contact.custom_attribute.plan}}{{contact.custom_attributes.plan}}', values), 'OroOro')
})

test('Text that only looks like a variable is left alone', () => {
  assert.equal(fillVariables('{{first_name}} {{contact.name', values), '{{first_name}} {{contact.name')
  assert.deepEqual(findUnfilled('{{x}}'), [])
})
