import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fillTemplate, type TemplateContext, unknownVariables } from '#domains/workspace/variables.ts'

const about: TemplateContext = {
  contact: {
    id: '7',
    name: 'María del Carmen Ruiz',
    email: 'maria@example.com',
    phone_number: null,
    city: '',
    custom_attributes: { plan: 'Oro', visits: 3, vip: false },
  },
  agent: { name: 'Ana Gómez', email: 'ana@example.com' },
  conversation: { id: '12', custom_attributes: { order: 'A-1' } },
  inbox: { name: 'Sitio' },
  account: { name: 'Demo' },
}

test('A text can use variables of the contact, agent, conversation, inbox and workspace', () => {
  const table: [text: string, filled: string][] = [
    ['Hola {{contact.first_name}}', 'Hola María'],
    ['{{ contact.last_name }}', 'del Carmen Ruiz'],
    ['{{contact.name}} <{{contact.email}}>', 'María del Carmen Ruiz <maria@example.com>'],
    ['{{agent.first_name}} · {{agent.email}}', 'Ana · ana@example.com'],
    ['{{conversation.id}} {{inbox.name}} {{account.name}}', '12 Sitio Demo'],
    ['{{contact.custom_attributes.plan}} {{contact.custom_attribute.visits}}', 'Oro 3'],
    ['{{contact.custom_attributes.vip}}', 'false'],
    ['{{conversation.custom_attributes.order}}', 'A-1'],
  ]
  for (const [text, filled] of table) assert.equal(fillTemplate(text, about), filled, text)
})

test('A missing value is left out or replaced by its default', () => {
  assert.equal(fillTemplate('Tel. {{contact.phone_number}}.', about), 'Tel. .')
  assert.equal(fillTemplate('{{contact.city | default: "tu ciudad"}}', about), 'tu ciudad')
  assert.equal(fillTemplate("{{contact.phone_number|default:'—'}}", about), '—')
  assert.equal(fillTemplate('{{contact.first_name | default: "amigo"}}', about), 'María')
  assert.equal(fillTemplate('{{agent.name | default: "el equipo"}}', { account: { name: 'Demo' } }), 'el equipo')
})

test('An unknown variable is reported on saving, and inherited object properties are not reachable', () => {
  const text = '{{contact.first_name}} {{contact.password}} {{account.plan}} {{contact.constructor.name}}'
  assert.deepEqual(unknownVariables(text), ['contact.password', 'account.plan', 'contact.constructor.name'])
  assert.equal(fillTemplate('{{contact.constructor.name}}{{contact.custom_attributes.constructor}}', about), '')
  assert.deepEqual(unknownVariables('{{contact.custom_attributes.anything}} {{agent.name}}'), [])
})

test('Malformed variables are reported too, so no customer reads them', () => {
  const text =
    'Hola {{nombre}}, {{ contact.name | upcase }} {{contact.first-name}} {{}} {{contact.name}} {{account.name'
  assert.deepEqual(unknownVariables(text), [
    'nombre',
    'contact.name | upcase',
    'contact.first-name',
    '',
    'account.name',
  ])
  assert.deepEqual(unknownVariables('{{ contact.city | default: "tu ciudad" }} {una} {"json": {"a": 1}}'), [])
})

test('A contact’s name is never treated as a template', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      const text = fillTemplate('<{{contact.name}}>', { contact: { name }, account: { name: 'Demo' } })
      assert.equal(text, `<${name}>`)
    }),
  )
  const sly = { contact: { name: '{{account.name}}' }, account: { name: 'Demo' } }
  assert.equal(fillTemplate('{{contact.name}}', sly), '{{account.name}}')
})
