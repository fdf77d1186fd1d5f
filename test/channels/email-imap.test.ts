import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Contact } from '#contract/records/contact.ts'
import { openDovecot } from '#test/channels/fakes/dovecot.ts'
import { openFakeSmtp } from '#test/channels/fakes/smtp.ts'
import { connectMail, writeBounce, writeMail } from '#test/channels/mail.ts'
import { generous } from '#test/limits.ts'
import { openNode } from '#test/node.ts'
import { header } from '#test/smtp.ts'
import { until } from '#test/wait.ts'

const imap = await openDovecot()
const smtp = await openFakeSmtp()
const node = await openNode({ ...generous, HILO_OUTBOUND_ALLOW: '127.0.0.0/8' })
const { sql } = node
const shop = { address: 'ventas@tienda.example', imap: imap.server, smtp: smtp.server, from_name: 'Tienda' }

/** Waits until the mailbox has been read up to this number of e-mails, each of them processed. */
async function processed(inbox_id: string, count: number): Promise<void> {
  await until(async () => {
    const [row] = await sql<{ stored: number; done: number }>`
      select count(*)::int as stored, (count(*) filter (where outcome in ('processed', 'ignored')))::int as done
        from channel_events where inbox_id = ${inbox_id}`
    return row!.stored >= count && row!.done === row!.stored
  }, `${count} e-mails are processed`)
}

test('A thread over IMAP survives bounces, absence notices, forgeries, restarts and renumbering: nothing is missed, doubled or answered in a loop', async () => {
  await imap.deliver(writeMail('De antes de conectar', { Subject: 'Viejo' }))
  const shopInbox = await connectMail(node, shop, await node.addAccount())
  const { inbox, conversations, messages, message, call } = shopInbox
  const other = await connectMail(
    node,
    { ...shop, imap: undefined, address: 'otra@empresa.example' },
    await node.addAccount(),
  )
  await other.receive(writeMail('Secreto', { To: 'otra@empresa.example', 'Message-ID': '<secreto@correo.example>' }))

  // Ana writes with Luis in the copy; both take part in one conversation.
  const first = { 'Message-ID': '<t1@correo.example>', Subject: 'Visita', Cc: 'Luis <luis@correo.example>' }
  await imap.deliver(writeMail('Hola, ¿puedo visitar la casa?', first))
  await processed(inbox.id, 1)
  const [{ id, contact } = assert.fail('no conversation')] = await conversations()
  await call('POST', `/conversations/${id}/messages`, { content: 'Claro, ¿mañana?' })
  const sent = await message(({ content, status }) => content === 'Claro, ¿mañana?' && status === 'sent')
  const { data, to } = smtp.sent.at(-1)!
  assert.deepEqual(to, ['ana@correo.example', 'luis@correo.example'])
  // The server keeps a copy of sent mail, and one answer is written in a mail program.
  await imap.deliver(data, 'Sent')
  const own = { From: 'ventas@tienda.example', To: 'ana@correo.example', Subject: 'Re: Visita' }
  await imap.deliver(writeMail('Llámame si quieres.', { ...own, 'In-Reply-To': '<t1@correo.example>' }), 'Sent')
  const answer = { 'In-Reply-To': header(data, 'message-id')!, References: header(data, 'message-id')! }
  await imap.deliver(
    writeMail('Yo también voy.\n\nEl mar, 10 nov 2026, Tienda <ventas@tienda.example> escribió:\n> Claro, ¿mañana?', {
      ...answer,
      From: 'Luis <luis@correo.example>',
      Subject: 'RE: Visita',
    }),
  )
  await processed(inbox.id, 3)

  // The server is away for a while; meanwhile a notice, a bounce and a forgery arrive.
  await imap.stop()
  await imap.deliver(
    writeMail('Estoy de vacaciones.', { ...answer, 'Auto-Submitted': 'auto-replied', Subject: 'Automático: Visita' }),
  )
  await imap.deliver(writeBounce(sent.external_id!, 'luis@correo.example'))
  await imap.deliver(
    writeMail('Dame los datos', {
      From: 'intruso@malo.example',
      'In-Reply-To': '<secreto@correo.example>',
      Subject: 'Re: Pedido 7781',
    }),
  )
  await imap.start()
  await processed(inbox.id, 6)

  // The server loses its numbering; what arrived meanwhile is found, and nothing comes twice.
  await imap.stop()
  await imap.renumber()
  await imap.deliver(writeMail('¿A qué hora?', { ...answer, Subject: 'Re: Visita' }))
  await imap.start()
  await message(({ content }) => content === '¿A qué hora?')
  await imap.deliver(writeMail('¿Sigue en pie?', { ...answer, Subject: 'Re: Visita' }))
  await message(({ content }) => content === '¿Sigue en pie?')

  const texts = (await messages(id)).map(({ author, content }) => `${author.type} ${author.name}: ${content}`)
  assert.deepEqual(texts.toSorted(), [
    'api full: Claro, ¿mañana?',
    'contact Ana Rojas: Estoy de vacaciones.',
    'contact Ana Rojas: Hola, ¿puedo visitar la casa?',
    'contact Ana Rojas: ¿A qué hora?',
    'contact Ana Rojas: ¿Sigue en pie?',
    'contact Luis: Yo también voy.',
    'external Tienda <ventas@tienda.example>: Llámame si quieres.',
  ])
  const all = await conversations()
  assert.deepEqual(all.map(({ contact }) => contact.email ?? '').toSorted(), [
    'ana@correo.example',
    'intruso@malo.example',
  ])
  assert.equal((await other.conversations()).length, 1)
  const [unchanged] = await other.conversations()
  assert.equal((await other.messages(unchanged!.id)).length, 1)
  const failed = await message(({ id }) => id === sent.id)
  assert.deepEqual([failed.status, failed.failure!.code], ['failed', 'recipient_unreachable'])
  const { body: people } = await call<{ items: Contact[] }>('GET', '/contacts?query=luis@correo.example')
  assert.equal(people.items[0]!.email_status, 'bounced')
  assert.equal((await call<Contact>('GET', `/contacts/${contact.id}`)).body.email_status, null)
  assert.equal(smtp.sent.length, 1)
  assert.ok(
    (await imap.files()).every((name) => !/,.*S/.test(name)),
    'no e-mail is marked as read',
  )
  assert.equal(
    (await call<{ connection: { state: string } }>('GET', `/inboxes/${inbox.id}`)).body.connection.state,
    'connected',
  )
})

