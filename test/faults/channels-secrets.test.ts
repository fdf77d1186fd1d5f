import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { backup } from '#db/backup.ts'
import { openDatabase } from '#db/database.ts'
import { createAccount, createKey, createUser } from '#domains/access/setup/provision.ts'
import { readSecret } from '#server/boot/secret.ts'
import { openFakeTelegram } from '#test/channels/fakes/telegram.ts'
import { openFakeTwilio } from '#test/channels/fakes/twilio.ts'
import { openFakeWhatsApp } from '#test/channels/fakes/whatsapp.ts'
import { makeDatabase } from '#test/database.ts'
import { generous } from '#test/limits.ts'
import { openReceiver } from '#test/receiver.ts'
import { spawnNode } from '#test/server-process.ts'
import { until } from '#test/wait.ts'

const bot_token = '7000000007:planted-bot-token'
const whatsapp = await openFakeWhatsApp({ access_token: 'planted-access-token', app_secret: 'planted-app-secret' })
const telegram = await openFakeTelegram()
const twilio = await openFakeTwilio({ auth_token: 'planted-auth-token' })
const receiver = await openReceiver()

const connection = await makeDatabase()
const database = openDatabase(connection, () => {}, 3)
const { url, child } = await spawnNode(connection, {
  ...generous,
  LOG_LEVEL: 'trace',
  HILO_OUTBOUND_ALLOW: '127.0.0.0/8',
  HILO_GRAPH_URL: whatsapp.url,
  HILO_INSTAGRAM_URL: whatsapp.url,
  HILO_TELEGRAM_URL: telegram.url,
  HILO_TWILIO_URL: twilio.url,
})
const log: Buffer[] = []
child.stdout!.on('data', (piece: Buffer) => log.push(piece))
after(() => database.close())
const key = await makeKey()

/** Credentials of every channel. The fakes know those of the first three; the others are refused or do not answer. */
const credentials: Record<string, Record<string, unknown>> = {
  whatsapp: { ...whatsapp.credentials },
  telegram: { bot_token },
  sms: {
    provider: 'twilio',
    account_sid: twilio.account.account_sid,
    auth_token: twilio.account.auth_token,
    from: twilio.account.numbers[0],
  },
  messenger: { page_id: '900100200300', access_token: 'planted-page-token', app_secret: 'planted-page-secret' },
  instagram: {
    account_id: '178400100200300',
    access_token: 'planted-instagram-token',
    app_secret: 'planted-instagram-secret',
  },
  email: {
    address: 'ventas@example.com',
    imap: { host: '127.0.0.1', port: 9, secure: false, user: 'ventas', password: 'planted-imap-password' },
    smtp: { host: '127.0.0.1', port: 9, secure: false, user: 'ventas', password: 'planted-smtp-password' },
  },
}
const isConnectable = (channel: string) => ['whatsapp', 'telegram', 'sms'].includes(channel)

/** Everything the outside could read, by its place. */
const seen = new Map<string, string>()

