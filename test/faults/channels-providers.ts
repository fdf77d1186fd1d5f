import type { ProviderChannel } from '#contract/channels.ts'
import type { Fault, LoopbackAnswer } from '#test/channels/fakes/loopback.ts'
import { openGraphRouter } from '#test/channels/fakes/graph-router.ts'
import { graphFailure, postWebhook } from '#test/channels/fakes/meta.ts'
import { openFakeInstagram } from '#test/channels/fakes/instagram.ts'
import { openFakeMessenger } from '#test/channels/fakes/messenger.ts'
import { openFakeSmtp } from '#test/channels/fakes/smtp.ts'
import { openFakeTelegram, refusal as telegramRefusal } from '#test/channels/fakes/telegram.ts'
import { openFakeTwilio, refusal as twilioRefusal, twilioSignature } from '#test/channels/fakes/twilio.ts'
import { type Change, openFakeWhatsApp } from '#test/channels/fakes/whatsapp.ts'
import { writeMail } from '#test/channels/mail.ts'

/** One webhook request, delivered to the node at this origin; resolves to the status of the answer. */
export type Delivery = (origin: string) => Promise<number>

/** A provider that can be made to fail, seen from the outside. */
export type FaultyProvider = {
  channel: ProviderChannel
  env: Record<string, string>
  /** Its fake of the Graph API, which WhatsApp and Messenger share. */
  graph?: { token: string; url: string }
  credentials: object
  /** Whether messages have a time of the provider, and with it an order. */
  hasTimes: boolean
  /** Whether reports name our message, so that they settle an unknown outcome. */
  hasReference: boolean
  /** Maximum number of messages in a test, where the provider's pace is slow. */
  most_outbound: number
  rate_limited: LoopbackAnswer
  /** The address of the inbox, once it is connected. */
  connected(webhook_url: string): void
  /** A message of a customer, by their number. */
  write(customer: number, content: string, at: Date): Delivery
  /** The next message sent goes wrong in this way. */
  fail(fault: Fault): void
  /** Texts the provider accepted, each as often as it was accepted. */
  accepted(): string[]
  /** Reports about every accepted message, if the channel has them; the last one is `read`. */
  reports(): Delivery[]
}

/** One line per channel. */
export const providers: Record<ProviderChannel, () => Promise<FaultyProvider>> = {
  whatsapp: openWhatsApp,
  telegram: openTelegram,
  sms: openSms,
  instagram: async () => {
    const fake = await openFakeInstagram()
    return openMessaging('instagram', fake, { HILO_INSTAGRAM_URL: fake.url })
  },
  messenger: async () => {
    const fake = await openFakeMessenger()
    const graph = { token: fake.credentials.access_token, url: fake.url }
    return { ...openMessaging('messenger', fake, {}), graph }
  },
  email: openEmail,
}

/** Settings of nodes that reach all of these providers. */
export async function settingsFor(opened: readonly FaultyProvider[]): Promise<Record<string, string>> {
  const graphs = opened.flatMap(({ graph }) => graph ?? [])
  const graph_url = graphs.length > 1 ? await openGraphRouter(graphs) : graphs[0]?.url
  return Object.assign({}, ...opened.map(({ env }) => env), graph_url && { HILO_GRAPH_URL: graph_url })
}

async function openWhatsApp(): Promise<FaultyProvider> {
  const fake = await openFakeWhatsApp()
  const { app_secret } = fake.credentials
  let path = ''
  const deliver =
    (change: Change): Delivery =>
    async (origin) =>
      (await postWebhook(origin + path, fake.body([change]), app_secret, { tries: 1 }))[0]!
  const statuses: Change[] = []
  const takeSent = () => {
    statuses.push(...fake.takeStatuses())
    return statuses.map(({ value }) => (value as { statuses: [Status] }).statuses[0])
  }
  return {
    channel: 'whatsapp',
    env: {},
    graph: { token: fake.credentials.access_token, url: fake.url },
    credentials: fake.credentials,
    hasTimes: true,
    hasReference: true,
    most_outbound: Infinity,
    rate_limited: graphFailure(130429, '(#130429) Rate limit hit', { status: 429 }),
    connected: (webhook_url) => void (path = new URL(webhook_url).pathname),
    write(customer, content, at) {
      fake.setClock(at.toISOString())
      const person = { name: nameOf(customer), phone: `57300${String(customer).padStart(7, '0')}` }
      return deliver(fake.receive(person, { type: 'text', text: { body: content } }))
    },
    fail: (fault) => fake.fail('messages', fault),
    accepted() {
      const texts = new Map(fake.messages().map((body) => [body.biz_opaque_callback_data, body.text.body as string]))
      const sent = takeSent().filter(({ status }) => status === 'sent')
      return sent.map(({ biz_opaque_callback_data }) => texts.get(biz_opaque_callback_data)!)
    },
    reports() {
      const sent = takeSent().filter(({ status }) => status === 'sent')
      const read = sent.map(({ id, status: _sent, ...own }) => fake.status(id, 'read', own))
      return [...statuses, ...read].map(deliver)
    },
  }
}

type Status = { id: string; status: string; biz_opaque_callback_data: string }

