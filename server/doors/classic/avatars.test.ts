import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Loose, openClassicNode } from '#test/classic.ts'
import { openReceiver } from '#test/receiver.ts'
import { until } from '#test/wait.ts'
import { PIXEL } from '#test/uploads.ts'

const node = await openClassicNode({ HILO_OUTBOUND_ALLOW: '127.0.0.0/8' })
const { ask, classic, ok, sql, url, rest, key, addAccount, tokenOf } = node
const inbox = await ok('POST', '/inboxes', { name: 'WhatsApp', channel: { type: 'api' } })
const pictures = await openReceiver()
const host = pictures.url.replace('/hook', '')
pictures.answers(({ path }, response) => {
  if (path.startsWith('/page'))
    response.writeHead(200, { 'content-type': 'image/png' }).end('<script>alert(1)</script>')
  else if (path.startsWith('/gone')) response.writeHead(404).end()
  else if (path.startsWith('/moved')) response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
  else response.writeHead(200).end(PIXEL)
})

let numbers = 0
const make = async (more: object = {}): Promise<Loose> => {
  const details = { name: 'Ana', phone_number: `+57300777${String(++numbers).padStart(4, '0')}`, inbox_id: inbox.id }
  return (await ok('POST', '/contacts', { ...details, ...more })).payload.contact
}
const thumbnailOf = async (id: number): Promise<string> => (await ok('GET', `/contacts/${id}`)).payload.thumbnail
const lastPart = (address: string) => address.split('#')[0]!.split('?')[0]!.split('/').pop()
const open = (address: string) => fetch(address.replace(/^https?:\/\/[^/]+/, url))
/** Waits until the picture is there; every write makes the loop look again. */
const arrival = async (id: number, name: string) => {
  await until(async () => lastPart(await thumbnailOf(id)) === name, `the picture ${name}`)
  return thumbnailOf(id)
}
/** Pretends that the last picture was fetched long ago. */
const passTime = () =>
  sql`update contacts set avatar_asked_at = avatar_asked_at - interval '2 minutes', avatar_due_at = avatar_due_at - interval '2 minutes'`

test('A picture is fetched from its address and shown everywhere, under the name it has there', async () => {
  const name = '4821_73%2C5@n=1.jpg'
  const { id, thumbnail } = await make({ name: 'Rita', avatar_url: `${host}/v/t61/${name}?ccb=11&oh=01_Q5#x` })
  assert.equal(thumbnail, '')
  const shown = await arrival(id, name)
  const response = await open(shown)
  assert.equal(response.headers.get('content-type'), 'image/png')
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), PIXEL)

  const { id: conversation_id } = await ok('POST', '/conversations', { contact_id: id, inbox_id: inbox.id })
  await ok('POST', `/conversations/${conversation_id}/messages`, { content: 'Hola', message_type: 'incoming' })
  const phone = (await ok('GET', `/contacts/${id}`)).payload.phone_number
  const payload = [{ attribute_key: 'phone_number', filter_operator: 'equal_to', values: [phone.slice(1)] }]
  const conversation = await ok('GET', `/conversations/${conversation_id}`)
  assert.deepEqual(
    [
      (await ok('POST', '/contacts/filter', { payload })).payload[0].thumbnail,
      (await ok('GET', '/contacts/search?q=Rita')).payload[0].thumbnail,
      (await ok('GET', '/contacts')).payload.find((each: Loose) => each.id === id).thumbnail,
      conversation.meta.sender.thumbnail,
      conversation.messages[0].sender.thumbnail,
    ],
    Array.from({ length: 5 }, () => shown),
  )
  const { body: ours } = await rest<Loose>('GET', `/conversations/${conversation_id}`, { key })
  assert.equal(ours.contact.avatar_url, shown)
  const { body: contact } = await rest<Loose>('GET', `/contacts/${id}`, { key })
  assert.equal(contact.avatar_url, shown)
})

test('The same address is not read again, another one at most once a minute', async () => {
  const { id } = await make({ avatar_url: `${host}/first.jpg` })
  await arrival(id, 'first.jpg')
  const calls = () => pictures.requests.filter(({ path }) => /first|second|third/.test(path)).map(({ path }) => path)
  await ok('PUT', `/contacts/${id}`, { avatar_url: `${host}/first.jpg` })
  const waiting = await sql`select from contacts where id = ${id} and avatar_due_at is not null`
  assert.equal(waiting.length, 0)
  await ok('PUT', `/contacts/${id}`, { avatar_url: `${host}/second.jpg` })
  await ok('PUT', `/contacts/${id}`, { avatar_url: `${host}/third.jpg` })
  const [due] = await sql<{ late: boolean }>`
    select avatar_due_at > now() + interval '30 seconds' as late from contacts where id = ${id}`
  assert.equal(due!.late, true)
  await passTime()
  await make()
  await arrival(id, 'third.jpg')
  assert.deepEqual(calls(), ['/first.jpg', '/third.jpg'])
})

