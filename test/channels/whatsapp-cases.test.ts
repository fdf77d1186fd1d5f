import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { connectInbox } from '#test/channels/connected.ts'
import { postWebhook } from '#test/channels/fakes/meta.ts'
import { type Change, openFakeWhatsApp, shop } from '#test/channels/fakes/whatsapp.ts'
import { generous } from '#test/limits.ts'
import { openNode } from '#test/node.ts'
import { until } from '#test/wait.ts'

const whatsapp = await openFakeWhatsApp()
after(() => whatsapp.close())
const node = await openNode({ ...generous, HILO_GRAPH_URL: whatsapp.url, HILO_OUTBOUND_ALLOW: '127.0.0.0/8' })
const { sql } = node
const connect = () => connectInbox(node, 'whatsapp', whatsapp.credentials)
const ana = { name: 'Ana Ruiz', phone: '5215512345678', user_id: 'MX.1001' }
const text = (body: string) => ({ type: 'text', text: { body } })
const contents = (items: readonly { content: string | null }[]) => items.map(({ content }) => content)

beforeEach(async () => {
  whatsapp.reset()
  // One number belongs to one inbox at a time, so that batches are addressed as at Meta.
  await sql`delete from channel_connections`
})

test('A batch for two numbers of two workspaces reaches each, in the order of its times', async () => {
  const [first, second] = [await connect(), await connect()]
  const other = { phone_number_id: '990000000000001', business_account_id: '990000000000002' }
  await sql`
    update channel_connections set external_id = ${other.phone_number_id}, business_id = ${other.business_account_id}
     where inbox_id = ${second.inbox.id}`
  whatsapp.advanceClock(-600)
  const older = whatsapp.receive(ana, text('Primero'))
  whatsapp.advanceClock(60)
  const newer = whatsapp.receive(ana, text('Segundo'))
  const metadata = { phone_number_id: other.phone_number_id, display_phone_number: '525555550199' }
  const theirs = whatsapp.receive({ ...ana, user_id: 'MX.2002', phone: '5215555550155' }, text('A la otra'))
  const entry = [
    { id: shop.business_account_id, changes: [newer, older] },
    { id: other.business_account_id, changes: [{ ...theirs, value: { ...theirs.value, metadata } }] },
  ]
  const body = { object: 'whatsapp_business_account', entry }
  for (let copy = 0; copy < 2; copy++)
    assert.deepEqual(await postWebhook(`${node.url}/channels/meta`, body, shop.app_secret), [200])
  await Promise.all([first.processed(), second.processed()])
  assert.deepEqual(contents((await first.messages()).toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))), [
    'Primero',
    'Segundo',
  ])
  assert.deepEqual(contents(await second.messages()), ['A la otra'])
})

test('A webhook for a number that is not connected is kept, shown to administrators and changes nothing', async () => {
  const { webhook_url, call, inbox, processed, messages } = await connect()
  const metadata = { phone_number_id: '770000000000001', display_phone_number: '525555550177' }
  const change = whatsapp.receive(ana, text('Hola'))
  await whatsapp.deliver(webhook_url, [{ ...change, value: { ...change.value, metadata } }])
  await processed()
  type Event = { outcome: string; reason: string }
  const { items } = await call<{ items: Event[] }>('GET', `/inboxes/${inbox.id}/events`)
  assert.equal(items[0]!.outcome, 'ignored')
  assert.match(items[0]!.reason, /770000000000001/)
  assert.deepEqual(await messages(), [])
})

test('A file that WhatsApp no longer keeps is marked as failed and not asked for again', async () => {
  const { webhook_url, message } = await connect()
  const image = whatsapp.addMedia(Buffer.from('foto'), 'image/jpeg')
  whatsapp.fail('media_info', { status: 503, body: 'unavailable' }, 50)
  await whatsapp.deliver(webhook_url, [whatsapp.receive(ana, { type: 'image', image })])
  await message(({ attachments }) => attachments[0]?.state === 'pending')
  await sql`update channel_media set expires_at = now() - interval '1 second', next_try_at = now() - interval '1 second'`
  node.node.runtime.notify()
  await message(({ attachments }) => attachments[0]?.state === 'failed')
  assert.deepEqual(await sql`select from channel_media`, [])
})

test('A quote of a message that arrives later is completed with it', async () => {
  const { webhook_url, message, messages, processed } = await connect()
  const original = whatsapp.receive(ana, text('¿Tienen rosca?'))
  const { id } = (original.value as { messages: [{ id: string }] }).messages[0]
  await whatsapp.deliver(webhook_url, [whatsapp.receive(ana, { ...text('De la grande'), context: { id } })])
  const quoting = await message(({ content }) => content === 'De la grande')
  assert.deepEqual(quoting.reply_to, { id: null, external_id: id, preview: null })
  await whatsapp.deliver(webhook_url, [original])
  await processed()
  const { reply_to } = (await messages()).find((each) => each.id === quoting.id)!
  assert.equal(reply_to?.preview, '¿Tienen rosca?')
})

