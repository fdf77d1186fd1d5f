import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkFields } from '#domains/crm/lead-forms/rules.ts'
import { embedCode } from './embed-code.ts'
import { asInput, freeKey, newForm, question } from './form-draft.ts'

test('A new form is valid for the server', () => {
  const { fields } = asInput({ ...newForm, name: 'Contacto' })
  assert.equal(checkFields(fields!).length, 4)
})

test('Only a choice question has options, one per line and none empty', () => {
  const choice = { ...question('ciudad'), type: 'choice' as const, choices: ['Cali', ' ', 'Bogotá'] }
  const text = { ...choice, key: 'barrio', type: 'text' as const }
  const { fields } = asInput({ ...newForm, fields: [choice, text] })
  assert.deepEqual(
    fields?.map(({ choices }) => choices),
    [['Cali', 'Bogotá'], []],
  )
})

test('A custom question gets a free key', () => {
  assert.equal(freeKey([question('pregunta_1')], 'pregunta'), 'pregunta_2')
})

test('The embed code contains the questions and escapes their markup', () => {
  const fields = [
    question('email', true),
    { ...question('zona'), label: '¿<b>Zona</b>?', type: 'choice' as const, choices: ['Norte', '"Sur"'] },
  ]
  const code = embedCode(
    { url: 'https://hilo.example/forms/abc', fields },
    { labels: { email: 'Correo' }, send: 'Enviar' },
  )
  assert.match(code, /<label>Correo <input type="email" name="email" required><\/label>/)
  assert.match(code, /<option>&#34;Sur&#34;<\/option>/)
  assert.match(code, /src="https:\/\/hilo\.example\/forms\.js"/)
  assert.doesNotMatch(code, /<b>/)
})
