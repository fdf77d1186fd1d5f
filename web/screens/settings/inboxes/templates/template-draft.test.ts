import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyTemplate, findProblems, toTemplate } from './template-draft.ts'

const draft = { ...emptyTemplate, name: 'recordatorio', body: 'Hola {{1}}, te esperamos el {{2}}.' }

test('A template names what is missing: its examples, a button’s address, a valid name', () => {
  assert.deepEqual(findProblems(draft), ['examples'])
  assert.deepEqual(findProblems({ ...emptyTemplate, name: 'Con Espacios' }), ['name', 'body'])
  const buttons = [{ kind: 'URL' as const, text: 'Ver', value: '' }]
  assert.deepEqual(findProblems({ ...draft, body: 'Hola', buttons }), ['buttons'])
})

test('A template is submitted in the provider’s form, with its examples', () => {
  const examples = { 'body.1': 'Ana', 'body.2': 'lunes' }
  assert.deepEqual(toTemplate('7', { ...draft, examples, footer: 'Hilo' }), {
    inbox_id: '7',
    name: 'recordatorio',
    language: 'es_MX',
    category: 'UTILITY',
    parameter_format: 'positional',
    components: [
      { type: 'BODY', text: draft.body, example: { body_text: [['Ana', 'lunes']] } },
      { type: 'FOOTER', text: 'Hilo' },
    ],
  })
})

test('A header is nothing, a text, or a file that was uploaded as its example', () => {
  const plain = { ...draft, body: 'Hola' }
  assert.deepEqual(findProblems({ ...plain, header_kind: 'TEXT' }), ['header'])
  assert.deepEqual(findProblems({ ...plain, header_kind: 'IMAGE', header: 'Hola {{1}}' }), ['header'])
  const header_file = { token: 't', name: 'pan.jpg', preview: 'blob:1' }
  const submitted = toTemplate('7', { ...plain, header_kind: 'IMAGE', header: 'ignored', header_file })
  assert.deepEqual([submitted.header_file, submitted.components[0]], ['t', { type: 'HEADER', format: 'IMAGE' }])
  const without = toTemplate('7', { ...plain, header_file, header: 'ignored' })
  assert.deepEqual([without.header_file, without.components.length], [undefined, 1])
})

test('A link that ends differently for each customer has an example', () => {
  const buttons = [{ kind: 'URL' as const, text: 'Ver', value: 'https://pan.mx/pedido/{{1}}' }]
  const linked = { ...draft, body: 'Hola', buttons }
  assert.deepEqual(findProblems(linked), ['examples'])
  const { components } = toTemplate('7', { ...linked, examples: { 'button.0': '71' } })
  assert.deepEqual(components[1], {
    type: 'BUTTONS',
    buttons: [{ type: 'URL', text: 'Ver', url: 'https://pan.mx/pedido/{{1}}', example: ['https://pan.mx/pedido/71'] }],
  })
})

test('Variables with names become named parameters', () => {
  const named = { ...draft, body: 'Hola {{nombre}}', examples: { 'body.nombre': 'Ana' } }
  const { parameter_format, components } = toTemplate('7', named)
  assert.equal(parameter_format, 'named')
  assert.deepEqual(components[0], {
    type: 'BODY',
    text: 'Hola {{nombre}}',
    example: { body_text_named_params: [{ param_name: 'nombre', example: 'Ana' }] },
  })
})