for (const [country, stored, given] of [
  ['Brazil', '+5511985550188', '551185550188'],
  ['Argentina', '+541155550188', '5491155550188'],
  ['Mexico', '+5215512345678', '525512345678'],
] as const)
  test(`A customer of ${country} whose number is written in another form is the known contact`, async () => {
    const { webhook_url, call, conversation } = await connect()
    const known = await call<{ id: string; phone_number: string }>('POST', '/contacts', {
      name: 'Conocida',
      phone_number: stored,
    })
    await whatsapp.deliver(webhook_url, [whatsapp.receive({ name: 'Otra forma', phone: given }, text('Hola'))])
    const { contact } = await conversation()
    assert.deepEqual([contact.id, contact.phone_number], [known.id, known.phone_number])
  })

test('A report that the window was closed fails the message, is not retried, and corrects the window', async () => {
  const { webhook_url, conversation, reply, message, key } = await connect()
  await whatsapp.deliver(webhook_url, [whatsapp.receive(ana, text('Hola'))])
  const { id } = await conversation()
  const sent = await reply(id, { content: 'Buenas' })
  const { external_id } = await message((each) => each.id === sent.id && each.status === 'sent')
  const errors = [{ code: 131047, title: 'Re-engagement message' }]
  await whatsapp.deliver(webhook_url, [whatsapp.status(external_id!, 'failed', { errors })])
  const failed = await message((each) => each.id === sent.id && each.status === 'failed')
  assert.deepEqual([failed.failure?.code, failed.failure?.retryable], ['window_closed', false])
  assert.partialDeepStrictEqual((await conversation()).reply_window, { open: false, may_send: ['template'] })
  const refused = await node.rest('POST', `/conversations/${id}/messages`, { key, body: { content: 'Otra vez' } })
  assert.deepEqual([refused.status, refused.body.code], [409, 'window_closed'])
  assert.equal(whatsapp.messages().length, 1)
  await whatsapp.deliver(webhook_url, [whatsapp.receive(ana, text('Sigo aquí'))])
  await until(async () => (await conversation()).reply_window?.open === true, 'the customer opens it again')
})

test('History in reversed and repeated chunks is imported once, sorted, and disturbs nobody', async () => {
  const { webhook_url, account_id, conversation, messages, processed } = await connect()
  const past = (number: number, status = 'READ') => ({
    from: number % 2 ? ana.phone : whatsapp.number.display_phone_number,
    ...(number % 2 === 0 && { to: ana.phone }),
    id: `wamid.PAST${number}`,
    timestamp: String(1790000000 + number * 60),
    ...text(`Mensaje ${number}`),
    history_context: { status },
  })
  const chunk = (phase: number, numbers: number[]): Change =>
    whatsapp.change('history', {
      history: [
        {
          metadata: { phase, chunk_order: phase, progress: 50 },
          threads: [{ id: ana.phone, messages: numbers.map((number) => past(number)) }],
        },
      ],
    })
  const [first, second] = [chunk(0, [1, 2, 3]), chunk(1, [4, 5])]
  for (const change of [second, first, second, first]) await whatsapp.deliver(webhook_url, [change])
  await processed()
  const items = (await messages()).toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
  assert.deepEqual(contents(items), ['Mensaje 1', 'Mensaje 2', 'Mensaje 3', 'Mensaje 4', 'Mensaje 5'])
  const { status, reply_window, unread_count } = await conversation()
  assert.deepEqual([status, reply_window?.open, unread_count], ['resolved', false, 0])
  const news = await sql`
    select from events where account_id = ${account_id} and name in ('message.received', 'conversation.created')`
  assert.deepEqual(news, [])
})

test('A scheduled template that Meta paused meanwhile is not sent, and says why', async () => {
  whatsapp.templates.push({
    id: '7001',
    name: 'recordatorio',
    language: 'es',
    status: 'APPROVED',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: 'Te esperamos.' }],
  })
  const { webhook_url, conversation, reply, message, processed } = await connect()
  await whatsapp.deliver(webhook_url, [whatsapp.receive(ana, text('Hola'))])
  const { id } = await conversation()
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
  const template = { name: 'recordatorio', language: 'es' }
  const scheduled = await reply(id, { template, scheduled_at })
  const paused = {
    event: 'PAUSED',
    message_template_id: 7001,
    message_template_name: 'recordatorio',
    message_template_language: 'es',
    reason: 'NONE',
  }
  await whatsapp.deliver(webhook_url, [{ field: 'message_template_status_update', value: paused }])
  await processed()
  await sql`update messages set scheduled_at = now() - interval '1 second' where id = ${scheduled.id}`
  node.node.runtime.notify()
  const { failure } = await message((each) => each.id === scheduled.id && each.status === 'failed')
  assert.equal(failure?.code, 'template_rejected')
  assert.match(failure!.detail, /PAUSED/)
  assert.deepEqual(whatsapp.messages(), [])
})
