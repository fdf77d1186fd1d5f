import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { Conversation, Message } from '#contract/records/conversation.ts'
import type { InboxDetail } from '#contract/records/inbox.ts'
import { type Change, type Customer, openFakeWhatsApp } from '#test/channels/fakes/whatsapp.ts'
import { generous } from '#test/limits.ts'
import { openNode } from '#test/node.ts'
import { formOf, type Uploaded } from '#test/uploads.ts'
import { until } from '#test/wait.ts'

/* Facts about customers and messages that arrive in pieces, late, or after a failure. */

const whatsapp = await openFakeWhatsApp()
const node = await openNode({ ...generous, HILO_GRAPH_URL: whatsapp.url, HILO_OUTBOUND_ALLOW: '127.0.0.0/8' })
const { rest, sql } = node
const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')
const text = (body: string) => ({ type: 'text', text: { body } })
const ana: Customer = { name: 'Ana Ruiz', phone: '5215512345678', user_id: 'MX.1001' }

beforeEach(() => whatsapp.reset())

/** A workspace with a WhatsApp inbox. */
async function connect() {
  const workspace = await node.addAccount()
  const { key, account_id } = workspace
  const body = { name: 'WhatsApp', channel: 'whatsapp', credentials: whatsapp.credentials }
  const { body: inbox, text: answer } = await rest<InboxDetail>('POST', '/inboxes', { key, body })
  assert.ok(inbox.connection, answer)
  const call = async <T>(method: string, path: string, body?: unknown) => {
    const { body: given, text: whole, status } = await rest(method, path, { key, body })
    assert.ok(status < 300, whole)
    return given as unknown as T
  }
  /** Delivers changes and waits until they are processed. */
  const deliver = async (...changes: Change[]) => {
    await whatsapp.deliver(inbox.connection!.webhook_url!, changes)
    await until(
      async () => (await sql`select from channel_events where inbox_id = ${inbox.id} and outcome is null`).length === 0,
      'everything is processed',
    )
  }
  const messages = async () => {
    const [conversation] = (await call<{ items: Conversation[] }>('GET', '/conversations?status=all')).items
    const { items } = await call<{ items: Message[] }>('GET', `/conversations/${conversation!.id}/messages`)
    return { conversation: conversation!, items }
  }
  const waitFor = async (id: string, isRight: (message: Message) => boolean) => {
    let found: Message | undefined
    await until(async () => {
      found = (await messages()).items.find((each) => each.id === id)
      return found !== undefined && isRight(found)
    }, 'the message is as expected')
    return found!
  }
  return { ...workspace, account_id, inbox, call, deliver, messages, waitFor }
}

describe('History', () => {
  test('a file of the history takes the place of its placeholder', async () => {
    const { deliver, messages } = await connect()
    const past = { from: ana.phone, id: 'wamid.PAST', timestamp: '1790000000' }
    const thread = (message: object) => ({
      messages: [{ ...past, ...message, history_context: { status: 'READ' } }],
      id: ana.phone,
    })
    const placeholder = whatsapp.change('history', {
      history: [{ metadata: { phase: 0 }, threads: [thread({ type: 'media_placeholder' })] }],
    })
    await deliver(placeholder)
    assert.equal((await messages()).items[0]?.content_type, 'unsupported')
    const media = whatsapp.addMedia(png, 'image/png')
    const file = whatsapp.change('history', {
      messages: [{ ...past, type: 'image', image: { ...media, caption: 'El pastel' } }],
    })
    await deliver(file)
    await deliver(placeholder, file)
    const { items, conversation } = await messages()
    assert.deepEqual(
      items.map(({ content, content_type, attachments }) => [content, content_type, attachments.length]),
      [['El pastel', 'text', 1]],
    )
    assert.equal(conversation.status, 'resolved')
    await until(async () => (await messages()).items[0]!.attachments[0]!.state === 'stored', 'the file is there')
  })
})

describe('Sending again', () => {
  const upload = async (key: string): Promise<string[]> => {
    const form = formOf(['uno.png', 'dos.png'].map((name) => ({ name, content: png, type: 'image/png' })))
    const headers = { authorization: `Bearer ${key}` }
    const answer = await fetch(`${node.url}/api/v1/attachments`, { method: 'POST', headers, body: form })
    return ((await answer.json()) as Uploaded).attachments.map(({ token }) => token)
  }

  test('a message whose second file was cut off continues with that file', async () => {
    const { key, call, deliver, messages, waitFor } = await connect()
    await deliver(whatsapp.receive(ana, text('Hola')))
    const { conversation } = await messages()
    const attachments = await upload(key)
    whatsapp.fail('messages', { status: 200, body: { messages: [{ id: 'wamid.FIRST' }], contacts: [] } })
    whatsapp.fail('messages', 'accept_and_cut')
    const sent = await call<Message>('POST', `/conversations/${conversation.id}/messages`, { attachments })
    const failed = await waitFor(sent.id, ({ status }) => status === 'failed')
    assert.equal(failed.failure?.code, 'outcome_unknown')
    assert.equal(whatsapp.messages().length, 2)
    await call('POST', `/messages/${sent.id}/retry`)
    const again = await waitFor(sent.id, ({ status }) => status === 'sent')
    assert.equal(whatsapp.messages().length, 3, 'the first file was not sent again')
    assert.equal(again.external_id, 'wamid.FIRST')
  })

  test('a report that a message was delivered ends its unknown outcome', async () => {
    const { call, deliver, messages, waitFor } = await connect()
    await deliver(whatsapp.receive(ana, text('Hola')))
    const { conversation } = await messages()
    whatsapp.fail('messages', 'accept_and_cut')
    const sent = await call<Message>('POST', `/conversations/${conversation.id}/messages`, { content: '¿Sigues ahí?' })
    await waitFor(sent.id, ({ status }) => status === 'failed')
    const [, delivered] = whatsapp.takeStatuses()
    await deliver(delivered!)
    const known = await waitFor(sent.id, ({ status }) => status === 'delivered')
    assert.equal(known.failure, null)
  })
})

