import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { connectInbox } from '#test/channels/connected.ts'
import { openFakeTwilio } from '#test/channels/fakes/twilio.ts'
import { generous } from '#test/limits.ts'
import { openNode } from '#test/node.ts'
import { until } from '#test/wait.ts'

const twilio = await openFakeTwilio()
const node = await openNode({ ...generous, HILO_TWILIO_URL: twilio.url, HILO_OUTBOUND_ALLOW: '127.0.0.0/8' })
const { sql } = node
const { account_sid, auth_token, numbers } = twilio.account
const credentials = { provider: 'twilio', account_sid, auth_token, from: numbers[0] }
const connect = () => connectInbox(node, 'sms', credentials)
const ana = '+525555550190'
const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')

beforeEach(() => twilio.reset())

async function fetchMissed(inbox_id: string) {
  const before = twilio.callsOf('list').length
  await sql`update channel_connections set next_fetch_at = now() - interval '1 second' where inbox_id = ${inbox_id}`
  node.node.runtime.notify()
  await until(() => twilio.callsOf('list').length > before, 'Twilio was asked')
}

test('A customer writes by SMS and receives the answer, whose status follows Twilio’s reports', async () => {
  const { webhook_url, conversation, message, reply } = await connect()
  assert.equal(twilio.smsUrl(), webhook_url)
  const form = twilio.messageFrom(ana, { Body: 'Sí, confirmo' })
  for (let copy = 0; copy < 2; copy++) {
    const { status, type, body } = await twilio.deliver(webhook_url, form)
    assert.deepEqual([status, type?.split(';')[0], body], [200, 'text/xml', '<Response></Response>'])
  }
  assert.equal((await twilio.deliver(webhook_url, form, 'wrong')).status, 401)
  const { id, contact, reply_window } = await conversation()
  assert.deepEqual([contact.phone_number, reply_window], [ana, null])
  const sent = await reply(id, { content: 'Te esperamos mañana' })
  const accepted = await message((each) => each.id === sent.id && each.status === 'sent')
  assert.deepEqual(accepted.content_attributes['sms'], { encoding: 'gsm-7', segments: 1 })
  for (const status of ['delivered', 'sent']) await twilio.report(accepted.external_id!, status)
  await message((each) => each.id === sent.id && each.status === 'delivered')
  const landline = await reply(id, { content: 'Hola' })
  const second = await message((each) => each.id === landline.id && each.status === 'sent')
  await twilio.report(second.external_id!, 'undelivered', { code: 30006 })
  const failed = await message((each) => each.id === landline.id && each.status === 'failed')
  assert.equal(failed.failure?.code, 'recipient_unreachable')
})

test('A picture follows its message', async () => {
  const { webhook_url, message } = await connect()
  const MediaUrl0 = twilio.addMedia(png, 'image/png')
  twilio.fail('media', { status: 503 })
  const media = { NumMedia: '1', MediaUrl0, MediaContentType0: 'image/png' }
  await twilio.deliver(webhook_url, twilio.messageFrom(ana, { Body: 'El comprobante', ...media }))
  await message(({ content, attachments }) => content === 'El comprobante' && attachments.length === 1)
  await sql`update channel_media set next_try_at = now() - interval '1 second'`
  const { attachments } = await message((each) => each.attachments[0]?.state === 'stored')
  assert.deepEqual(Buffer.from(await (await fetch(attachments[0]!.url)).arrayBuffer()), png)
})

test('After “Baja” campaigns leave the customer out, and Twilio’s refusal is not tried again', async () => {
  const { webhook_url, conversation, message, reply, processed } = await connect()
  await twilio.deliver(webhook_url, twilio.messageFrom(ana, { Body: 'Baja' }))
  await processed()
  const { id, contact } = await conversation()
  const [row] = await sql<{ at: string | null }>`select opted_out_at as at from contacts where id = ${contact.id}`
  assert.ok(row?.at)
  twilio.optOut(ana)
  const sent = await reply(id, { content: 'Oferta' })
  const failed = await message((each) => each.id === sent.id && each.status === 'failed')
  assert.deepEqual([failed.failure?.code, failed.failure?.retryable], ['recipient_opted_out', false])
  assert.equal(twilio.callsOf('messages').length, 1)
  await twilio.deliver(webhook_url, twilio.messageFrom(ana, { Body: 'ALTA' }))
  await processed()
  const [after] = await sql<{ at: string | null }>`select opted_out_at as at from contacts where id = ${contact.id}`
  assert.equal(after?.at, null)
})

