import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWhatsAppInbox } from '#test/channels/workspace.ts'
import { refusal } from '#test/refusal.ts'

const { act, inbox, whatsapp } = await openWhatsAppInbox()
const inbox_id = inbox.id
const template = (name: string, status = 'APPROVED') => ({
  id: name,
  name,
  language: 'es',
  status,
  category: 'UTILITY',
  components: [{ type: 'BODY', text: 'Hola' }],
})
const names = async () =>
  (await act('list_inbox_templates', { inbox_id })).items.map(({ name, status }) => [name, status])

test('The list becomes that of the provider: new templates, changed statuses, and no deleted ones', async () => {
  whatsapp.templates.push(template('aviso'), template('cita'))
  const synced = await act('sync_inbox_templates', { inbox_id })
  assert.deepEqual(
    synced.items.map(({ name }) => name),
    ['aviso', 'cita'],
  )
  whatsapp.templates.splice(0, 2, template('bienvenida'), template('cita', 'PAUSED'))
  await act('sync_inbox_templates', { inbox_id })
  const expected = [
    ['bienvenida', 'APPROVED'],
    ['cita', 'PAUSED'],
  ]
  assert.deepEqual(await names(), expected)
  whatsapp.fail('templates', { status: 503 }, 5)
  assert.equal((await refusal(act('sync_inbox_templates', { inbox_id }))).code, 'channel_unreachable')
  assert.deepEqual(await names(), expected)
})
