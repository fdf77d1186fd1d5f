import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Contact } from '#contract/records/contact.ts'
import type { Conversation, Message } from '#contract/records/conversation.ts'
import { openFakeSmtp } from '#test/channels/fakes/smtp.ts'
import { fixture } from '#test/channels/fixture.ts'
import { connectMail, writeBounce, writeMail } from '#test/channels/mail.ts'
import { generous } from '#test/limits.ts'
import { openNode } from '#test/node.ts'
import { header } from '#test/smtp.ts'
import { until } from '#test/wait.ts'

const smtp = await openFakeSmtp()
const node = await openNode({ ...generous, HILO_OUTBOUND_ALLOW: '127.0.0.0/8' })
const { sql } = node
const shop = { address: 'ventas@tienda.example', smtp: smtp.server, from_name: 'Tienda' }

/** A workspace whose mail is forwarded to the inbox. */
async function connect(credentials: Record<string, unknown> = shop) {
  return connectMail(node, credentials, await node.addAccount())
}

/** The e-mail with this subject that left, once it did. */
async function sentMail(subject: string) {
  await until(() => smtp.sent.some(({ data }) => header(data, 'subject') === subject), `an e-mail "${subject}" is sent`)
  return smtp.sent.findLast(({ data }) => header(data, 'subject') === subject)!
}

type Mail = {
  subject: string
  from: string
  to: string[]
  cc: string[]
  message_id: string
  html: string | null
  text: string
  remote_images?: string[]
}
const mailOf = ({ content_attributes }: Message) => content_attributes['email'] as Mail

describe('Connecting e-mail', () => {
  test('wrong passwords are refused with the server’s reason, servers that do not answer are named', async () => {
    const { key } = await node.addAccount()
    const create = (credentials: object) =>
      node.rest('POST', '/inboxes', { key, body: { name: 'Correo', channel: 'email', credentials } })
    const wrong = await create({ ...shop, smtp: { ...smtp.server, password: 'otra' } })
    assert.deepEqual([wrong.status, wrong.body.code], [422, 'channel_rejected'], wrong.text)
    assert.match(wrong.text, /Wrong user or password/)
    const away = await create({ ...shop, smtp: { ...smtp.server, port: 9 + 1024 } })
    assert.deepEqual([away.status, away.body.code], [503, 'channel_unreachable'], away.text)
    const inside = await create({ ...shop, smtp: { ...smtp.server, host: '10.1.2.3' } })
    assert.deepEqual([inside.status, inside.body.code], [422, 'channel_rejected'], inside.text)
    assert.deepEqual((await node.rest<{ items: unknown[] }>('GET', '/inboxes', { key })).body.items, [])
  })

  test('mail is taken only with the inbox’s secret, which its public token does not give', async () => {
    const { inbox, key } = await connect()
    const [address, secret] = inbox.connection!.webhook_url!.split('?secret=')
    const post = (url: string, headers = {}) => fetch(url, { method: 'POST', body: writeMail('Hola'), headers })
    assert.equal((await post(address!)).status, 401)
    assert.equal((await post(`${address}?secret=${inbox.token}`)).status, 401)
    assert.equal((await post(address!.replace(inbox.token, 'unknown'))).status, 404)
    const [none] = await sql`select count(*)::int as count from channel_events where inbox_id = ${inbox.id}`
    assert.equal(none!['count'], 0)
    assert.equal((await post(address!, { authorization: `Bearer ${decodeURIComponent(secret!)}` })).status, 200)
    const large = await fetch(inbox.connection!.webhook_url!, { method: 'POST', body: Buffer.alloc(26 * 1024 * 1024) })
    assert.equal(large.status, 413)
    assert.ok(!JSON.stringify(inbox).includes(smtp.server.password) && key)
  })
})

