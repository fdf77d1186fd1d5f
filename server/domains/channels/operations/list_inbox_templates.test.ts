import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWhatsAppInbox } from '#test/channels/workspace.ts'
import { refusal } from '#test/refusal.ts'

const { act, only, addAccount, inbox, whatsapp } = await openWhatsAppInbox()
const inbox_id = inbox.id

test('Templates are listed by name and language, for everyone who reads conversations', async () => {
  const template = { status: 'APPROVED', category: 'UTILITY', components: [{ type: 'BODY', text: 'Hola' }] }
  for (const [name, language] of [
    ['cita', 'es'],
    ['aviso', 'es'],
    ['aviso', 'en'],
  ] as const)
    whatsapp.templates.push({ id: name + language, name, language, ...template })
  await act('sync_inbox_templates', { inbox_id })
  const { items } = await act('list_inbox_templates', { inbox_id }, { as: only('conversations:read') })
  assert.deepEqual(
    items.map(({ name, language }) => `${name} ${language}`),
    ['aviso en', 'aviso es', 'cita es'],
  )
})

test('Templates of another workspace are not found', async () => {
  const stranger = await addAccount()
  assert.equal((await refusal(stranger.act('list_inbox_templates', { inbox_id }))).code, 'not_found')
})
