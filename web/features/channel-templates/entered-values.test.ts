import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEntered } from './entered-values.ts'

test('A saved template shows its values again in their fields', () => {
  assert.deepEqual(
    readEntered({
      header: { link: 'https://x.mx/a.png' },
      body: ['{{contact.first_name}}', 'lunes'],
      buttons: { '0': 'a' },
    }),
    { header: 'https://x.mx/a.png', 'body.1': '{{contact.first_name}}', 'body.2': 'lunes', 'buttons.0': 'a' },
  )
  assert.deepEqual(readEntered({ header: 'Hola', body: { nombre: 'Ana' } }), { header: 'Hola', 'body.nombre': 'Ana' })
})