async function openTelegram(): Promise<FaultyProvider> {
  const fake = await openFakeTelegram()
  const bot_token = '7000000001:AAE-fictional-token'
  let path = ''
  return {
    channel: 'telegram',
    env: { HILO_TELEGRAM_URL: fake.url },
    credentials: { bot_token },
    hasTimes: true,
    hasReference: false,
    most_outbound: Infinity,
    rate_limited: telegramRefusal(429, 'Too Many Requests: retry after 1', { retry_after: 1 }),
    connected: (webhook_url) => void (path = new URL(webhook_url).pathname),
    write(customer, content, at) {
      const person = { id: 5_000_000 + customer, first_name: nameOf(customer) }
      const update = fake.messageFrom(person, { text: content, date: Math.floor(at.getTime() / 1000) })
      const secret = fake.webhookOf(bot_token)!.secret_token!
      const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret }
      return (origin) => postForm(origin + path, headers, JSON.stringify(update))
    },
    fail: (fault) => fake.fail('sendMessage', fault),
    accepted: () => fake.accepted().map(({ text }) => text!),
    reports: () => [],
  }
}

/** Messenger and Instagram, which differ little. */
function openMessaging(
  channel: ProviderChannel,
  fake: Awaited<ReturnType<typeof openFakeMessenger | typeof openFakeInstagram>>,
  env: Record<string, string>,
): FaultyProvider {
  const { verify_token: _, ...credentials } = fake.credentials
  let path = ''
  return {
    channel,
    env,
    credentials,
    hasTimes: true,
    hasReference: false,
    most_outbound: Infinity,
    rate_limited: graphFailure(613, 'Calls to this api have exceeded the rate limit.', { status: 429 }),
    connected: (webhook_url) => void (path = new URL(webhook_url).pathname),
    write(customer, content, at) {
      fake.setClock(at.toISOString())
      const event = fake.receive({ id: String(6_000_000_000 + customer), name: nameOf(customer) }, { text: content })
      const body = fake.body([event])
      return async (origin) => (await postWebhook(origin + path, body, credentials.app_secret, { tries: 1 }))[0]!
    },
    fail: (fault) => fake.fail('messages', fault),
    accepted: () => fake.accepted().map(({ message }) => String(message.text)),
    reports: () => [],
  }
}

async function openSms(): Promise<FaultyProvider> {
  const fake = await openFakeTwilio()
  const { account_sid, auth_token, numbers } = fake.account
  let address = ''
  const deliver =
    (form: Record<string, string>): Delivery =>
    (origin) => {
      const signature = twilioSignature(address, form, auth_token)
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature }
      return postForm(origin + new URL(address).pathname, headers, new URLSearchParams(form).toString())
    }
  return {
    channel: 'sms',
    env: { HILO_TWILIO_URL: fake.url },
    credentials: { provider: 'twilio', account_sid, auth_token, from: numbers[0] },
    hasTimes: false,
    hasReference: false,
    most_outbound: 12,
    rate_limited: twilioRefusal(429, 20429, 'Too Many Requests', { 'retry-after': '1' }),
    connected: (webhook_url) => void (address = webhook_url),
    write: (customer, content) =>
      deliver(fake.messageFrom(`+57310${String(customer).padStart(7, '0')}`, { Body: content })),
    fail: (fault) => fake.fail('messages', fault),
    accepted: () => fake.accepted().map(([, form]) => form.Body!),
    reports: () =>
      fake.accepted().flatMap(([sid]) => {
        const statuses = ['sent', 'delivered', 'read']
        return statuses.map((status) => deliver({ MessageSid: sid, MessageStatus: status, AccountSid: account_sid }))
      }),
  }
}

/** E-mail that a server forwards to the inbox; threads of one customer have one subject. */
async function openEmail(): Promise<FaultyProvider> {
  const fake = await openFakeSmtp()
  let path = ''
  return {
    channel: 'email',
    env: {},
    credentials: { address: 'ventas@tienda.example', smtp: fake.server },
    hasTimes: true,
    hasReference: false,
    most_outbound: 16,
    rate_limited: { status: 429 },
    connected(webhook_url) {
      const { pathname, search } = new URL(webhook_url)
      path = pathname + search
    },
    write(customer, content, at) {
      const From = `${nameOf(customer)} <persona${customer}@correo.example>`
      const body = writeMail(content, { From, Subject: 'Consulta', Date: at.toUTCString() })
      return (origin) => postForm(origin + path, { 'content-type': 'message/rfc822' }, body)
    },
    fail(fault) {
      if (typeof fault === 'object') fake.script('RCPT', '451 4.7.1 Try again later')
      else fake.script(fault === 'cut' ? 'RCPT' : 'END', fault)
    },
    accepted: () => fake.sent.map(({ data }) => /Respuesta \d+, intento \d+/.exec(data)?.[0] ?? data),
    reports: () => [],
  }
}

/** A customer's name at the providers that have names. */
function nameOf(customer: number): string {
  return `Persona ${customer}`
}

async function postForm(url: string, headers: Record<string, string>, body: string): Promise<number> {
  const response = await fetch(url, { method: 'POST', headers, body })
  await response.arrayBuffer()
  return response.status
}
