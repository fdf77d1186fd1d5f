import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindOf, type MessageAction, messageOf, withoutBlankButtons } from './message-kind.ts'

const text: MessageAction = { type: 'send_message', content: 'Hola' }

test('A message keeps its text when buttons are added and removed; a template brings its own', () => {
  const withButtons = messageOf('buttons', text)
  assert.equal(kindOf(withButtons), 'buttons')
  assert.deepEqual(messageOf('text', withButtons), text)
  const template = messageOf('template', withButtons)
  assert.equal(kindOf(template), 'template')
  assert.deepEqual(template, {
    type: 'send_message',
    content: '',
    template: { name: '', language: '', parameters: {} },
  })
})

test('Buttons without a title are not saved, and the others are numbered by their places', () => {
  const buttons = ['', ' Sí ', '', 'No'].map((title, index) => ({ id: String(index + 1), title }))
  assert.deepEqual(withoutBlankButtons([{ ...text, buttons }, { type: 'unassign_agent' }]), [
    {
      ...text,
      buttons: [
        { id: '1', title: 'Sí' },
        { id: '2', title: 'No' },
      ],
    },
    { type: 'unassign_agent' },
  ])
})