test('Credentials of channels appear in no answer, event, log, audit entry, webhook, stream or backup', async () => {
  const stream = await openStream()
  const events = ['message.received', 'message.status_changed', 'inbox.connection_changed']
  await call('POST', '/webhooks', { url: receiver.url, events })
  const inboxes: Record<string, { id: string; connection: { webhook_url: string } }> = {}
  for (const [channel, given] of Object.entries(credentials)) {
    const made = await call('POST', '/inboxes', { name: channel, channel, credentials: given })
    assert.equal(made.status === 201, isConnectable(channel), `${channel}: ${made.text}`)
    if (made.status !== 201) continue
    inboxes[channel] = JSON.parse(made.text)
    const path = `/inboxes/${inboxes[channel]!.id}/connection`
    await call('PUT', path, { credentials: given })
    await call('POST', `${path}/check`)
    await call('PUT', path, { credentials: { ...given, unknown_field: 'planted-unknown-field' } })
  }

  // A message arrives, an answer is sent, and the provider then fails in every way.
  const text = { type: 'text', text: { body: 'Hola' } }
  await whatsapp.deliver(inboxes.whatsapp!.connection.webhook_url, [
    whatsapp.receive({ name: 'Ana', phone: '573001112233' }, text),
  ])
  await telegram.deliver(bot_token, telegram.messageFrom({ id: 5, first_name: 'Ana' }, { text: 'Hola' }))
  await twilio.deliver(inboxes.sms!.connection.webhook_url, twilio.messageFrom('+573001112244', { Body: 'Hola' }))
  const isHere = async () => (await list<{ id: string }>('/conversations?status=all')).length === 3
  await until(isHere, 'the conversations are there')
  whatsapp.fail('messages', 'cut')
  telegram.fail('sendMessage', 'cut')
  twilio.fail('messages', 'cut')
  for (const { id } of await list<{ id: string }>('/conversations?status=all'))
    for (const content of ['Se corta', 'Llega']) await call('POST', `/conversations/${id}/messages`, { content })
  const isSettled = async () => {
    const rows = await database.sql`select from messages where direction = 'outgoing' and status <> 'pending'`
    return rows.length === 6
  }
  await until(isSettled, 'the messages have left or failed')
  whatsapp.setToken('another')
  telegram.revoke(bot_token)
  for (const { id } of Object.values(inboxes)) await call('POST', `/inboxes/${id}/connection/check`)
  const isAnnounced = () => receiver.requests.some(({ body }) => body.includes('inbox.connection_changed'))
  await until(isAnnounced, 'the webhook has arrived')

  await readEverything(Object.values(inboxes).map(({ id }) => id))
  seen.set('stream', stream.text())
  await stream.close()
  seen.set('webhooks', JSON.stringify(receiver.requests))
  seen.set('log', Buffer.concat(log).toString())
  seen.set('backup', await readBackup())
  assert.match(seen.get('stream')!, /inbox\.connection_changed/)
  assert.match(seen.get('log')!, /\/inboxes/)
  assert.match(seen.get('backup')!, /channel_connections/)

  const secrets = [...JSON.stringify(credentials).matchAll(/[\w:]*planted-[\w-]+/g)].map(([secret]) => secret)
  assert.equal(secrets.length, 10)
  for (const [place, content] of seen)
    for (const form of secrets.flatMap(formsOf)) assert.ok(!content.includes(form), `${form} appears in ${place}`)
})

/** A secret in the ways it could be written. */
function formsOf(secret: string): string[] {
  const basic = Buffer.from(`${twilio.account.account_sid}:${secret}`).toString('base64')
  const bytes = Buffer.from(secret)
  return [secret, encodeURIComponent(secret), bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, ''), basic]
}

async function call(method: string, path: string, body?: unknown): Promise<{ status: number; text: string }> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  seen.set(`${method} ${path} (${seen.size})`, text)
  return { status: response.status, text }
}

async function list<T>(path: string): Promise<T[]> {
  return (JSON.parse((await call('GET', path)).text) as { items: T[] }).items
}

/** Reads every GET route that needs no id, and those of the inboxes. */
async function readEverything(inbox_ids: readonly string[]): Promise<void> {
  const { paths } = JSON.parse((await call('GET', '/openapi.json')).text) as { paths: Record<string, object> }
  const names = Object.keys(paths).filter((path) => 'get' in paths[path]! && !path.endsWith('/live'))
  for (const name of names) {
    const path = name.replace(/^\/api\/v1/, '')
    if (!path.includes('{')) await call('GET', path)
    if (/^[^{]*\{inbox_id\}[^{]*$/.test(path))
      for (const id of inbox_ids) await call('GET', path.replace('{inbox_id}', id))
  }
  const read = [...seen.keys()].filter((place) => /^GET \/(inboxes\/\d+\/events|audit-entries)/.test(place))
  assert.ok(read.length >= 4, `the routes with the most are read: ${read.join(', ')}`)
}

async function openStream() {
  const end = new AbortController()
  const response = await fetch(`${url}/api/v1/live`, {
    headers: { authorization: `Bearer ${key}` },
    signal: end.signal,
  })
  let text = ''
  const decoder = new TextDecoder()
  const reading = (async () => {
    for await (const piece of response.body!) text += decoder.decode(piece, { stream: true })
  })().catch(() => {})
  return { text: () => text, close: () => (end.abort(), reading) }
}

async function readBackup(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hilo-backup-'))
  const file = join(folder, 'all.gz')
  await backup(database.work, file)
  const text = gunzipSync(await readFile(file)).toString('latin1')
  await rm(folder, { recursive: true })
  return text
}

async function makeKey(): Promise<string> {
  const { sql } = database
  const { id: account_id } = await createAccount(sql, await readSecret(sql, undefined), { name: 'Prueba' })
  const user = await createUser(sql, { account_id, name: 'Ana', email: 'ana@example.com', role: 'administrator' })
  const made = await createKey(sql, {
    account_id,
    user_id: user.id,
    name: 'Clave',
    role: 'full',
    scopes: [],
    expires_at: null,
    created_by: { type: 'system', id: null, name: 'Test' },
    now: new Date(),
  })
  return made.key
}