describe('Receiving e-mail', () => {
  test('a new mail opens a conversation, with its subject, sender and text in any encoding', async () => {
    const { receive, conversations, messages, call } = await connect({ ...shop, address: 'soporte@tienda.example' })
    await receive(fixture('74').body.raw)
    const [conversation] = await conversations()
    const [message] = await messages(conversation!.id)
    assert.equal(message!.content, fixture('74').expect.events[0].text)
    assert.equal(message!.external_id, 'CAF1ct-0001@correo.example')
    assert.equal(mailOf(message!).subject, '¿Cómo cambio mi pedido?')
    assert.deepEqual(
      [conversation!.contact.name, conversation!.contact.email],
      ['Ana María Rojas', 'ana.rojas@correo.example'],
    )
    await receive(fixture('74').body.raw)
    assert.equal((await messages(conversation!.id)).length, 1)
    await receive(fixture('83').body.raw)
    await receive(fixture('83').body.raw)
    assert.equal((await conversations()).length, 2)
    assert.equal((await call('GET', `/inboxes/${conversation!.inbox.id}/events`)).status, 200)
  })

  test('HTML is shown without anything active, images within the text as files, remote ones only on request', async () => {
    const { receive, conversations, messages } = await connect({ ...shop, address: 'soporte@tienda.example' })
    await receive(fixture('82').body.raw)
    const [{ id } = {} as Conversation] = await conversations()
    let message: Message | undefined
    await until(async () => {
      ;[message] = await messages(id)
      return message!.attachments.every(({ state }) => state === 'stored')
    }, 'the files are stored')
    const { html, remote_images } = mailOf(message!)
    for (const active of ['<script', 'onclick', '<form', 'track.example', 'cid:'])
      assert.ok(!html!.includes(active), html!)
    assert.deepEqual(remote_images, ['http://track.example/p.gif'])
    const [picture, invoice] = message!.attachments
    assert.deepEqual([picture!.file_name, picture!.content_id], ['foto.png', 'foto1@x'])
    assert.deepEqual([invoice!.file_name, invoice!.content_id], ['Factura Nº 12.pdf', undefined])
    assert.ok(html!.includes(picture!.url.replaceAll('&', '&amp;')))
    const file = await fetch(invoice!.url)
    assert.equal(await file.text(), '%PDF-1.4\n')
  })

  test('another mail with a Message-ID that was used before is not lost', async () => {
    const { receive, conversations, messages } = await connect()
    const headers = { 'Message-ID': '<always-the-same@scanner.example>' }
    await receive(writeMail('Documento 1', headers))
    const second = writeMail('Documento 2', headers)
    await receive(second)
    await receive(`Received: from relay.example; ${new Date().toUTCString()}\r\n${second}`)
    const [conversation] = await conversations()
    const texts = (await messages(conversation!.id)).map(({ content }) => content ?? '')
    assert.deepEqual(texts.toSorted(), ['Documento 1', 'Documento 2'])
  })

  test('bytes that are no e-mail are kept and ignored with a reason', async () => {
    const { receive, conversations } = await connect()
    const { outcome, reason } = await receive(Buffer.from([0, 255, 13, 10, 0, 200]))
    assert.deepEqual([outcome, reason], ['ignored', 'The e-mail names no sender.'])
    assert.deepEqual(await conversations(), [])
  })
})

