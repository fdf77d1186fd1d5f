import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourceOf } from './source-of.ts'

test('a lead begins with the channel it came by; where that says nothing, with the name of the inbox', () => {
  assert.equal(sourceOf({ channel: 'messenger', inbox: { name: 'Página' } }), 'facebook')
  assert.equal(sourceOf({ channel: 'web_widget', inbox: { name: 'Sitio web' } }), 'web')
  assert.equal(sourceOf({ channel: 'api', inbox: { name: 'WhatsApp' } }), 'whatsapp')
})
