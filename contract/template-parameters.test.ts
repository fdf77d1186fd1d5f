import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkTemplateParameters, type TemplateDefinition, templateValues } from '#contract/template-parameters.ts'

const positional: TemplateDefinition = {
  parameter_format: 'positional',
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Pedido {{1}}' },
    { type: 'BODY', text: 'El {{2}} llega lo tuyo, {{1}}. {{1}}, ¡gracias!' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Sí' },
        { type: 'URL', text: 'Ver', url: 'https://pan.example/{{1}}' },
        { type: 'URL', text: 'Inicio', url: 'https://pan.example' },
      ],
    },
  ],
}
const details = (template: TemplateDefinition, parameters: object, hasFile?: boolean) =>
  checkTemplateParameters(template, parameters, hasFile).map(({ field, detail }) => `${field}: ${detail}`)

test('Header, body and buttons of a template count their values separately', () => {
  assert.deepEqual(
    templateValues(positional).map(({ part, key, type, is_optional }) => [part, key, type, is_optional]),
    [
      ['header', '1', 'text', false],
      ['body', '1', 'text', false],
      ['body', '2', 'text', false],
      ['button', '0', 'payload', true],
      ['button', '1', 'url', false],
    ],
  )
})

test('Complete values have no problem, and every missing or surplus one is named', () => {
  assert.deepEqual(details(positional, { header: 'A', body: ['Ana', 'lunes'], buttons: { 1: 'a' } }), [])
  assert.deepEqual(details(positional, { body: ['Ana', '', 'x'], buttons: { 2: 'y' } }), [
    'header: {{1}} of the header needs a value.',
    'body.2: {{2}} of the body needs a value.',
    'buttons.1: Button 1 needs a value.',
    'body.3: The body has no {{3}}.',
    'buttons.2: Button 2 takes no value.',
  ])
})

test('Named values are given by name', () => {
  const named: TemplateDefinition = {
    parameter_format: 'named',
    components: [{ type: 'BODY', text: 'Hola {{nombre}}' }],
  }
  assert.deepEqual(details(named, { body: { nombre: 'Ana' } }), [])
  assert.deepEqual(details(named, { header: 'x', body: { apellido: 'Paz' } }), [
    'body.nombre: {{nombre}} of the body needs a value.',
    'header: The header of this template takes no value.',
    'body.apellido: The body has no {{apellido}}.',
  ])
  assert.deepEqual(details(named, { body: ['Ana'] }).length, 2)
})

test('A header with a file needs a link or an attachment, one with a place its coordinates', () => {
  const withHeader = (format: string): TemplateDefinition => ({
    parameter_format: 'positional',
    components: [{ type: 'HEADER', format }],
  })
  assert.deepEqual(details(withHeader('IMAGE'), { header: { link: 'https://x.example/a.png' } }), [])
  assert.deepEqual(details(withHeader('IMAGE'), { header: { attachment_id: '5' } }), [])
  assert.deepEqual(details(withHeader('VIDEO'), {}, true), [])
  assert.deepEqual(details(withHeader('DOCUMENT'), { header: 'text' }), [
    'header: The header needs a document: a link or an attachment.',
  ])
  assert.deepEqual(details(withHeader('LOCATION'), { header: { latitude: 1, longitude: 2 } }), [])
  assert.equal(details(withHeader('LOCATION'), {}).length, 1)
})

test('Values must be one line of text', () => {
  const problems = details(positional, { header: 7, body: ['a\nb', 'a     b'], buttons: { 1: 'ok' } })
  assert.deepEqual(problems, [
    'header: {{1}} of the header must be text.',
    'body.1: {{1}} of the body must be one line without tabs and long gaps.',
    'body.2: {{2}} of the body must be one line without tabs and long gaps.',
  ])
})

test('Carousels and limited offers cannot be sent', () => {
  const components = [{ type: 'CAROUSEL', cards: [] }]
  assert.deepEqual(details({ parameter_format: 'positional', components }, {}), [
    'template: Templates of the kind CAROUSEL cannot be sent.',
  ])
})