describe('Threads', () => {
  test('an answer comes back to its conversation by token, by reference or by subject, and a new subject opens another', async () => {
    const { receive, conversations, messages, call } = await connect()
    await receive(writeMail('Hola, ¿tienen el modelo azul?', { Subject: 'Modelo azul' }))
    const [{ id } = {} as Conversation] = await conversations()
    await call('POST', `/conversations/${id}/messages`, { content: 'Sí, lo tenemos.' })
    const { data } = await sentMail('Re: Modelo azul')
    const reply_to = header(data, 'reply-to')!
    const sent_id = header(data, 'message-id')!
    await receive(writeMail('Por token', { To: reply_to, Subject: 'Otra cosa' }))
    await receive(writeMail('Por referencia', { 'In-Reply-To': sent_id, Subject: 'RE: algo distinto' }))
    await receive(writeMail('Por asunto', { Subject: 'RV: Re:  modelo AZUL' }))
    await receive(writeMail('De otra persona', { From: 'luis@correo.example', Subject: 'Modelo azul' }))
    await receive(writeMail('Asunto nuevo', { Subject: 'Factura' }))
    const all = await conversations()
    assert.equal(all.length, 3)
    const texts = (await messages(id)).map(({ content }) => content ?? '').toSorted()
    assert.deepEqual(texts, [
      'Hola, ¿tienen el modelo azul?',
      'Por asunto',
      'Por referencia',
      'Por token',
      'Sí, lo tenemos.',
    ])
  })

  test('an answer that is processed before the mail it answers joins it in one conversation', async () => {
    const { receive, conversations, messages } = await connect()
    await receive(
      writeMail('Respondo', { From: 'luis@correo.example', 'In-Reply-To': '<first@correo.example>', Subject: 'A' }),
    )
    await receive(writeMail('Pregunto', { 'Message-ID': '<first@correo.example>', Subject: 'B' }))
    const all = await conversations()
    assert.equal(all.length, 1)
    assert.deepEqual((await messages(all[0]!.id)).map(({ author }) => author.name).toSorted(), [
      'Ana Rojas',
      'luis@correo.example',
    ])
  })

  test('references and tokens of another workspace or inbox never join', async () => {
    const [ours, theirs] = [await connect(), await connect({ ...shop, address: 'otra@empresa.example' })]
    const second = await connectMail(node, { ...shop, address: 'soporte@tienda.example' }, ours, 'Soporte')
    await theirs.receive(writeMail('Secreto', { To: 'otra@empresa.example', Subject: 'Secreto' }))
    const [hidden] = await theirs.conversations()
    await theirs.call('POST', `/conversations/${hidden!.id}/messages`, { content: 'Respuesta' })
    const { data } = await sentMail('Re: Secreto')
    const forged = {
      From: 'intruso@malo.example',
      To: header(data, 'reply-to')!.replace(/otra\+(.*)@empresa.example/, 'ventas+$1@tienda.example'),
      'In-Reply-To': header(data, 'message-id')!,
      References: header(data, 'references')!,
      Subject: 'Re: Secreto',
    }
    for (const inbox of [ours, second]) {
      await inbox.receive(writeMail('?', forged))
      const [conversation] = await inbox.conversations()
      assert.equal((await inbox.messages(conversation!.id)).length, 1)
    }
    assert.equal((await theirs.messages(hidden!.id)).length, 2)
    await ours.receive(fixture('77').body.raw)
    assert.equal((await ours.conversations()).length, 2)
  })
})

