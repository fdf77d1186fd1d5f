import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filled, unfilledIn, valuesOf } from './variables.ts'

const values = valuesOf({
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

test('what is known is filled in, and what is not stays to be seen', () => {
  const text = 'Hola {{contact.first_name}}, soy {{ agent.name }} de {{account.name}}. {{contact.phone_number}}'
  assert.equal(filled(text, values), 'Hola María, soy Ana Gómez de Demo. {{contact.phone_number}}')
  assert.deepEqual(unfilledIn(filled(text, values)), ['contact.phone_number'])
})

test('a default stands in, and attributes go by either spelling', () => {
  assert.equal(filled('{{contact.city | default: "tu ciudad"}}', values), 'tu ciudad')
  assert.equal(filled('{{contact.custom_attribute.plan}}{{contact.custom_attributes.plan}}', values), 'OroOro')
})

test('what only looks like a variable is left alone', () => {
  assert.equal(filled('{{first_name}} {{contact.name', values), '{{first_name}} {{contact.name')
  assert.deepEqual(unfilledIn('{{x}}'), [])
})
