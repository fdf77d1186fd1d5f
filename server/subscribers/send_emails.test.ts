import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { openMail } from '#gateways/mail.ts'
import { subscriberContext } from '#kernel/worker.ts'
import { registry } from '#registry'
import { send_emails } from '#subscribers/send_emails.ts'
import { openNode } from '#test/node.ts'
import { header, openSmtp } from '#test/smtp.ts'
import { until } from '#test/wait.ts'

const smtp = await openSmtp()
const env = { SMTP_URL: smtp.url, HILO_MAIL_FROM: 'Hilo <hola@hilo.example>' }
const { rest, key, sql, node, account_id, data, url } = await openNode(env)
let made = 0

beforeEach(() => {
  smtp.received.length = 0
  for (const mood of Object.keys(smtp.overrides)) delete smtp.overrides[mood as keyof typeof smtp.overrides]
})

type Mail = { id: string; status: string; error: string | null; text: string; sent_at: string | null }

/** Invites a person, which sends an e-mail. */
async function invite() {
  const email = `invitada.${++made}@example.com`
  const { status } = await rest('POST', '/invitations', { key, body: { email, role: 'agent', name: 'Íñigo' } })
  assert.equal(status, 201)
  const [row] = await sql<{ id: string }>`select id from emails where to_address = ${email}`
  return { email, id: row!.id }
}

const read = async (id: string) => (await rest<Mail>('GET', `/emails/${id}`, { key })).body
const becomes = (id: string, status: string) =>
  until(async () => (await read(id)).status === status, `mail ${id} is ${status}`)

test('An e-mail is sent at once with its time in the outbox; its link is then stored nowhere else', async () => {
  const { id, email } = await invite()
  await becomes(id, 'sent')
  const mail = await read(id)
  assert.ok(mail.sent_at && mail.error === null)
  assert.match(mail.text, /token=…/)
  const [kept] = await sql<{ text: string; html: string }>`select text, html from emails where id = ${id}`
  assert.ok(!/token=[\w-]{20}/.test(`${kept!.text}${kept!.html}`))
  const [received] = smtp.received
  assert.deepEqual([received?.to, received?.from], [[email], 'hola@hilo.example'])
  assert.match(received!.data.replaceAll('=\r\n', ''), /invitation\?token=3D[\w-]{43}/)
})

test('A busy server is retried, and the e-mail arrives once', async () => {
  smtp.overrides.rcpt = '451 4.3.0 later'
  const { id } = await invite()
  await until(async () => (await read(id)).error !== null, 'the first try has failed')
  const waiting = await read(id)
  assert.deepEqual([waiting.status, smtp.received.length], ['queued', 0])
  assert.match(waiting.error!, /later/)
  assert.match(waiting.text, /token=…/, 'the link is hidden while the e-mail waits')
  delete smtp.overrides.rcpt
  await becomes(id, 'sent')
  assert.equal((await read(id)).error, null)
  assert.equal(smtp.received.length, 1)
})

test('An unknown recipient fails for good with the reason, and can be sent again', async () => {
  smtp.overrides.rcpt = '550 5.1.1 nobody here'
  const { id } = await invite()
  await becomes(id, 'failed')
  assert.match((await read(id)).error!, /nobody here/)
  assert.match((await read(id)).text, /token=…/)
  delete smtp.overrides.rcpt
  assert.equal((await rest('POST', `/emails/${id}/resend`, { key })).status, 200)
  await becomes(id, 'sent')
  assert.match(smtp.received[0]!.data.replaceAll('=\r\n', ''), /token=3D[\w-]{43}/, 'with the link it had')
})

test('After the last try the e-mail has failed, with the last error of the server', async () => {
  smtp.overrides.rcpt = '451 4.3.0 never'
  const { id } = await invite()
  await until(async () => (await read(id)).error !== null, 'the first try has failed')
  const retries = send_emails(
    openMail({ ...env, smtp_url: smtp.url, mail_from: undefined, base_url: url, data }),
  ).retries!
  await sql`update deliveries set attempts = ${retries.length}, next_try_at = now() - interval '1 second' where subscriber = 'send_emails'`
  node.runtime.notify()
  await becomes(id, 'failed')
  assert.match((await read(id)).error!, /never/)
  assert.equal((await sql`select from deliveries where subscriber = 'send_emails' and dead_at is not null`).length, 1)
})

test('A crash after sending repeats the same e-mail; a sent one is not sent again', async () => {
  const { id } = await invite()
  await becomes(id, 'sent')
  await sql`update emails set status = 'queued' where id = ${id}`
  const mail = openMail({ smtp_url: smtp.url, mail_from: undefined, base_url: url, data })
  const event = {
    account_id,
    id: 'x',
    actor: { type: 'system', id: null, name: 'Hilo' },
    payload: { email_id: id },
  } as never
  const again = () => send_emails(mail).run(subscriberContext(node.runtime, registry, event), event)
  await again()
  await again()
  assert.equal(smtp.received.length, 2)
  const [first, second] = smtp.received.map(({ data }) => header(data, 'message-id'))
  assert.equal(first, second)
  assert.match(first!, new RegExp(`^<hilo\\.${account_id}\\.${id}\\.\\d+@localhost>$`))
})

test('E-mail of a deleted workspace is not sent', async () => {
  const event = {
    account_id: '999999',
    id: 'x',
    actor: { type: 'system', id: null, name: 'Hilo' },
    payload: { email_id: '1' },
  } as never
  const mail = openMail({ smtp_url: smtp.url, mail_from: undefined, base_url: url, data })
  await send_emails(mail).run(subscriberContext(node.runtime, registry, event), event)
  await send_emails(mail).giveUp!(subscriberContext(node.runtime, registry, event), event, new Error('refused'))
  assert.equal(smtp.received.length, 0)
})
