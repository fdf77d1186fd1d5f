import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unmarked } from '#contract/channels.ts'

test('Lists show a message without the signs of formatting of its channel', () => {
  const sent = { private: false, direction: 'outgoing' }
  assert.equal(unmarked('*Hola* ~no~ **sí**', sent, 'whatsapp'), 'Hola no **sí**')
  assert.equal(unmarked('**Hola** _Ana_', sent, 'email'), 'Hola Ana')
  assert.equal(unmarked('**Hola** _Ana_', sent, 'sms'), '**Hola** _Ana_')
  assert.equal(unmarked('**2** x 3', { private: false, direction: 'incoming' }, 'email'), '**2** x 3')
})

test('A note is formatted alike in every channel, and its mentions are names', () => {
  const note = { private: true, direction: 'outgoing' }
  assert.equal(unmarked('**Ojo** [@Ana](mention://user/12/Ana): *hoy*', note, 'whatsapp'), 'Ojo @Ana: *hoy*')
  assert.equal(
    unmarked('[@Ana](mention://user/12/Ana)', { ...note, private: false }, 'api'),
    '[@Ana](mention://user/12/Ana)',
  )
})