describe('Mail of programs', () => {
  test('an absence notice is shown, and reopens and answers nothing', async () => {
    const { receive, conversations, messages, call, inbox } = await connect()
    await call('PATCH', `/inboxes/${inbox.id}`, { ai_agent_enabled: true })
    await receive(writeMail('Hola'))
    const [{ id } = {} as Conversation] = await conversations()
    await call('POST', `/conversations/${id}/messages`, { content: 'Buenas' })
    const { data } = await sentMail('Re: Pedido 7781')
    await call('POST', `/conversations/${id}/resolve`)
    const notice = { 'In-Reply-To': header(data, 'message-id')!, 'Auto-Submitted': 'auto-replied' }
    await receive(writeMail('Estoy de vacaciones.', notice))
    const [after] = await conversations()
    assert.equal(after!.status, 'resolved')
    const shown = (await messages(id)).find(({ content }) => content === 'Estoy de vacaciones.')
    assert.equal(shown!.content_attributes['automatic'], true)
    await receive(
      writeMail('Boletín', { From: 'noreply@noticias.example', 'List-Id': '<noticias.example>', Subject: 'Ofertas' }),
    )
    const [newsletter] = await conversations()
    assert.equal(newsletter!.status, 'open')
  })

  test('a bounce marks the message failed and the address of the contact, a delay only warns', async () => {
    const { receive, conversations, call, message } = await connect()
    await receive(writeMail('Hola', { Subject: 'Rebote' }))
    const [{ id, contact } = {} as Conversation] = await conversations()
    await call('POST', `/conversations/${id}/messages`, { content: 'Buenas' })
    const { data } = await sentMail('Re: Rebote')
    const sent_id = header(data, 'message-id')!.slice(1, -1)
    await message(({ status }) => status === 'sent')
    await receive(writeBounce(sent_id, contact.email!, 'delayed', '4.4.1'))
    const delayed = await message(({ content_attributes }) => 'delivery_delay' in content_attributes)
    assert.deepEqual([delayed.content, delayed.status], ['Buenas', 'sent'])
    await receive(writeBounce(sent_id, contact.email!))
    const failed = await message(({ status }) => status === 'failed')
    assert.deepEqual([failed.failure!.code, failed.failure!.provider!.code], ['recipient_unreachable', '5.1.1'])
    const status = async () => (await call<Contact>('GET', `/contacts/${contact.id}`)).body.email_status
    assert.equal(await status(), 'bounced')
    assert.equal((await conversations()).length, 1)
    await receive(writeMail('Sigo aquí', { Subject: 'Rebote' }))
    assert.equal(await status(), null)
  })

  test('mail of the business itself is an outgoing message of its conversation, never a customer’s', async () => {
    const { receive, conversations, messages, call } = await connect()
    await receive(writeMail('Pregunta', { 'Message-ID': '<q1@correo.example>', Subject: 'Duda' }))
    const own = { From: 'Tienda <ventas@tienda.example>', To: 'ana@correo.example' }
    await receive(
      writeMail('Respuesta desde el teléfono', { ...own, Subject: 'Re: Duda', 'In-Reply-To': '<q1@correo.example>' }),
    )
    const [{ id } = {} as Conversation] = await conversations()
    const answer = (await messages(id)).find(({ direction }) => direction === 'outgoing')
    assert.deepEqual([answer!.author.type, answer!.content], ['external', 'Respuesta desde el teléfono'])
    await call('POST', `/conversations/${id}/messages`, { content: 'Y desde aquí' })
    const copy = await sentMail('Re: Duda')
    await receive(copy.data)
    assert.equal((await messages(id)).length, 3)
    const { outcome } = await receive(writeMail('Nota', { ...own, To: 'ventas@tienda.example' }))
    assert.equal(outcome, 'ignored')
    assert.equal((await conversations()).length, 1)
  })
})

