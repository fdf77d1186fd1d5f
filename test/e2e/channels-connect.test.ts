import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ProviderChannel } from '#contract/channels.ts'
import type { InboxDetail } from '#contract/records/inbox.ts'
import { guideEn } from '#web/screens/settings/inboxes/connection/guide/words.en.ts'
import { guideEs } from '#web/screens/settings/inboxes/connection/guide/words.es.ts'
import { inboxesEn } from '#web/screens/settings/inboxes/words.en.ts'
import { inboxesEs } from '#web/screens/settings/inboxes/words.es.ts'
import { openApp, overflow } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'
import { openFakeInstagram } from '#test/channels/fakes/instagram.ts'
import { openFakeMessenger } from '#test/channels/fakes/messenger.ts'
import { openFakeSmtp } from '#test/channels/fakes/smtp.ts'
import { openFakeTelegram } from '#test/channels/fakes/telegram.ts'
import { openFakeTwilio } from '#test/channels/fakes/twilio.ts'
import { writeMail } from '#test/channels/mail.ts'
import { until } from '#test/wait.ts'

const [messenger, instagram, telegram, twilio, smtp] = await Promise.all([
  openFakeMessenger(),
  openFakeInstagram(),
  openFakeTelegram(),
  openFakeTwilio(),
  openFakeSmtp(),
])
after(() => [messenger, instagram, telegram, twilio, smtp].forEach((fake) => fake.close()))
const { key, user, enter, rest, resetRateLimits } = await openApp({
  HILO_GRAPH_URL: messenger.url,
  HILO_INSTAGRAM_URL: instagram.url,
  HILO_TELEGRAM_URL: telegram.url,
  HILO_TWILIO_URL: twilio.url,
  HILO_OUTBOUND_ALLOW: '127.0.0.0/8',
})
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
const bot_token = '123456789:AAE-bot'
const ana = { id: '7781', name: 'Ana Ruiz' }

/** One channel as an administrator connects it. */
type Journey = {
  channel: ProviderChannel
  language: 'es' | 'en'
  fields: Record<string, string>
  /** A customer writes. */
  write(webhook_url: string): Promise<unknown>
  /** The address a test message goes to, where the business may write first. */
  to?: string
  /** Texts the provider took. */
  taken(): string
}

const journeys: Journey[] = [
  {
    channel: 'messenger',
    language: 'es',
    fields: pick(messenger.credentials, ['page_id', 'access_token', 'app_secret']),
    write: (url) => messenger.deliver(url, [messenger.receive(ana, { text: 'Hola' })]),
    taken: () => JSON.stringify(messenger.accepted()),
  },
  {
    channel: 'instagram',
    language: 'en',
    fields: pick(instagram.credentials, ['account_id', 'access_token', 'app_secret']),
    write: (url) => instagram.deliver(url, [instagram.receive(ana, { text: 'Hola' })]),
    taken: () => JSON.stringify(instagram.accepted()),
  },
  {
    channel: 'telegram',
    language: 'es',
    fields: { bot_token },
    write: () => telegram.deliver(bot_token, telegram.messageFrom({ id: 7781, first_name: 'Ana' }, { text: 'Hola' })),
    taken: () => JSON.stringify(telegram.accepted()),
  },
  {
    channel: 'sms',
    language: 'en',
    fields: { ...pick(twilio.account, ['account_sid', 'auth_token']), from: twilio.account.numbers[0]! },
    write: (url) => twilio.deliver(url, twilio.messageFrom('+525512345678', { Body: 'Hola' })),
    to: '+52 55 8765 4321',
    taken: () => JSON.stringify(twilio.accepted()),
  },
  {
    channel: 'email',
    language: 'es',
    fields: { address: smtp.server.user, password: smtp.server.password },
    write: (url) => fetch(url, { method: 'POST', body: writeMail('Hola') }),
    to: 'prueba@correo.example',
    taken: () => smtp.sent.map(({ to, data }) => `${to.join()} ${data}`).join('\n'),
  },
]

for (const { channel, language, fields, write, to, taken } of journeys)
  test(`An administrator connects ${channel}, receives a message and sends a test message`, async () => {
    const [words, guide] = language === 'es' ? [inboxesEs, guideEs] : [inboxesEn, guideEn]
    const { connection, creating } = words
    await resetRateLimits()
    const page = await enter(user, `settings/inboxes/connect?channel=${channel}`, { language, ...phone })
    await page.getByRole('heading', { name: guide.title(words.channels[channel]) }).waitFor()
    await page.getByLabel(creating.name, { exact: true }).fill(`Canal ${channel}`)
    for (const [field, value] of Object.entries(fields))
      await page.getByLabel(connection.fields[field as keyof typeof connection.fields], { exact: true }).fill(value)
    if (channel === 'email') {
      await page.getByLabel(guide.mail.provider).click()
      await page.getByRole('option', { name: guide.mail.presets.other }).click()
      await page.getByText(guide.mail.ways.forwarding).click()
      await page.getByLabel(guide.mail.smtp_host).fill(smtp.server.host)
      await page.getByLabel(guide.mail.smtp_port).fill(String(smtp.server.port))
    }
    assert.equal(await overflow(page), 0)
    await page.getByRole('button', { name: guide.submit }).click()
    await page.getByText(connection.states.connected, { exact: true }).waitFor()
    await page.getByRole('button', { name: connection.check }).click()

    const inboxes = await rest<{ items: InboxDetail[] }>('GET', '/inboxes', { key })
    const { id } = inboxes.body.items.find((each) => each.channel === channel)!
    const { webhook_url } = (await rest<InboxDetail>('GET', `/inboxes/${id}`, { key })).body.connection!
    if (channel !== 'telegram')
      assert.equal(await page.getByLabel(connection.webhookUrl, { exact: true }).inputValue(), webhook_url)
    const isMeta = channel === 'messenger' || channel === 'instagram'
    assert.equal(await page.getByLabel(connection.verifyToken, { exact: true }).count(), isMeta ? 1 : 0)
    if (!to) await page.getByText(guide.test.writeFirst).waitFor()
    await write(webhook_url!)
    await page.getByText(guide.test.arrived).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the connection')

    if (to) await page.getByLabel(guide.test.to[channel === 'email' ? 'email' : 'phone_number']).fill(to)
    await page.getByRole('button', { name: guide.test.send }).click()
    await page.getByText(guide.test.statuses.sent).waitFor()
    await until(() => taken().includes(channel === 'email' ? to! : guide.test.text), 'the message at the provider')
    assert.equal(await overflow(page), 0)
    assert.deepEqual(page.faults, [])
  })

function pick<T extends Record<string, unknown>>(values: T, keys: (keyof T & string)[]): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [key, String(values[key])]))
}
