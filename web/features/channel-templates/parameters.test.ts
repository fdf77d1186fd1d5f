import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChannelTemplate } from '#contract/records/channel.ts'
import { checkTemplateParameters } from '#contract/template-parameters.ts'
import { fillText, textsOf, toParameters } from './parameters.ts'

const template: ChannelTemplate = {
  id: '1',
  name: 'visita',
  language: 'es',
  category: 'UTILITY',
  status: 'APPROVED',
  parameter_format: 'positional',
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Hola {{1}}' },
    { type: 'BODY', text: 'Tu visita es el {{1}} a las {{2}}.' },
    { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Confirmar' }] },
  ],
  rejected_reason: null,
  updated_at: '2026-11-16T10:00:00Z',
}

test('The values entered for a template are sent in its own order', () => {
  const entered = { header: ' Ana ', 'body.2': '10:00', 'body.1': 'lunes' }
  const parameters = toParameters(template, entered)
  assert.deepEqual(parameters, { header: 'Ana', body: ['lunes', '10:00'] })
  assert.deepEqual(checkTemplateParameters(template, parameters), [])
  assert.deepEqual(
    checkTemplateParameters(template, toParameters(template, {})).map(({ field }) => field),
    ['header', 'body.1', 'body.2'],
  )
})

test('The file of a header is a link, or a file attached to the message', () => {
  const withImage = {
    ...template,
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Hola' },
    ],
  }
  const link = 'https://tienda.example/foto.jpg'
  assert.deepEqual(toParameters(withImage, { header: link }), { header: { link } })
  assert.deepEqual(toParameters(withImage, {}), {})
  assert.deepEqual(checkTemplateParameters(withImage, {}, true), [])
  assert.deepEqual(
    checkTemplateParameters(withImage, {}).map(({ field }) => field),
    ['header'],
  )
})

test('The preview of a template shows the values entered and the places still empty', () => {
  const { header, body, buttons } = textsOf(template)
  assert.equal(fillText(header, 'header', { header: 'Ana' }), 'Hola Ana')
  assert.equal(fillText(body, 'body', { 'body.1': 'lunes' }), 'Tu visita es el lunes a las {{2}}.')
  assert.deepEqual(buttons, ['Confirmar'])
})