test('A picture is uploaded, replaced and removed', async () => {
  const form = new FormData()
  form.append('name', 'Con foto')
  form.append('email', 'foto@example.com')
  form.append('avatar', new Blob([PIXEL]), 'yo.png')
  const made = await classic('POST', '/contacts', form)
  assert.equal(made.status, 200, made.text)
  const { id, thumbnail } = made.body.payload.contact
  assert.equal(lastPart(thumbnail), 'yo.png')
  assert.equal((await open(thumbnail)).status, 200)

  const other = new FormData()
  other.append('avatar', new Blob([PIXEL]), 'otra.png')
  await classic('PUT', `/contacts/${id}`, other)
  const second = await thumbnailOf(id)
  assert.deepEqual([lastPart(second), (await open(thumbnail)).status], ['otra.png', 404])
  const former = /[0-9a-f]{32}/.exec(thumbnail)![0]
  const uploads = await sql`select from uploads where file_key like ${`%/${former}`}`
  assert.equal(uploads.length, 1, 'the former file is removed later')

  const text = new FormData()
  text.append('avatar', new Blob(['<svg/>']), 'x.png')
  assert.equal((await classic('PUT', `/contacts/${id}`, text)).status, 422)
  // Empty means not given.
  await ok('PUT', `/contacts/${id}`, { name: 'Sin cambio', avatar: '', avatar_url: '' })
  assert.equal(await thumbnailOf(id), second)
  const removed = await ok('PUT', `/contacts/${id}`, { avatar: null })
  assert.equal(removed.payload.thumbnail, '')
  assert.equal((await open(second)).status, 404)
})

test('An address that gives no picture, or leads into a private network, changes nothing', async () => {
  const strange = [
    'nothing',
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'https://user:pw@example.com/a.png',
  ]
  for (const avatar_url of strange) assert.equal((await make({ avatar_url })).thumbnail, '')
  const ids: number[] = []
  for (const path of ['page.png', 'gone.png', 'moved.png']) ids.push((await make({ avatar_url: `${host}/${path}` })).id)
  await until(async () => {
    await make()
    return (await sql`select from contacts where id = any(${ids}) and avatar_due_at is not null`).length === 0
  }, 'the attempts')
  for (const id of ids) assert.equal(await thumbnailOf(id), '')
})

test('A picture opens by its whole address only, and stays with a merged contact', async () => {
  const one = await make({ avatar_url: `${host}/one.jpg` })
  const shown = await arrival(one.id, 'one.jpg')
  const other = await addAccount()
  const theirs = { account: other.account_id, token: await tokenOf(other.account_id) }
  for (const wrong of [
    shown.replace(/[0-9a-f]{32}/, '0'.repeat(32)),
    shown.replace(`contact-${one.id}`, `contact-${one.id + 1}`),
    shown.replace(`/files/${node.account_id}/`, `/files/${other.account_id}/`),
    shown.replace('/avatar/', '/9999999999/'),
  ])
    assert.equal((await open(wrong)).status, 404, wrong)
  assert.equal((await classic('PUT', `/contacts/${one.id}`, { avatar: null }, theirs)).status, 404)

  const base = await make()
  const merged = await ok('POST', '/actions/contact_merge', { base_contact_id: base.id, mergee_contact_id: one.id })
  assert.equal(lastPart(merged.thumbnail), 'one.jpg')
  assert.equal((await open(merged.thumbnail)).status, 200)
  await classic('DELETE', `/contacts/${base.id}`)
  assert.equal((await open(merged.thumbnail)).status, 404)
})

test('A new customer of the public routes brings a picture; a known one keeps theirs', async () => {
  const root = `/public/api/v1/inboxes/${inbox.inbox_identifier}`
  const made = await ask('POST', `${root}/contacts`, { identifier: 'wa-1', avatar_url: `${host}/mine.jpg` })
  await arrival(made.body.id, 'mine.jpg')
  const again = await ask('POST', `${root}/contacts`, { identifier: 'wa-1', avatar_url: `${host}/evil.jpg` })
  assert.equal(again.body.id, made.body.id)
  await passTime()
  await make()
  assert.equal(lastPart(await thumbnailOf(made.body.id)), 'mine.jpg')
  assert.ok(!pictures.requests.some(({ path }) => path.includes('evil')))
})
