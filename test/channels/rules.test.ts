import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Conversation } from '#contract/records/conversation.ts'
import type { InboxDetail } from '#contract/records/inbox.ts'
import { openFakeWhatsApp } from '#test/channels/fakes/whatsapp.ts'
import { generous } from '#test/limits.ts'
import { openNode } from '#test/node.ts'
import { until } from '#test/wait.ts'

const whatsapp = await openFakeWhatsApp()
whatsapp.templates.push({
  id: '1',
  name: 'bienvenida',
  language: 'es',
  status: 'APPROVED',
  category: 'UTILITY',
  components: [{ type: 'BODY', text: 'Hola {{1}}' }],
})
const { rest, key } = await openNode({ ...generous, HILO_GRAPH_URL: whatsapp.url, HILO_OUTBOUND_ALLOW: '127.0.0.0/8' })
const call = async <T>(method: string, path: string, body?: unknown, status = 201) => {
  const answer = await rest(method, path, { key, body })
  assert.equal(answer.status, status, answer.text)
  return answer.body as unknown as T
}
const fields = { name: 'WhatsApp', channel: 'whatsapp', credentials: whatsapp.credentials }
const { connection } = await call<InboxDetail>('POST', '/inboxes', fields)
const is = (field: string, ...values: unknown[]) => ({ field, operator: 'equal_to', values })
const rule = (conditions: object[], action: object) =>
  call<{ id: string }>('POST', '/automation-rules', {
    name: 'Regla',
    event: 'message.received',
    conditions: { any: [{ all: conditions }] },
    actions: [action],
  })

test('A rule answers customers of an ad with buttons, and quoted photos with a template', async () => {
  const buttons = [{ id: 'si', title: 'Sí' }]
  const ad = [is('referral_ad_id', '1202'), is('reply_window_open', true), is('message_is_reply', false)]
  const { id: rule_id } = await rule(ad, {
    type: 'send_message',
    content: '¿Te interesa, {{contact.first_name}}?',
    buttons,
  })
  const photo = [is('message_attachment_type', 'image'), is('message_is_reply', true)]
  const template = { name: 'bienvenida', language: 'es', parameters: { body: ['{{contact.first_name}}'] } }
  await rule(photo, { type: 'send_message', template })

  const ana = { name: 'Ana Ruiz', phone: '573001112233' }
  const referral = { source_url: 'https://fb.me/1', source_type: 'ad', source_id: '1202', headline: 'Rosca' }
  const first = whatsapp.receive(ana, { type: 'text', text: { body: 'Hola' }, referral })
  await whatsapp.deliver(connection!.webhook_url!, [first])
  await until(() => whatsapp.messages().length === 1, 'the buttons have left')
  const [{ interactive }] = whatsapp.messages()
  assert.equal(interactive.body.text, '¿Te interesa, Ana?')
  assert.deepEqual(interactive.action.buttons[0].reply, { id: 'si', title: 'Sí' })

  const image = whatsapp.addMedia(Buffer.from('foto'), 'image/jpeg')
  const context = { id: (first.value as { messages: [{ id: string }] }).messages[0].id }
  await whatsapp.deliver(connection!.webhook_url!, [whatsapp.receive(ana, { type: 'image', image, context })])
  const sent = () => whatsapp.messages().find(({ type }) => type === 'template')
  await until(() => sent() !== undefined, 'the template has left')
  assert.equal(sent().template.components[0].parameters[0].text, 'Ana')

  const { items } = await call<{ items: Conversation[] }>('GET', '/conversations', undefined, 200)
  type DryRun = { matches: boolean; actions: { input: { buttons: object } }[] }
  const tried = await call<DryRun>('POST', '/automation-rules/test', { rule_id, subject_id: items[0]!.id }, 200)
  assert.equal(tried.matches, false, 'the latest message quotes another')
})

test('A rule without a text or with a template that cannot be sent is refused', async () => {
  const refused = async (action: object) => {
    const body = { name: 'Regla', event: 'message.received', actions: [{ type: 'send_message', ...action }] }
    return (await call<{ detail: string }>('POST', '/automation-rules', body, 422)).detail
  }
  assert.match(await refused({}), /needs a text/)
  const template = { name: 'bienvenida', language: 'es', parameters: { body: ['{{contact.nombre}}'] } }
  assert.match(await refused({ template }), /contact\.nombre/)
  assert.match(await refused({ template: { ...template, parameters: {} } }), /\{\{1\}\} of the body needs a value/)
  assert.match(await refused({ template: { name: 'otra', language: 'es' } }), /No inbox has the template otra in es/)
  assert.match(await refused({ template: { name: '', language: '' } }), /Choose an approved template/)
})
