import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fillIn, type Speaking, unknownIn } from '#domains/workspace/variables.ts'

const about: Speaking = {
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

test('a text speaks of the contact, the agent, the conversation, the inbox and the workspace', () => {
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
  for (const [text, filled] of table) assert.equal(fillIn(text, about), filled, text)
})

test('what is not known is left out, or says its default', () => {
  assert.equal(fillIn('Tel. {{contact.phone_number}}.', about), 'Tel. .')
  assert.equal(fillIn('{{contact.city | default: "tu ciudad"}}', about), 'tu ciudad')
  assert.equal(fillIn("{{contact.phone_number|default:'—'}}", about), '—')
  assert.equal(fillIn('{{contact.first_name | default: "amigo"}}', about), 'María')
  assert.equal(fillIn('{{agent.name | default: "el equipo"}}', { account: { name: 'Demo' } }), 'el equipo')
})

test('an unknown variable is named when it is saved, and nothing of an object is reached besides what is known', () => {
  const text = '{{contact.first_name}} {{contact.password}} {{account.plan}} {{contact.constructor.name}}'
  assert.deepEqual(unknownIn(text), ['contact.password', 'account.plan', 'contact.constructor.name'])
  assert.equal(fillIn('{{contact.constructor.name}}{{contact.custom_attributes.constructor}}', about), '')
  assert.deepEqual(unknownIn('{{contact.custom_attributes.anything}} {{agent.name}}'), [])
})

test('what looks like a variable and is none is named too, so that no customer reads it as it was written', () => {
  const text =
    'Hola {{nombre}}, {{ contact.name | upcase }} {{contact.first-name}} {{}} {{contact.name}} {{account.name'
  assert.deepEqual(unknownIn(text), ['nombre', 'contact.name | upcase', 'contact.first-name', '', 'account.name'])
  assert.deepEqual(unknownIn('{{ contact.city | default: "tu ciudad" }} {una} {"json": {"a": 1}}'), [])
})

test('what a contact calls themselves is never read as a variable in its turn', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      const said = fillIn('<{{contact.name}}>', { contact: { name }, account: { name: 'Demo' } })
      assert.equal(said, `<${name}>`)
    }),
  )
  const sly = { contact: { name: '{{account.name}}' }, account: { name: 'Demo' } }
  assert.equal(fillIn('{{contact.name}}', sly), '{{account.name}}')
})
