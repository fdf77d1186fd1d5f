import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealUpload } from '#kernel/uploads.ts'
import { openBucket } from '#test/bucket.ts'
import { formOf, openUploadNode, PIXEL, type Uploaded } from '#test/uploads.ts'
import { until } from '#test/wait.ts'

const disk = await openUploadNode()
const bucket = await openBucket()
const settings = Object.entries(bucket.settings).map(([name, value]) => [`S3_${name.toUpperCase()}`, value])
const s3 = await openUploadNode(Object.fromEntries(settings))

type UploadNode = typeof disk
type Sent = { id: string; conversation_id: string }
const places: [string, UploadNode, () => number][] = [
  ['on the disk', disk, () => disk.stored().length],
  ['in a bucket', s3, () => bucket.objects.size],
]

for (const [place, node, count] of places)
  test(`A file that nobody uses for a day is removed ${place}; one in a message stays`, async () => {
    const before = count()
    const [kept, abandoned] = [await upload(node), await upload(node)]
    const message = await sendMessage(node, kept)
    assert.equal(message.status, 201, message.text)
    await age(node, '24 hours')
    assert.equal(count(), before + 2, 'it may still be used')
    await age(node, '2 hours')
    await until(() => count() === before + 1, 'the abandoned file is removed')
    const { attachments } = message.body as unknown as { attachments: { url: string }[] }
    const file = await fetch(attachments[0]!.url)
    assert.deepEqual(Buffer.from(await file.arrayBuffer()), PIXEL)
    assert.equal((await node.sql`select from uploads`).length, 0)
    assert.notEqual(abandoned, kept)
  })

for (const [place, node, count] of places)
  test(`The file of a deleted message or contact is removed ${place}, unless another message has it`, async () => {
    const before = count()
    const [shared, own] = [await upload(node), await upload(node)]
    const [first, second, third] = [
      await sendMessage(node, shared),
      await sendMessage(node, shared),
      await sendMessage(node, own),
    ]
    for (const { body } of [first, third]) {
      const { status, text } = await node.rest('DELETE', `/messages/${(body as unknown as Sent).id}`, { key: node.key })
      assert.equal(status, 200, text)
    }
    await age(node, '26 hours')
    await until(() => count() === before + 1, 'the file of one message only is removed')
    await until(async () => (await node.sql`select from uploads`).length === 0, 'the shared file is kept')
    const [row] = await node.sql<{ contact_id: string }>`
      select contact_id from conversations where id = ${(second.body as unknown as Sent).conversation_id}`
    assert.equal((await node.rest('DELETE', `/contacts/${row!.contact_id}`, { key: node.key })).status, 200)
    await age(node, '26 hours')
    await until(() => count() === before, 'the file of a deleted contact is removed')
  })

test('The token of an upload can be used for a day, and is refused afterwards', async () => {
  const file = { file_name: 'a.png', file_type: 'image', content_type: 'image/png', size_bytes: 1 } as const
  const sealed = (hours: number) => {
    const stored = { ...file, file_key: `${disk.account_id}/${'0'.repeat(32)}` }
    const at = new Date(Date.now() - hours * 3_600_000)
    return sealUpload(disk.node.runtime.secret, disk.account_id, stored, at)
  }
  assert.equal((await sendMessage(disk, sealed(23))).status, 201)
  const refused = await sendMessage(disk, sealed(24))
  assert.deepEqual([refused.status, refused.body.code], [422, 'invalid_value'])
  assert.match(refused.body.detail, /upload it again/)
})

test('Images of properties and documents of the knowledge base stay as well', async () => {
  await disk.rest('PATCH', '/account', { key: disk.key, body: { modules: ['real_estate'] } })
  const house = { code: 'A', name: 'Casa', operation: 'venta' }
  const property = await disk.rest<{ id: string }>('POST', '/properties', { key: disk.key, body: house })
  const images = [await upload(disk)]
  const added = await disk.rest('POST', `/properties/${property.body.id}/images`, { key: disk.key, body: { images } })
  assert.equal(added.status, 201, added.text)
  const files = [await upload(disk, 'manual.txt', 'Abrimos a las ocho.')]
  const documents = await disk.rest('POST', '/knowledge/documents/uploads', { key: disk.key, body: { files } })
  assert.equal(documents.status, 202, documents.text)
  assert.equal((await disk.sql`select from uploads`).length, 0)
})

test('A refused upload leaves neither a file nor a record', async () => {
  const before = disk.stored()
  const { status } = await disk.send('/conversations/999999/messages', formOf([{ name: 'a.png', content: PIXEL }]))
  assert.equal(status, 404)
  assert.deepEqual(disk.stored(), before)
  assert.equal((await disk.sql`select from uploads`).length, 0)
})

test('Uploads stop before the disk is full, and everything else goes on', async () => {
  const full = await openUploadNode({ HILO_DISK_RESERVE_MB: '999999999' })
  const refused = await full.send('/attachments', formOf([{ name: 'a.png', content: PIXEL }]))
  assert.deepEqual([refused.status, refused.body.code], [507, 'insufficient_storage'])
  assert.match(refused.body.detail, /no room for more files/)
  assert.deepEqual(full.stored(), [])
  const contact = await full.rest('POST', '/contacts', { key: full.key, body: { name: 'Ana', email: 'a@example.com' } })
  assert.equal(contact.status, 201)
})

async function upload({ send }: UploadNode, name = 'foto.png', content: Buffer | string = PIXEL): Promise<string> {
  const { status, body } = await send<Uploaded>('/attachments', formOf([{ name, content }]))
  assert.equal(status, 201, JSON.stringify(body))
  return body.attachments[0]!.token
}

let conversations = 0

async function sendMessage({ rest, key }: UploadNode, token: string) {
  const body = { name: `Canal ${++conversations}`, channel: 'api' }
  const inbox = await rest<{ id: string }>('POST', '/inboxes', { key, body })
  const received = await rest<{ conversation: { id: string } }>('POST', `/inboxes/${inbox.body.id}/messages`, {
    key,
    body: { source_id: `customer ${conversations}`, content: 'Hola' },
  })
  const path = `/conversations/${received.body.conversation.id}/messages`
  return rest('POST', path, { key, body: { attachments: [token] } })
}

/** Moves all uploads into the past. Every write makes the timers look again. */
async function age({ sql, rest, key }: UploadNode, by: string): Promise<void> {
  await sql`update uploads set created_at = created_at - ${by}::interval`
  await rest('POST', '/contacts', { key, body: { name: 'Reloj', email: `${Math.random()}@example.com` } })
}
