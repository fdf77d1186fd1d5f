import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ThreadMessage } from '#web/screens/inbox/thread/group-messages.ts'
import { isEditable } from './editable.ts'

const own = {
  author: { type: 'agent', id: '7', name: 'Ana' },
  content: 'Hola',
  content_type: 'text',
  deleted: false,
  private: false,
  status: 'sent',
} as ThreadMessage

test('People edit their own messages where the channel can, and their own notes everywhere', () => {
  assert.equal(isEditable(own, 'telegram', '7'), true)
  assert.equal(isEditable(own, 'whatsapp', '7'), false)
  assert.equal(isEditable({ ...own, private: true }, 'whatsapp', '7'), true)
  assert.equal(isEditable(own, 'telegram', '8'), false)
  assert.equal(isEditable({ ...own, deleted: true }, 'telegram', '7'), false)
  assert.equal(isEditable({ ...own, status: 'scheduled' }, 'telegram', '7'), false)
  assert.equal(isEditable({ ...own, content_type: 'buttons' }, 'telegram', '7'), false)
})
