import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { connectInbox } from '#test/channels/connected.ts'
import { openFakeWhatsApp } from '#test/channels/fakes/whatsapp.ts'
import { generous } from '#test/limits.ts'
import { openNode } from '#test/node.ts'
import { until } from '#test/wait.ts'

const whatsapp = await openFakeWhatsApp()
after(() => whatsapp.close())
whatsapp.templates.push({
  id: '1',
  name: 'catalogo',
  language: 'es',
  status: 'APPROVED',
  category: 'MARKETING',
  components: [
    { type: 'HEADER', format: 'IMAGE' },
    { type: 'BODY', text: 'Hola {{1}}' },
  ],
})
const node = await openNode({ ...generous, HILO_GRAPH_URL: whatsapp.url, HILO_OUTBOUND_ALLOW: '127.0.0.0/8' })
const ana = { name: 'Ana Ruiz', phone: '5215512345678', user_id: 'MX.1001' }

/** A workspace in which a customer sent a picture. */
async function openWithPicture() {
  const inbox = await connectInbox(node, 'whatsapp', whatsapp.credentials)
  const image = whatsapp.addMedia(Buffer.from('foto'), 'image/jpeg')
  await whatsapp.deliver(inbox.webhook_url, [whatsapp.receive(ana, { type: 'image', image })])
  const { attachments } = await inbox.message((each) => each.attachments[0]?.state === 'stored')
  const template = (attachment_id: string, value: string) => ({
    name: 'catalogo',
    language: 'es',
    parameters: { header: { attachment_id }, body: [value] },
  })
  return { ...inbox, attachment_id: attachments[0]!.id, template }
}

test('The header of a template takes a stored file by its id, in messages, rules and campaigns', async () => {
  const { conversation, reply, call, message, attachment_id, template, inbox } = await openWithPicture()
  const { id } = await conversation()
  const sent = await reply(id, { template: template(attachment_id, 'Ana') })
  assert.deepEqual(
    sent.attachments.map(({ file_type, state }) => [file_type, state]),
    [['image', 'stored']],
  )
  await message((each) => each.id === sent.id && each.status === 'sent')
  const [header] = whatsapp.messages().at(-1).template.components
  assert.match(header.parameters[0].image.id, /^8800/)

  const campaign = await call<{ id: string }>('POST', '/campaigns', {
    name: 'Catálogo',
    inbox: inbox.id,
    template: template(attachment_id, '{{contact.first_name}}'),
    audience: { filter: { any: [{ all: [{ field: 'name', operator: 'contains', values: ['Ana'] }] }] } },
  })
  await call('POST', `/campaigns/${campaign.id}/start`)
  await until(() => whatsapp.messages().length === 2, 'the campaign has written')
  const [picture, text] = whatsapp.messages().at(-1).template.components
  assert.match(picture.parameters[0].image.id, /^8800/)
  assert.equal(text.parameters[0].text, 'Ana')

  const actions = [{ type: 'send_message', template: template(attachment_id, '{{contact.first_name}}') }]
  const rule = await call<{ actions: object[] }>('POST', '/automation-rules', {
    name: 'Catálogo',
    event: 'conversation.created',
    actions,
  })
  assert.deepEqual(rule.actions, [{ ...actions[0], content: '' }])
})

test('The header takes a file that was stored for the inbox, whoever sees which conversations', async () => {
  const { conversation, reply, key, message, template, inbox } = await openWithPicture()
  const form = new FormData()
  form.append('files', new Blob(['catálogo'], { type: 'image/jpeg' }), 'catalogo.jpg')
  const headers = { authorization: `Bearer ${key}` }
  const answer = await fetch(`${node.url}/api/v1/inboxes/${inbox.id}/files`, { method: 'POST', headers, body: form })
  assert.equal(answer.status, 201)
  const { items } = (await answer.json()) as { items: { id: string }[] }
  const { id } = await conversation()
  const sent = await reply(id, { template: template(items[0]!.id, 'Ana') })
  await message((each) => each.id === sent.id && each.status === 'sent')
  assert.match(whatsapp.messages().at(-1).template.components[0].parameters[0].image.id, /^8800/)
})

test('A campaign or rule with a file of the wrong kind is refused', async () => {
  const { key, template, inbox } = await openWithPicture()
  const form = new FormData()
  form.append('files', new Blob(['precios'], { type: 'text/plain' }), 'precios.txt')
  const headers = { authorization: `Bearer ${key}` }
  const answer = await fetch(`${node.url}/api/v1/inboxes/${inbox.id}/files`, { method: 'POST', headers, body: form })
  const { items } = (await answer.json()) as { items: { id: string }[] }
  const chosen = template(items[0]!.id, 'Ana')
  const campaign = { name: 'Precios', inbox: inbox.id, template: chosen, audience: { labels: ['vip'] } }
  const actions = [{ type: 'send_message', template: chosen }]
  for (const [path, body] of [
    ['/campaigns', campaign],
    ['/automation-rules', { name: 'Precios', event: 'conversation.created', actions }],
  ] as const) {
    const refused = await node.rest('POST', path, { key, body })
    assert.deepEqual([refused.status, refused.body.code], [422, 'invalid_value'], refused.text)
    assert.match(refused.text, /The header needs an image/)
  }
})

test('A file that does not exist, or belongs to another workspace, is refused and nothing is sent', async () => {
  const other = await openWithPicture()
  const { key, conversation, template } = await openWithPicture()
  const { id } = await conversation()
  const before = whatsapp.messages().length
  for (const attachment_id of ['999999', other.attachment_id]) {
    const body = { template: template(attachment_id, 'Ana') }
    const refused = await node.rest('POST', `/conversations/${id}/messages`, { key, body })
    assert.deepEqual([refused.status, refused.body.code], [404, 'not_found'], refused.text)
  }
  assert.equal(whatsapp.messages().length, before)
})
