import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Campaign, CampaignRecipient } from '#contract/records/campaign.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import type { InboxDetail } from '#contract/records/inbox.ts'
import { openFakeTwilio } from '#test/channels/fakes/twilio.ts'
import { openFakeWhatsApp, shop } from '#test/channels/fakes/whatsapp.ts'
import { generous } from '#test/limits.ts'
import { openNode } from '#test/node.ts'
import { until } from '#test/wait.ts'

const whatsapp = await openFakeWhatsApp()
const twilio = await openFakeTwilio()
const node = await openNode({
  ...generous,
  HILO_GRAPH_URL: whatsapp.url,
  HILO_TWILIO_URL: twilio.url,
  HILO_OUTBOUND_ALLOW: '127.0.0.0/8',
})
const { sql } = node

const template = {
  name: 'oferta',
  language: 'es',
  parameters: { body: ['{{contact.first_name}}', '{{contact.city}}'] },
}
whatsapp.templates.push({
  id: '1',
  name: 'oferta',
  language: 'es',
  status: 'APPROVED',
  category: 'MARKETING',
  components: [{ type: 'BODY', text: 'Hola {{1}}, tenemos ofertas en {{2}}.' }],
})

/** A workspace with an inbox of a channel, and contacts with the label of the campaign. */
async function openShop(channel: 'whatsapp' | 'sms') {
  const { key } = await node.addAccount()
  const call = async <T>(method: string, path: string, body?: unknown, expected = [200, 201]) => {
    const answer = await node.rest(method, path, { key, body })
    assert.ok(expected.includes(answer.status), `${method} ${path}: ${answer.text}`)
    return answer.body as unknown as T
  }
  const { account_sid, auth_token, numbers } = twilio.account
  const sms = { provider: 'twilio', account_sid, auth_token, from: numbers[0] }
  const credentials = channel === 'whatsapp' ? whatsapp.credentials : sms
  const inbox = await call<InboxDetail>('POST', '/inboxes', { name: channel, channel, credentials })
  await call('POST', '/labels', { title: 'clientes' })
  const get = (id: string) => call<Campaign>('GET', `/campaigns/${id}`)
  return {
    call,
    inbox,
    webhook_url: inbox.connection!.webhook_url!,
    meet: async (fields: object) => {
      const { id } = await call<{ id: string }>('POST', '/contacts', fields)
      await call('PUT', `/contacts/${id}/labels`, { labels: ['clientes'] })
      return id
    },
    /** Creates and starts a campaign to everybody with the label. */
    send: async (fields: object) => {
      const draft = { name: 'Ofertas', inbox: inbox.id, audience: { labels: ['clientes'] }, per_minute: 6000 }
      const { id } = await call<Campaign>('POST', '/campaigns', { ...draft, ...fields })
      await call('POST', `/campaigns/${id}/start`)
      return id
    },
    get,
    reaches: async (id: string, isRight: (campaign: Campaign) => boolean) => {
      let campaign = await get(id)
      await until(async () => isRight((campaign = await get(id))), 'the campaign is there')
      return campaign
    },
    recipients: async (id: string) =>
      (await call<{ items: CampaignRecipient[] }>('GET', `/campaigns/${id}/recipients`)).items,
  }
}