test('One process reads a mailbox at a time, and one that lost its lease stores nothing', async () => {
  const { inbox } = await connectMail(node, shop, await node.addAccount())
  await until(async () => {
    const [row] = await sql`select lease from channel_mailboxes where inbox_id = ${inbox.id}`
    return row!['lease'] !== null
  }, 'the mailbox is read')
  const another = '00000000-0000-4000-8000-000000000001'
  await sql`update channel_mailboxes set lease = ${another}, leased_until = now() + interval '1 hour' where inbox_id = ${inbox.id}`
  const [before] = await sql`select count(*)::int as count from channel_events where inbox_id = ${inbox.id}`
  await imap.deliver(writeMail('Para el otro proceso'))
  await until(async () => {
    const [row] = await sql`select lease from channel_mailboxes where inbox_id = ${inbox.id}`
    return row!['lease'] === another
  }, 'the lease stays with the other process')
  const [after] = await sql`select count(*)::int as count from channel_events where inbox_id = ${inbox.id}`
  assert.deepEqual(after, before)
  await sql`update channel_mailboxes set lease = null, leased_until = null where inbox_id = ${inbox.id}`
  await processed(inbox.id, 1)
})

test('A wrong IMAP password is refused with the server’s reason, and nothing is created', async () => {
  const { key } = await node.addAccount()
  const credentials = { ...shop, imap: { ...imap.server, password: 'otra' } }
  const wrong = await node.rest('POST', '/inboxes', { key, body: { name: 'Correo', channel: 'email', credentials } })
  assert.deepEqual([wrong.status, wrong.body.code], [422, 'channel_rejected'], wrong.text)
  assert.deepEqual((await node.rest<{ items: unknown[] }>('GET', '/inboxes', { key })).body.items, [])
})
