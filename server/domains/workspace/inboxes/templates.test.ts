import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChannelTemplate } from '#contract/records/channel.ts'
import { render } from './templates.ts'

const template = (text: string): ChannelTemplate => ({
  id: '1',
  name: 'aviso',
  language: 'es',
  category: 'UTILITY',
  status: 'APPROVED',
  parameter_format: 'positional',
  components: [{ type: 'HEADER', format: 'TEXT', text: 'Pedido {{1}}' }, ...(text ? [{ type: 'BODY', text }] : [])],
  rejected_reason: null,
  updated_at: '2026-11-15T15:00:00.000Z',
})

test('A template’s text shows its values by position or name, and keeps places without one', () => {
  assert.equal(render(template('Hola {{1}}, son {{2}}.'), { body: ['Ana', '$5'] }), 'Hola Ana, son $5.')
  assert.equal(render(template('Hola {{ name }}: {{code}}'), { body: { name: 'Ana' } }), 'Hola Ana: {{code}}')
  assert.equal(render(template('Hola {{1}}'), {}), 'Hola {{1}}')
  assert.equal(render(template('{{1}} y {{2}}'), { body: ['{{2}}', '$&'] }), '{{2}} y $&')
  assert.equal(render(template(''), { body: ['Ana'] }), '')
})