describe('A campaign through WhatsApp', () => {
  test('sends a template with values of each contact, and shows what became of it', async () => {
    const { meet, send, reaches, recipients, webhook_url } = await openShop('whatsapp')
    await meet({ name: 'Ana Ruiz', phone_number: '+573001112201', city: 'Cali' })
    await meet({ name: 'Luis Paz', phone_number: '+573001112202', city: 'Bogotá' })
    await meet({ name: 'Eva Gil', phone_number: '+573001112203' })
    await meet({ name: 'Sin Teléfono', email: 'sin@example.com', city: 'Cali' })
    await meet({ name: 'Fin Fin', phone_number: '+573001112205', city: 'Cali' })
    const text = (body: string) => ({ type: 'text', text: { body } })
    await whatsapp.deliver(webhook_url, [whatsapp.receive({ phone: '573001112205' }, text('¡Baja!'))])
    await until(async () => (await sql`select from contacts where opted_out_at is not null`).length > 0, 'the opt-out')

    const id = await send({ template })
    const sent = await reaches(id, ({ status, progress }) => status === 'done' && progress.queued === 0)
    assert.equal(sent.content, 'Hola {{contact.first_name}}, tenemos ofertas en {{contact.city}}.')
    const outcomes = (await recipients(id)).map(({ contact, status, error }) => [contact.name, status, error])
    assert.deepEqual(outcomes, [
      ['Ana Ruiz', 'sent', null],
      ['Luis Paz', 'sent', null],
      ['Eva Gil', 'failed', '{{2}} of the body needs a value.'],
      ['Sin Teléfono', 'failed', 'El contacto no tiene número de teléfono.'],
      ['Fin Fin', 'failed', 'El contacto no quiere recibir campañas.'],
    ])
    await until(() => whatsapp.messages().length === 2, 'the messages have left')
    const values = whatsapp
      .messages()
      .map((body) => body.template.components[0].parameters.map((each: { text: string }) => each.text))
    assert.deepEqual(
      values.toSorted((a, b) => (a[0] < b[0] ? -1 : 1)),
      [
        ['Ana', 'Cali'],
        ['Luis', 'Bogotá'],
      ],
    )

    // Ana reads it and asks to be left out; Luis only receives it.
    const statuses = whatsapp.takeStatuses()
    await whatsapp.deliver(webhook_url, statuses)
    const [first] = (statuses[0]!.value as { statuses: [{ id: string; recipient_id: string }] }).statuses
    await whatsapp.deliver(webhook_url, [whatsapp.status(first.id, 'read')])
    await reaches(id, ({ progress }) => progress.delivered === 2 && progress.read === 1)
    await whatsapp.deliver(webhook_url, [whatsapp.receive({ phone: first.recipient_id }, text('STOP'))])
    const { progress } = await reaches(id, (each) => each.progress.replied === 1 && each.progress.opted_out === 2)
    assert.deepEqual(progress, {
      total: 5,
      queued: 0,
      sent: 2,
      delivered: 2,
      read: 1,
      failed: 3,
      replied: 1,
      opted_out: 2,
    })
  })

  test('needs an approved template with all its values, and changes nothing otherwise', async () => {
    const { call, inbox, send, meet } = await openShop('whatsapp')
    await meet({ name: 'Ana', phone_number: '+573001112211' })
    const draft = { name: 'Ofertas', inbox: inbox.id, audience: { labels: ['clientes'] } }
    const refused = async (fields: object) =>
      (await call<{ detail: string }>('POST', '/campaigns', { ...draft, ...fields }, [422])).detail
    assert.match(await refused({ content: 'Hola' }), /approved template/)
    assert.match(await refused({ template: { ...template, name: 'otra' } }), /no template otra/)
    assert.match(await refused({ template: { ...template, parameters: { body: ['{{contact.name}}'] } } }), /\{\{2\}\}/)
    const unknown = { ...template, parameters: { body: ['{{contact.nombre}}', 'x'] } }
    assert.match(await refused({ template: unknown }), /contact\.nombre/)
    assert.deepEqual((await call<{ items: unknown[] }>('GET', '/campaigns')).items, [])
    assert.ok(await send({ template }))
  })

  test('stops by itself when its template can no longer be sent', async () => {
    const { send, meet, reaches, inbox, call } = await openShop('whatsapp')
    await meet({ name: 'Ana', phone_number: '+573001112221', city: 'Cali' })
    const draft = { name: 'Ofertas', inbox: inbox.id, audience: { labels: ['clientes'] }, template }
    const { id } = await call<Campaign>('POST', '/campaigns', draft)
    await sql`update channel_templates set status = 'PAUSED' where inbox_id = ${inbox.id}`
    await call('POST', `/campaigns/${id}/start`)
    const { problem, progress } = await reaches(id, ({ status }) => status === 'stopped')
    assert.match(problem!, /PAUSED/)
    assert.equal(progress.queued, 1)
    assert.ok(send)
  })

  test('writes to no more people in a day than the account may', async () => {
    whatsapp.number.whatsapp_business_manager_messaging_limit = 'TIER_2'
    const { send, meet, reaches } = await openShop('whatsapp')
    whatsapp.number.whatsapp_business_manager_messaging_limit = shop.whatsapp_business_manager_messaging_limit
    for (const digit of [1, 2, 3]) await meet({ name: 'Ana', phone_number: `+57300111223${digit}`, city: 'Cali' })
    const id = await send({ template })
    const isPostponed = async () =>
      (await sql`select from campaigns where id = ${id} and next_send_at > now() + interval '30 seconds'`).length > 0
    await until(isPostponed, 'the campaign waits')
    const { progress } = await reaches(id, ({ status }) => status === 'running')
    assert.deepEqual([progress.sent, progress.queued], [2, 1])
  })
})

test('A campaign by SMS does not delay the answers of people', async () => {
  const { call, send, meet, webhook_url, reaches } = await openShop('sms')
  await twilio.deliver(webhook_url, twilio.messageFrom('+573009990000', { Body: '¿Abren hoy?' }))
  let conversation: Conversation | undefined
  await until(async () => {
    const { items } = await call<{ items: Conversation[] }>('GET', '/conversations?status=all')
    conversation = items[0]
    return conversation !== undefined
  }, 'the conversation')
  for (let i = 0; i < 60; i++)
    await meet({ name: `Persona ${i}`, phone_number: `+57301000${String(i).padStart(4, '0')}` })
  await call('PUT', `/contacts/${conversation!.contact.id}/labels`, { labels: ['clientes'] })
  const id = await send({ content: 'Oferta para {{contact.name}}' })
  await reaches(id, ({ status }) => status === 'done')
  // The campaign's message to this customer waits as well; the answer goes before it.
  const { id: answer } = await call<{ id: string }>('POST', `/conversations/${conversation!.id}/messages`, {
    content: 'Sí, hasta las 8',
  })
  const isSent = async () => (await sql`select from messages where id = ${answer} and status = 'sent'`).length > 0
  await until(isSent, 'the answer has left')
  const [waiting] = await sql<{ count: number }>`select count(*)::int as count from channel_outbox where is_bulk`
  assert.ok(waiting!.count > 0, 'the campaign is still being sent')
})
