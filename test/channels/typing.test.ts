import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectInbox } from '#test/channels/connected.ts'
import { openFakeInstagram } from '#test/channels/fakes/instagram.ts'
import { openFakeTelegram } from '#test/channels/fakes/telegram.ts'
import { openFakeWhatsApp } from '#test/channels/fakes/whatsapp.ts'
import { generous } from '#test/limits.ts'
import { openNode } from '#test/node.ts'
import { until } from '#test/wait.ts'

const whatsapp = await openFakeWhatsApp()
const telegram = await openFakeTelegram()
const instagram = await openFakeInstagram()
const node = await openNode({
  ...generous,
  HILO_GRAPH_URL: whatsapp.url,
  HILO_TELEGRAM_URL: telegram.url,
  HILO_INSTAGRAM_URL: instagram.url,
  HILO_OUTBOUND_ALLOW: '127.0.0.0/8',
})
const bot_token = '7000000001:AAE-fictional-token'
const ana = { name: 'Ana Ruiz', phone: '5215512345678', user_id: 'MX.1001' }

/** Each channel: its credentials, a customer's message, and the indicators its provider received. */
const cases = {
  whatsapp: {
    credentials: whatsapp.credentials,
    write: async (webhook_url: string) => {
      await whatsapp.deliver(webhook_url, [whatsapp.receive(ana, { type: 'text', text: { body: 'Hola' } })])
    },
    shown: () => whatsapp.callsOf('messages').filter(({ body }) => body?.typing_indicator?.type === 'text').length,
  },
  telegram: {
    credentials: { bot_token },
    write: async () => {
      await telegram.deliver(bot_token, telegram.messageFrom({ id: 501, first_name: 'Ana' }, { text: 'Hola' }))
    },
    shown: () => telegram.callsOf('sendChatAction').filter(({ parameters }) => parameters.action === 'typing').length,
  },
  instagram: {
    credentials: instagram.credentials,
    write: async (webhook_url: string) => {
      await instagram.deliver(webhook_url, [instagram.receive({ id: '1099', username: 'ana' }, { text: 'Hola' })])
    },
    shown: () => instagram.callsOf('actions').filter(({ body }) => body?.sender_action === 'typing_on').length,
  },
}

for (const [channel, { credentials, write, shown }] of Object.entries(cases))
  test(`Customers on ${channel} see that an agent is writing, but nothing of internal notes`, async () => {
    const { webhook_url, conversation, call, reply, message } = await connectInbox(node, channel, credentials)
    await write(webhook_url)
    const { id } = await conversation()
    const type = (body: object) => call('POST', `/conversations/${id}/typing`, body)
    await type({ typing: true, private: true })
    await type({ typing: true })
    await until(() => shown() === 1, 'the provider was told')
    // While the provider still shows it, it is not told again.
    for (let i = 0; i < 5; i++) await type({ typing: true })
    const sent = await reply(id, { content: 'Buenas' })
    await message((each) => each.id === sent.id && each.status === 'sent')
    assert.equal(shown(), 1)
  })

test('A provider that refuses the indicator changes nothing', async () => {
  const { conversation, call, reply, message } = await connectInbox(node, 'telegram', { bot_token })
  await telegram.deliver(bot_token, telegram.messageFrom({ id: 502, first_name: 'Eva' }, { text: 'Hola' }))
  const { id } = await conversation()
  telegram.fail('sendChatAction', { status: 500, body: 'unavailable' })
  const before = telegram.callsOf('sendChatAction').length
  await call('POST', `/conversations/${id}/typing`, { typing: true })
  await until(() => telegram.callsOf('sendChatAction').length > before, 'the provider was told')
  const sent = await reply(id, { content: 'Buenas' })
  await message((each) => each.id === sent.id && each.status === 'sent')
})