describe('Sending e-mail', () => {
  test('an answer has text and HTML, the headers of its thread, copies and files', async () => {
    const { receive, conversations, call, message, key, inbox } = await connect()
    await call('PATCH', `/inboxes/${inbox.id}`, { settings: { signature: 'Tienda & Hijos' } })
    const references = { 'Message-ID': '<f1@correo.example>', Subject: 'Factura', Cc: 'Luis <luis@correo.example>' }
    await receive(writeMail('¿Me la envían?', references))
    const [{ id } = {} as Conversation] = await conversations()
    const form = new FormData()
    form.set('attachments', new Blob(['%PDF-1.4\n'], { type: 'application/pdf' }), 'factura.pdf')
    const upload = await fetch(`${node.url}/api/v1/attachments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: form,
    })
    const { attachments } = (await upload.json()) as { attachments: { token: string }[] }
    const body = {
      content: 'Aquí <va>\nhttps://tienda.example/f',
      bcc: ['jefa@tienda2.example'],
      attachments: [attachments[0]!.token],
    }
    const answered = await call<Message>('POST', `/conversations/${id}/messages`, body)
    assert.equal(answered.status, 201, answered.text)
    const { to, data } = await sentMail('Re: Factura')
    assert.deepEqual(to, ['ana@correo.example', 'luis@correo.example', 'jefa@tienda2.example'])
    assert.equal(header(data, 'from'), 'Tienda <ventas@tienda.example>')
    assert.equal(header(data, 'cc'), 'luis@correo.example')
    assert.equal(header(data, 'bcc'), undefined)
    assert.equal(header(data, 'in-reply-to'), '<f1@correo.example>')
    assert.equal(header(data, 'references'), '<f1@correo.example>')
    assert.match(header(data, 'reply-to')!, /ventas\+c\.\d+\.[0-9a-f]{24}@tienda\.example/)
    assert.equal(header(data, 'auto-submitted'), undefined)
    assert.match(data, /multipart\/alternative/)
    assert.match(data, /factura\.pdf/)
    assert.match(data, /&lt;va&gt;<br>/)
    assert.match(data, /\r\nTienda & Hijos\r\n/)
    const sent = await message(({ status, direction }) => direction === 'outgoing' && status === 'sent')
    assert.equal(`<${sent.external_id}>`, header(data, 'message-id'))
    assert.deepEqual(mailOf(sent).cc, ['luis@correo.example'])
  })

  test('an answer keeps the others of the thread in copy, never the inbox itself; an empty list leaves them out', async () => {
    const { receive, conversations, call } = await connect()
    const others = { To: 'ventas@tienda.example, Eva <eva@correo.example>', Cc: 'Luis <LUIS@correo.example>' }
    await receive(writeMail('¿Cuándo llega?', { ...others, Subject: 'Entrega', 'Message-ID': '<e1@correo.example>' }))
    const [{ id } = {} as Conversation] = await conversations()
    const answer = async (content: string, cc?: string[]) => {
      const sent = await call('POST', `/conversations/${id}/messages`, { content, ...(cc && { cc }) })
      assert.equal(sent.status, 201, sent.text)
      await until(() => smtp.sent.some(({ data }) => data.includes(content)), `“${content}” is sent`)
      return smtp.sent.find(({ data }) => data.includes(content))!
    }
    const first = await answer('Para todos')
    assert.deepEqual(first.to, ['ana@correo.example', 'eva@correo.example', 'luis@correo.example'])
    assert.deepEqual((await answer('Solo para ella', [])).to, ['ana@correo.example'])
    assert.deepEqual((await answer('Solo Luis', ['luis@correo.example'])).to, [
      'ana@correo.example',
      'luis@correo.example',
    ])
    // Somebody in copy answers to all: to our reply address, the customer and the other one.
    await receive(
      writeMail('Yo lo recibo', {
        From: 'Eva <eva@correo.example>',
        To: `${header(first.data, 'reply-to')}, ana@correo.example`,
        Cc: 'pedro@correo.example',
        Subject: 'Re: Entrega',
        'In-Reply-To': header(first.data, 'message-id')!,
      }),
    )
    assert.equal((await conversations()).length, 1)
    assert.deepEqual((await answer('Gracias a todos')).to, [
      'ana@correo.example',
      'eva@correo.example',
      'pedro@correo.example',
    ])
  })

  test('until the customer answers, copies are those of the first e-mail', async () => {
    const { call, inbox } = await connect()
    const made = await call<Contact>('POST', '/contacts', { name: 'Iris', email: 'iris@correo.example' })
    const message = { subject: 'Oferta 9', content: 'Adjunto', cc: ['socia@correo.example'] }
    const body = { contact_id: made.body.id, inbox_id: inbox.id, message }
    const started = await call<Conversation>('POST', '/conversations', body)
    await sentMail('Oferta 9')
    await call('POST', `/conversations/${started.body.id}/messages`, { content: 'Olvidé algo' })
    assert.deepEqual((await sentMail('Re: Oferta 9')).to, ['iris@correo.example', 'socia@correo.example'])
  })

  test('a new conversation is written to a contact with a subject of its own', async () => {
    const { call, inbox, receive, messages } = await connect()
    const made = await call<Contact>('POST', '/contacts', { name: 'Eva', email: 'eva@correo.example' })
    const message = { subject: 'Tu oferta', content: 'Hola, Eva', cc: ['socio@correo.example'] }
    const started = await call<Conversation>('POST', '/conversations', {
      contact_id: made.body.id,
      inbox_id: inbox.id,
      message,
    })
    assert.equal(started.status, 201, started.text)
    const { to, data } = await sentMail('Tu oferta')
    assert.deepEqual(to, ['eva@correo.example', 'socio@correo.example'])
    assert.equal(header(data, 'in-reply-to'), undefined)
    await receive(writeMail('Gracias', { From: 'eva@correo.example', 'In-Reply-To': header(data, 'message-id')! }))
    assert.equal((await messages(started.body.id)).length, 2)
    const chat = await call<{ id: string }>('POST', '/inboxes', { name: 'Propio', channel: 'api' })
    const refused = await call('POST', '/conversations', { contact_id: made.body.id, inbox_id: chat.body.id, message })
    assert.deepEqual([refused.status, refused.body['code']], [422, 'not_supported_by_channel'])
  })

  test('refusals for now are retried, others are shown, and a cut connection leaves the outcome unknown', async () => {
    const { receive, conversations, call, message } = await connect()
    await receive(writeMail('Hola', { Subject: 'Envíos' }))
    const [{ id } = {} as Conversation] = await conversations()
    const send = (content: string) => call('POST', `/conversations/${id}/messages`, { content })
    smtp.script('RCPT', '450 4.2.0 Greylisted', 'ana@')
    await send('Con paciencia')
    await message(({ content, status }) => content === 'Con paciencia' && status === 'sent')
    smtp.script('RCPT', '550 5.1.1 No such user', 'ana@')
    await send('A nadie')
    const refused = await message(({ content, status }) => content === 'A nadie' && status === 'failed')
    assert.equal(refused.failure!.code, 'recipient_unreachable')
    smtp.script('END', 'accept_and_cut')
    await send('Sin respuesta')
    const unknown = await message(({ content, status }) => content === 'Sin respuesta' && status === 'failed')
    assert.equal(unknown.failure!.code, 'outcome_unknown')
    const copies = smtp.sent.filter(({ data }) => data.includes('Sin respuesta'))
    assert.equal(copies.length, 1)
    // The customer's answer shows that it arrived, and finds its conversation.
    await receive(writeMail('Llegó', { 'In-Reply-To': header(copies[0]!.data, 'message-id')!, Subject: 'x' }))
    assert.equal((await conversations()).length, 1)
  })

  test('after a wrong password mail waits until somebody reconnects', async () => {
    const { receive, conversations, call, message, inbox } = await connect()
    await receive(writeMail('Hola', { Subject: 'Clave' }))
    const [{ id } = {} as Conversation] = await conversations()
    smtp.script('AUTH', '535 5.7.8 Expired')
    await call('POST', `/conversations/${id}/messages`, { content: 'Espera' })
    await until(async () => {
      const { body } = await call<{ connection: { state: string } }>('GET', `/inboxes/${inbox.id}`)
      return body.connection.state === 'needs_attention'
    }, 'the connection needs attention')
    const reconnected = await call('PUT', `/inboxes/${inbox.id}/connection`, { credentials: shop })
    assert.equal(reconnected.status, 200, reconnected.text)
    const { connection } = reconnected.body as { connection: { webhook_url: string } }
    assert.equal(connection.webhook_url, inbox.connection!.webhook_url)
    await message(({ content, status }) => content === 'Espera' && status === 'sent')
  })
})
