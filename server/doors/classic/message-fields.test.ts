import assert from 'node:assert/strict'
import { test } from 'node:test'
import { templateFor } from '#doors/classic/message-fields.ts'

const of = (processed_params: unknown) =>
  templateFor('whatsapp', {
    template_params: { name: 'aviso', category: 'UTILITY', language: 'es_MX', processed_params },
  })

test('A template is sent where the channel has templates, with its values by number or by name', () => {
  const template = { name: 'aviso', language: 'es_MX' }
  assert.deepEqual(of(undefined), template)
  assert.deepEqual(of({ 1: 'Ana', 2: 7 }), { ...template, parameters: { body: ['Ana', '7'] } })
  assert.deepEqual(of({ nombre: 'Ana' }), { ...template, parameters: { body: { nombre: 'Ana' } } })
  const buttons = [{ type: 'url' }, { type: 'url', parameter: 'abc' }]
  assert.deepEqual(of({ body: { 1: 'Ana' }, header: { media_url: 'https://example.com/a.pdf' }, buttons }), {
    ...template,
    parameters: { body: ['Ana'], header: { link: 'https://example.com/a.pdf' }, buttons: { 1: 'abc' } },
  })
  assert.equal(templateFor('api', { template_params: template }), undefined)
  assert.equal(templateFor('whatsapp', { template_params: {} }), undefined)
  assert.equal(templateFor('whatsapp', {}), undefined)
})