describe('Customers', () => {
  test('a new number replaces the former one, which still identifies the customer', async () => {
    const { call, deliver, messages } = await connect()
    await deliver(whatsapp.receive(ana, text('Hola')))
    const { conversation } = await messages()
    const system = { type: 'user_changed_number', wa_id: '573005550111', body: 'Ana cambió de número' }
    await deliver(
      whatsapp.change('messages', {
        messages: [{ from: ana.phone, id: 'wamid.SYSTEM', timestamp: '1790000000', type: 'system', system }],
      }),
    )
    const contact = await call<{ phone_number: string }>('GET', `/contacts/${conversation.contact.id}`)
    assert.equal(contact.phone_number, '+573005550111')
    await deliver(whatsapp.receive({ phone: '573005550111' }, text('Ya con el nuevo')))
    await deliver(whatsapp.receive({ phone: ana.phone! }, text('Con el anterior')))
    const found = await call<{ items: Conversation[] }>('GET', '/conversations?status=all')
    assert.deepEqual(
      found.items.map(({ id }) => id),
      [conversation.id],
    )
  })

  test('“Baja” ends campaigns for a customer, and merging contacts keeps that', async () => {
    const { call, deliver, messages, inbox } = await connect()
    await deliver(whatsapp.receive(ana, text('¡Baja!')))
    const { conversation } = await messages()
    const optedOut = async (id: string) =>
      (await sql<{ at: string | null }>`select opted_out_at as at from contacts where id = ${id}`)[0]?.at
    assert.ok(await optedOut(conversation.contact.id))
    const kept = await call<{ id: string }>('POST', '/contacts', { name: 'Ana R.', email: 'ana@example.com' })
    await call('POST', `/contacts/${kept.id}/merge`, { duplicate_contact_id: conversation.contact.id })
    assert.ok(await optedOut(kept.id))

    const audience = {
      filter: { any: [{ all: [{ field: 'email', operator: 'equal_to', values: ['ana@example.com'] }] }] },
    }
    const counted = await call<{ reachable: number }>('POST', '/campaigns/audience', { audience, inbox: inbox.id })
    assert.equal(counted.reachable, 0)
    await deliver(whatsapp.receive(ana, text('ALTA')))
    assert.equal(await optedOut(kept.id), null)
  })

  test('a report about campaigns that arrives late does not undo a newer one', async () => {
    const { deliver, messages } = await connect()
    whatsapp.setClock(new Date(Date.now() - 120_000).toISOString())
    const resume = whatsapp.receive(ana, text('ALTA'))
    whatsapp.advanceClock(60)
    await deliver(whatsapp.receive(ana, text('BAJA')))
    await deliver(resume)
    const { conversation } = await messages()
    const [contact] = await sql`
      select opted_out_at is not null as opted_out from contacts where id = ${conversation.contact.id}`
    assert.deepEqual(contact, { opted_out: true })
  })

  test('a message another app is answering starts no rules', async () => {
    const { call, deliver, messages } = await connect()
    await call('POST', '/automation-rules', {
      name: 'Saludo',
      event: 'message.received',
      actions: [{ type: 'send_message', content: 'Gracias por escribir' }],
    })
    const change = whatsapp.receive(ana, text('Hola'))
    await deliver({ field: 'standby', value: { ...whatsapp.change('standby', {}).value, standby: change.value } })
    await until(
      async () => (await sql`select from deliveries where subscriber = 'run_automations'`).length === 0,
      'rules ran',
    )
    const { items } = await messages()
    assert.deepEqual(
      items.map(({ content }) => content),
      ['Hola'],
    )
    assert.deepEqual(whatsapp.messages(), [])
    assert.equal(items[0]!.content_attributes['standby'], true)
  })
})

test('When a channel refuses the connection, each administrator receives one e-mail', async () => {
  const { account_id, call, deliver, messages, user } = await connect()
  const { account_id: other } = await connect()
  await deliver(
    whatsapp.receive(ana, text('Hola')),
    whatsapp.receive({ ...ana, phone: '573005550199', user_id: 'CO.2' }, text('Hola')),
  )
  const { conversation } = await messages()
  whatsapp.setToken('other')
  await call('POST', `/conversations/${conversation.id}/messages`, { content: 'Uno' })
  const letters = (id: string) => sql<{ to_address: string; subject: string }>`
    select to_address, subject from emails where account_id = ${id} and kind = 'connection'`
  await until(async () => (await letters(account_id)).length > 0, 'the e-mail is queued')
  const [{ email } = { email: '' }] = await sql<{ email: string }>`select email from users where id = ${user.id}`
  assert.deepEqual(await letters(account_id), [
    { to_address: email, subject: 'Hay que volver a conectar el canal «WhatsApp»' },
  ])
  assert.deepEqual(await letters(other), [])
})
