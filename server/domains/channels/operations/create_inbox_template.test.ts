import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWhatsAppInbox } from '#test/channels/workspace.ts'
import { sealUpload } from '#kernel/uploads.ts'
import { refusal } from '#test/refusal.ts'

const { act, only, inbox, whatsapp, stored, runtime, actor } = await openWhatsAppInbox()
const inbox_id = inbox.id
const template = {
  inbox_id,
  name: 'pedido_listo',
  language: 'es_MX',
  category: 'UTILITY' as const,
  components: [{ type: 'BODY', text: 'Hola {{1}}, tu pedido está listo.', example: { body_text: [['Ana']] } }],
}

test('A template is submitted to the provider and listed with its status', async () => {
  const created = await act('create_inbox_template', template)
  assert.deepEqual([created.name, created.language, created.category], ['pedido_listo', 'es_MX', 'UTILITY'])
  assert.equal(created.status, 'PENDING')
  assert.equal(whatsapp.templates[0]?.name, 'pedido_listo')
  assert.deepEqual((await act('list_inbox_templates', { inbox_id })).items, [created])
})

test('A refused template is not stored', async () => {
  const before = await act('list_inbox_templates', { inbox_id })
  assert.equal((await refusal(act('create_inbox_template', template))).code, 'channel_rejected')
  const wrong = { ...template, name: 'Pedido Listo' }
  assert.equal((await refusal(act('create_inbox_template', wrong))).code, 'invalid_request')
  const as = only('conversations:read')
  assert.equal((await refusal(act('create_inbox_template', template, { as }))).code, 'permission_denied')
  assert.deepEqual(await act('list_inbox_templates', { inbox_id }), before)
})

test('A channel without templates is named', async () => {
  const { id } = await act('create_inbox', { name: 'Propio', channel: 'api' })
  const { code } = await refusal(act('create_inbox_template', { ...template, inbox_id: id }))
  assert.equal(code, 'not_supported_by_channel')
})

const withHeader = (name: string, format: string) => ({
  ...template,
  name,
  components: [{ type: 'HEADER', format }, ...template.components],
})

/** The token of a file that somebody uploaded. */
function upload(content_type: string, bytes = Buffer.from('foto')) {
  const file = { file_name: 'pan dulce.jpg', file_type: 'image' as const, content_type, size_bytes: bytes.length }
  stored.set('k', bytes)
  return sealUpload(runtime.secret, actor.account.id, { ...file, file_key: 'k' })
}

test('The example of a header that is a file is uploaded to Meta first, and the template names its handle', async () => {
  const header_file = upload('image/jpeg')
  const created = await act('create_inbox_template', { ...withHeader('con_foto', 'IMAGE'), header_file })
  const [session] = whatsapp.callsOf('uploads')
  assert.deepEqual(session!.query, { file_name: 'pan dulce.jpg', file_length: '4', file_type: 'image/jpeg' })
  assert.equal(whatsapp.callsOf('upload')[0]!.body.bytes.toString(), 'foto')
  const [header] = whatsapp.templates.find(({ name }) => name === 'con_foto')!.components
  assert.match((header as never)['example']['header_handle'][0], /^4::/)
  assert.deepEqual(created.components[0], header)
})

test('A wrong or missing example file, and an upload that breaks off, leave no template behind', async () => {
  const before = await act('list_inbox_templates', { inbox_id })
  const refused = async (more: object, format = 'IMAGE') =>
    (await refusal(act('create_inbox_template', { ...withHeader('otra_foto', format), ...more }))).code
  assert.equal(await refused({}), 'channel_rejected')
  assert.equal(await refused({ header_file: 'made.up' }), 'invalid_value')
  assert.equal(await refused({ header_file: upload('image/webp') }), 'channel_rejected')
  assert.equal(
    await refused({ header_file: upload('image/jpeg', Buffer.alloc(5 * 1024 * 1024 + 1)) }),
    'channel_rejected',
  )
  assert.equal(await refused({ header_file: upload('image/jpeg') }, 'TEXT'), 'channel_rejected')
  assert.equal(whatsapp.callsOf('uploads').length, 1)
  for (const endpoint of ['app', 'uploads', 'upload']) {
    whatsapp.fail(endpoint, 'cut')
    assert.equal(await refused({ header_file: upload('image/jpeg') }), 'channel_unreachable')
  }
  assert.deepEqual(await act('list_inbox_templates', { inbox_id }), before)
})
