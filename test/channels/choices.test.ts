import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { connectInbox } from '#test/channels/connected.ts'
import { openFakeTelegram } from '#test/channels/fakes/telegram.ts'
import { openFakeWhatsApp } from '#test/channels/fakes/whatsapp.ts'
import { generous } from '#test/limits.ts'
import { openNode } from '#test/node.ts'

const whatsapp = await openFakeWhatsApp()
const telegram = await openFakeTelegram()
after(() => [whatsapp, telegram].forEach((fake) => fake.close()))
const node = await openNode({
  ...generous,
  HILO_GRAPH_URL: whatsapp.url,
  HILO_TELEGRAM_URL: telegram.url,
  HILO_OUTBOUND_ALLOW: '127.0.0.0/8',
})
const buttons = [
  { id: 'si', title: 'Sí' },
  { id: 'no', title: 'No' },
]
const ana = { name: 'Ana Ruiz', phone: '5215512345678', user_id: 'MX.1001' }
const tap = (question: string | null, id: string, title: string) =>
  whatsapp.receive(ana, {
    type: 'interactive',
    context: { id: question },
    interactive: { type: 'button_reply', button_reply: { id, title } },
  })

test('A choice on WhatsApp is kept with its question; in any order the latest one counts', async () => {
  const inbox = await connectInbox(node, 'whatsapp', whatsapp.credentials)
  await whatsapp.deliver(inbox.webhook_url, [whatsapp.receive(ana, { type: 'text', text: { body: 'Hola' } })])
  const { id } = await inbox.conversation()
  const asked = await inbox.reply(id, { content: '¿Lo apartamos?', buttons })
  const question = await inbox.message((each) => each.id === asked.id && each.status === 'sent')

  whatsapp.advanceClock(-600)
  const first = tap(question.external_id, 'si', 'Sí')
  whatsapp.advanceClock(60)
  const second = tap(question.external_id, 'no', 'No')
  const kept = async () => {
    await inbox.processed()
    return (await inbox.messages()).find((each) => each.id === asked.id)!.content_attributes['submitted_values']
  }
  for (const change of [second, first, second]) await whatsapp.deliver(inbox.webhook_url, [change])
  assert.deepEqual(await kept(), [{ title: 'No', value: 'no' }])
  const updates = await node.sql`
    select from events where account_id = ${inbox.account_id} and name = 'message.updated' and payload -> 'message' ->> 'id' = ${asked.id}`
  assert.ok(updates.length > 0, 'open screens see it')
})

test('Choices and reactions that precede the id of their question are applied once that is known', async () => {
  whatsapp.reset()
  const inbox = await connectInbox(node, 'whatsapp', whatsapp.credentials)
  await whatsapp.deliver(inbox.webhook_url, [whatsapp.receive(ana, { type: 'text', text: { body: 'Hola' } })])
  const { id } = await inbox.conversation()
  whatsapp.fail('messages', 'accept_and_cut')
  const asked = await inbox.reply(id, { content: '¿Lo apartamos?', buttons })
  await inbox.message((each) => each.id === asked.id && each.failure?.code === 'outcome_unknown')
  const [report] = whatsapp.takeStatuses()
  const { statuses } = report!.value as { statuses: [{ id: string }] }
  const context = { message_id: statuses[0].id, emoji: '👍' }
  const reaction = whatsapp.receive(ana, { type: 'reaction', reaction: context })
  await whatsapp.deliver(inbox.webhook_url, [tap(statuses[0].id, 'si', 'Sí'), reaction])
  await inbox.message(({ content_type }) => content_type === 'choice')
  await whatsapp.deliver(inbox.webhook_url, [report!])
  await inbox.processed()
  const answered = (await inbox.messages()).find((each) => each.id === asked.id)!
  assert.equal(answered.status, 'sent')
  assert.deepEqual(answered.content_attributes['submitted_values'], [{ title: 'Sí', value: 'si' }])
  assert.deepEqual(
    answered.reactions.map(({ emoji }) => emoji),
    ['👍'],
  )
})

test('A choice on Telegram is kept with its question', async () => {
  const bot_token = '123456:AAE-choices'
  const inbox = await connectInbox(node, 'telegram', { bot_token })
  const person = { id: 5550001122, first_name: 'Jimena' }
  await telegram.deliver(bot_token, telegram.messageFrom(person, { text: 'Hola' }))
  const { id } = await inbox.conversation()
  const asked = await inbox.reply(id, { content: '¿Lo apartamos?', buttons })
  const { external_id } = await inbox.message((each) => each.id === asked.id && each.status === 'sent')
  const message_id = Number(external_id!.split(':').at(-1))
  const reply_markup = { inline_keyboard: buttons.map(({ id, title }) => [{ text: title, callback_data: id }]) }
  const message = { message_id, chat: { type: 'private', ...person }, date: 1791212531, reply_markup }
  const callback_query = { id: '4400009', from: { is_bot: false, ...person }, message, data: 'no' }
  await telegram.deliver(bot_token, { update_id: 990001, callback_query })
  const answered = await inbox.message((each) => 'submitted_values' in each.content_attributes)
  assert.deepEqual(
    [answered.id, answered.content_attributes['submitted_values']],
    [asked.id, [{ title: 'No', value: 'no' }]],
  )
})
