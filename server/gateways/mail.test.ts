import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { type Email, openMail } from '#gateways/mail.ts'
import { header, openSmtp } from '#test/smtp.ts'

const data = await mkdtemp(join(tmpdir(), 'hilo-mail-'))
after(() => rm(data, { recursive: true, force: true }))
const smtp = await openSmtp()
const settings = { smtp_url: undefined, mail_from: undefined, base_url: 'https://hilo.example:8443', data }
const bySmtp = openMail({ ...settings, smtp_url: smtp.url, mail_from: 'Café Ñandú <hola@example.com>' })
const toFolder = openMail(settings)

beforeEach(() => {
  smtp.received.length = 0
  for (const mood of Object.keys(smtp.overrides)) delete smtp.overrides[mood as keyof typeof smtp.overrides]
})

const email: Email = {
  id: '7.42',
  created_at: '2026-11-15T12:00:00.123Z',
  to: { name: 'Íngrid Peña', address: 'ingrid@example.com' },
  subject: 'Una conversación para ti',
  text: 'Hola.',
  html: '<p>Hola.</p>',
}

test('An e-mail goes to its recipient from the configured sender, as plain text and HTML', async () => {
  assert.equal(await bySmtp.send(email), undefined)
  const [mail] = smtp.received
  assert.deepEqual([mail?.from, mail?.to], ['hola@example.com', ['ingrid@example.com']])
  assert.match(header(mail!.data, 'content-type')!, /^multipart\/alternative/)
  assert.match(header(mail!.data, 'from')!, /<hola@example\.com>$/)
  assert.equal(header(mail!.data, 'auto-submitted'), 'auto-generated')
  assert.ok(bySmtp.delivers && !toFolder.delivers)
})

test('Files go with an e-mail as CSV in UTF-8', async () => {
  const content = '\uFEFFNombre;Valor\r\nMuñoz;1,5\r\n'
  await bySmtp.send({ ...email, attachments: [{ name: 'resumen_día.csv', content }] })
  const { data } = smtp.received[0]!
  assert.match(header(data, 'content-type')!, /^multipart\/mixed/)
  assert.match(data, /Content-Type: text\/csv; charset=utf-8/i)
  assert.match(data, /Content-Disposition: attachment;\s+filename/i)
  assert.ok(data.replaceAll(/\s/g, '').includes(Buffer.from(content).toString('base64').slice(0, 40)))
})

test('An e-mail that is sent twice has the same message id', async () => {
  await bySmtp.send(email)
  await bySmtp.send(email)
  const ids = smtp.received.map(({ data }) => header(data, 'message-id'))
  assert.deepEqual(ids, Array(2).fill(`<hilo.7.42.${Date.parse(email.created_at)}@hilo.example>`))
  assert.equal(header(smtp.received[0]!.data, 'date'), 'Sun, 15 Nov 2026 12:00:00 +0000')
})

test('Without a mail server each e-mail is a file only the operator can read, in order of time', async () => {
  await toFolder.send({ ...email, id: '7.43', created_at: '2026-11-16T09:00:00.000Z' })
  await toFolder.send(email)
  await toFolder.send(email)
  const folder = join(data, 'outbox')
  const names = (await readdir(folder)).sort()
  assert.deepEqual(names, ['2026-11-15T12-00-00-123Z.7.42.eml', '2026-11-16T09-00-00-000Z.7.43.eml'])
  assert.equal((await stat(join(folder, names[0]!))).mode & 0o777, 0o600)
  assert.equal((await stat(folder)).mode & 0o777, 0o700)
  const text = await readFile(join(folder, names[0]!), 'utf8')
  assert.equal(header(text, 'from'), 'Hilo <no-reply@hilo.example>')
  assert.ok(text.includes('Hola.'))
})

test('A name, subject or address cannot inject headers, recipients or content', async () => {
  const evil = 'x\r\nBcc: victim@example.com\r\n\r\nhello'
  const letters = [
    { ...email, subject: evil },
    { ...email, to: { name: evil, address: 'a@example.com' } },
    { ...email, to: { name: '"<victim@example.com>, "', address: 'a@example.com' } },
    { ...email, to: { name: 'A', address: 'a@example.com\r\nBcc: victim@example.com' } },
    { ...email, to: { name: 'A', address: 'a@example.com>, <victim@example.com' } },
  ]
  for (const each of letters) {
    await bySmtp.send(each).catch(() => {})
    for (const { to, data } of smtp.received.splice(0)) {
      assert.ok(!to.includes('victim@example.com'), data)
      assert.equal(to.length, 1)
      assert.equal(header(data, 'bcc'), undefined, data)
      assert.match(data.split('\r\n\r\n')[0]!, /content-type: multipart/i)
    }
  }
})

test('A recipient unknown to the mail server fails for good, with the reason', async () => {
  smtp.overrides.rcpt = '550 5.1.1 nobody here'
  assert.match((await bySmtp.send(email))!.refused, /nobody here/)
  delete smtp.overrides.rcpt
  smtp.overrides.end = '554 5.7.1 spam'
  assert.match((await bySmtp.send(email))!.refused, /spam/)
})

test('Temporary failures are retried: a busy server, a refused connection, no server', async () => {
  smtp.overrides.rcpt = '450 4.2.1 later'
  await assert.rejects(bySmtp.send(email), /later/)
  delete smtp.overrides.rcpt
  smtp.overrides.greet = '421 4.3.0 too busy'
  await assert.rejects(bySmtp.send(email))
  delete smtp.overrides.greet
  smtp.overrides.from = '530 5.7.0 sign in first'
  await assert.rejects(bySmtp.send(email), /sign in first/)
  await assert.rejects(openMail({ ...settings, smtp_url: 'smtp://127.0.0.1:1' }).send(email))
})

test('The outbox folder deletes e-mails older than three months and no other files', async () => {
  const place = join(data, 'another')
  const folder = join(place, 'outbox')
  const name = (days: number) =>
    `${new Date(Date.now() - days * 86_400_000).toISOString().replaceAll(/[:.]/g, '-')}.7.1.eml`
  const [old, recent] = [name(91), name(89)]
  await mkdir(folder, { recursive: true })
  for (const each of [old, recent, '2001-notes.eml', 'leeme.txt']) await writeFile(join(folder, each), 'x')
  await openMail({ ...settings, data: place }).send({ ...email, created_at: new Date().toISOString() })
  const left = await readdir(folder)
  assert.equal(left.length, 4)
  assert.ok(!left.includes(old) && left.includes(recent) && left.includes('2001-notes.eml'))
})