test('Messages sent during an outage are read afterwards from Twilio’s list, each once, with their times', async () => {
  const { inbox, account_id, webhook_url, messages, processed } = await connect()
  const minutes = (count: number) => new Date(Date.now() - count * 60_000)
  await sql`
    update channel_connections set fetched_until = ${minutes(120)} where inbox_id = ${inbox.id}`
  twilio.messageFrom(ana, { Body: 'Antes de conectar' }, minutes(180))
  await twilio.deliver(webhook_url, twilio.messageFrom(ana, { Body: 'Llegó' }, minutes(100)))
  await processed()
  const url = twilio.addMedia(png, 'image/png')
  twilio.messageFrom(ana, { Body: '¿Hay alguien?' }, minutes(60))
  twilio.messageFrom(ana, { Body: 'Mira', NumMedia: '1', MediaUrl0: url }, minutes(30))
  for (let i = 0; i < 250; i++) twilio.messageFrom('+525555550191', { Body: `Mensaje ${i}` }, minutes(20))
  const fetchNow = () => fetchMissed(inbox.id)
  // A failure changes nothing; the next attempt reads the same.
  twilio.fail('list', { status: 503, body: 'unavailable' })
  await fetchNow()
  await fetchNow()
  const count = async () =>
    (await sql<{ count: number }>`select count(*)::int as count from messages where inbox_id = ${inbox.id}`)[0]!.count
  await until(async () => (await count()) === 253, 'everything is there')
  await sql`update channel_connections set fetched_until = ${minutes(120)} where inbox_id = ${inbox.id}`
  await fetchNow()
  await processed()
  assert.equal(await count(), 253)
  const theirs = (await messages()).filter(({ author }) => author.name === ana || author.name.includes('0190'))
  const texts = theirs.toReversed().map(({ content }) => content)
  assert.deepEqual(
    texts.filter((text) => !text?.startsWith('Mensaje')),
    ['¿Hay alguien?', 'Mira', 'Llegó'],
  )
  const asked = theirs.find(({ content }) => content === '¿Hay alguien?')!
  assert.ok(Math.abs(Date.parse(asked.created_at) - minutes(60).getTime()) < 60_000)
  await until(async () => {
    const files =
      await sql`select from attachments where state = 'stored' and file_type = 'image' and account_id = ${account_id}`
    return files.length > 0
  }, 'the file is stored')
})

test('Messages to a messaging service are read after an outage too, and none of other services', async () => {
  const from = 'MG0123456789abcdef0123456789abcdef'
  const { inbox, processed, messages } = await connectInbox(node, 'sms', { ...credentials, from })
  twilio.messageFrom(ana, { Body: '¿Hay alguien?', MessagingServiceSid: from })
  twilio.messageFrom(ana, { Body: 'A otro servicio', MessagingServiceSid: 'MGother' })
  twilio.messageFrom(ana, { Body: 'A un número' })
  await fetchMissed(inbox.id)
  await until(async () => (await messages()).length > 0, 'the message is there')
  await processed()
  assert.deepEqual(
    (await messages()).map(({ content }) => content),
    ['¿Hay alguien?'],
  )
})

test('An unknown outcome is settled by Twilio’s list, unless it is ambiguous', async () => {
  const { inbox, webhook_url, conversation, reply, message, messages } = await connect()
  await twilio.deliver(webhook_url, twilio.messageFrom(ana, { Body: 'Hola' }))
  const { id } = await conversation()
  const contents = ['Te esperamos', 'Sí', 'Sí', 'Nunca salió']
  for (const content of contents) {
    twilio.fail('messages', content === 'Nunca salió' ? 'cut' : 'accept_and_cut')
    const sent = await reply(id, { content })
    await message((each) => each.id === sent.id && each.failure?.code === 'outcome_unknown')
  }
  const [sid] = twilio.accepted().find(([, form]) => form.Body === 'Te esperamos')!
  await twilio.report(sid, 'delivered')
  await fetchMissed(inbox.id)
  const settled = await message(({ content, status }) => content === 'Te esperamos' && status !== 'failed')
  assert.deepEqual([settled.status, settled.external_id, settled.failure], ['delivered', sid, null])
  const others = (await messages()).filter(({ direction, id: each }) => direction === 'outgoing' && each !== settled.id)
  assert.deepEqual(
    others.map(({ failure }) => failure?.code),
    ['outcome_unknown', 'outcome_unknown', 'outcome_unknown'],
  )
})
