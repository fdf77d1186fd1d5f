import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leadSource } from './lead-source.ts'

test('A lead’s source is its channel type or, for API channels, the name of the channel', () => {
  assert.equal(leadSource({ channel: 'messenger', inbox: { name: 'Página' } }), 'facebook')
  assert.equal(leadSource({ channel: 'web_widget', inbox: { name: 'Sitio web' } }), 'web')
  assert.equal(leadSource({ channel: 'api', inbox: { name: 'WhatsApp' } }), 'whatsapp')
})
