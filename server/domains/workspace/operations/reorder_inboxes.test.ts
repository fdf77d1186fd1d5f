import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, events, only } = await openWorkspace()
const make = (name: string) => act('create_inbox', { name, channel: 'api' })
const [whatsapp, site] = [await make('WhatsApp'), await make('Sitio')]
const names = async () => (await act('list_inboxes', {})).items.map(({ name }) => name)

test('Inboxes keep the given order, new ones come last, and nothing else changes', async () => {
  assert.deepEqual(await names(), ['Sitio', 'WhatsApp'])
  const known = await events()
  const { items } = await act('reorder_inboxes', { ids: [whatsapp.id, site.id] })
  assert.deepEqual(items, [whatsapp, site])
  assert.deepEqual(await events(), known)
  await make('Correo')
  assert.deepEqual(await names(), ['WhatsApp', 'Sitio', 'Correo'])
})

test('Reordering inboxes requires permission to change the workspace', async () => {
  const denied = act('reorder_inboxes', { ids: [] }, { as: only('workspace:read') })
  assert.equal((await refusal(denied)).code, 'permission_denied')
})
