import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { rmSync, truncateSync } from 'node:fs'
import { test } from 'node:test'
import { fileUrl } from '#kernel/uploads.ts'
import { openBucket } from '#test/bucket.ts'
import { raw } from '#test/raw.ts'
import { formOf, openUploadNode, PIXEL } from '#test/uploads.ts'

const node = await openUploadNode()
const { url, key, account_id, addAccount, stored } = node
const { secret } = node.node.runtime

test('An image is displayed and cached by the browser', async () => {
  const { address } = await attach({ name: 'foto.png', content: PIXEL })
  const response = await fetch(address)
  assert.equal(response.status, 200)
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), PIXEL)
  const headers = Object.fromEntries(response.headers)
  assert.equal(headers['content-type'], 'image/png')
  assert.equal(headers['content-length'], String(PIXEL.length))
  assert.equal(headers['content-disposition'], `inline; filename="foto.png"; filename*=UTF-8''foto.png`)
  assert.equal(headers['cache-control'], 'private, max-age=86400, immutable')
  guarded(response)
})

test('A file that a browser could execute is always downloaded', async () => {
  for (const [name, content] of [
    ['photo.png', '<!doctype html><script>alert(1)</script>'],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['feed.xml', '<?xml version="1.0"?><?xml-stylesheet href="evil.xsl"?><a/>'],
    ['page.html', '<script>alert(1)</script>'],
    ['script.js', 'alert(1)'],
    ['notes.txt', '<script>alert(1)</script>'],
    ['table.csv', '=cmd|calc'],
  ] as const) {
    const { address } = await attach({ name, content, type: 'image/png' })
    const response = await fetch(address)
    assert.equal(response.headers.get('content-type'), 'application/octet-stream', name)
    assert.match(response.headers.get('content-disposition')!, /^attachment; /, name)
    assert.equal(await response.text(), content)
    guarded(response)
  }
})

test('A file that is an image and a page at once is shown as an image, in a sandbox', async () => {
  const { address } = await attach({ name: 'both.gif', content: 'GIF89a/*<script>alert(1)</script>*/=1;' })
  const response = await fetch(address)
  assert.equal(response.headers.get('content-type'), 'image/gif')
  guarded(response)
})

test('A file name keeps its characters and cannot break a header', async () => {
  for (const [name, disposition] of [
    ['ñandú (1).pdf', `filename="_and_ (1).pdf"; filename*=UTF-8''%C3%B1and%C3%BA%20%281%29.pdf`],
    ['a"b;c%41.png', `filename="a_b;c_41.png"; filename*=UTF-8''a%22b%3Bc%2541.png`],
    ['😀.png', `filename="_.png"; filename*=UTF-8''%F0%9F%98%80.png`],
    [`${'漢'.repeat(199)}x`, `filename="${'_'.repeat(199)}x"; filename*=UTF-8''${'%E6%BC%A2'.repeat(199)}x`],
  ] as const) {
    const { address } = await attach({ name, content: 'x' })
    const response = await fetch(address)
    assert.equal(response.status, 200, name)
    assert.equal(response.headers.get('content-disposition'), `attachment; ${disposition}`)
  }
})

test('An altered, expired or invented file URL opens nothing', async () => {
  const { address, id } = await attach({ name: 'foto.png', content: PIXEL })
  const other = await addAccount()
  const [expires, signature] = new URL(address).pathname.split('/').slice(4) as [string, string]
  const later = String(Number(expires) + 86_400)
  const past = new Date(Date.now() - 9 * 86_400_000)
  const context = { base_url: url, secret, now: new Date() }
  const actor = { account: { id: account_id } }
  const at = (path: string, signed = `${expires}/${signature}`) => `${url}/files/${path}/${signed}/foto.png`
  for (const wrong of [
    at(`${account_id}/${id}`, `${expires}/-`),
    at(`${account_id}/${id}`, `-/${signature}`),
    at(`${account_id}/${id}`, `${later}/${signature}`),
    at(`${account_id}/${id}`, `${expires}/${signature.slice(0, -1)}`),
    at(`${account_id}/${Number(id) + 1}`),
    at(`${other.account_id}/${id}`),
    at(`0${account_id}/${id}`),
    at(`${account_id}/${id}x`),
    at(`${account_id}/..%2f${id}`),
    fileUrl({ ...context, actor, now: past } as never, { id, file_name: 'foto.png' }),
    fileUrl({ ...context, actor, secret: Buffer.alloc(32) } as never, { id, file_name: 'foto.png' }),
    fileUrl({ ...context, actor } as never, { id: '999999999', file_name: 'foto.png' }),
    fileUrl({ ...context, actor: { account: { id: other.account_id } } } as never, { id, file_name: 'foto.png' }),
  ]) {
    const response = await fetch(wrong)
    const { code, detail } = (await response.json()) as { code: string; detail: string }
    assert.deepEqual([response.status, code], [404, 'not_found'], wrong)
    assert.match(detail, /There is no such file, or its URL has expired/)
    assert.equal(response.headers.get('cache-control'), null)
  }
  assert.equal((await fetch(address)).status, 200)
})

test('The file name in the URL has no effect', async () => {
  const { address } = await attach({ name: 'foto.png', content: PIXEL })
  const response = await fetch(address.replace('foto.png', 'a/../evil.html'))
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-disposition')!, /filename="foto\.png"/)
})

test('Media players get the range they request', async () => {
  const content = Buffer.concat([Buffer.from('\0\0\0 ftypisom\0\0\x02\0isomiso2', 'latin1'), randomBytes(5000)])
  const { address } = await attach({ name: 'film.mp4', content })
  const size = content.length
  for (const [range, first, last] of [
    ['bytes=0-', 0, size - 1],
    ['bytes=100-199', 100, 199],
    ['bytes=5000-999999', 5000, size - 1],
    ['bytes=-10', size - 10, size - 1],
    [`bytes=-${size * 2}`, 0, size - 1],
  ] as const) {
    const response = await fetch(address, { headers: { range } })
    assert.equal(response.status, 206, range)
    assert.equal(response.headers.get('content-range'), `bytes ${first}-${last}/${size}`)
    assert.equal(response.headers.get('content-type'), 'video/mp4')
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), content.subarray(first, last + 1))
  }
  for (const range of [`bytes=${size}-`, 'bytes=-0']) {
    const response = await fetch(address, { headers: { range } })
    assert.deepEqual([response.status, response.headers.get('content-range')], [416, `bytes */${size}`])
  }
  for (const range of ['bytes=0-1,5-6', 'bytes=9-2', 'lines=1-2', 'bytes=-', 'bytes=a-b']) {
    const response = await fetch(address, { headers: { range } })
    assert.deepEqual([response.status, (await response.arrayBuffer()).byteLength], [200, size], range)
  }
})

test('HEAD answers with the size of a file', async () => {
  const { address } = await attach({ name: 'foto.png', content: PIXEL })
  const { pathname, search } = new URL(address)
  const answer = await raw(url, 'HEAD', pathname + search)
  assert.equal(answer.status, 200)
  assert.equal(answer.headers['content-length'], String(PIXEL.length))
  assert.equal(answer.text, '')
})

test('A file is missing when its message was deleted, or when storage lost or damaged it', async () => {
  const deleted = await attach({ name: 'foto.png', content: PIXEL })
  await node.rest('DELETE', `/messages/${deleted.message_id}`, { key })
  assert.equal((await fetch(deleted.address)).status, 404)
  for (const spoil of [(path: string) => truncateSync(path, 10), (path: string) => rmSync(path)]) {
    const before = stored()
    const { address } = await attach({ name: 'foto.png', content: PIXEL })
    for (const path of stored().filter((each) => !before.includes(each))) spoil(path)
    assert.equal((await fetch(address)).status, 404)
    assert.equal((await fetch(address, { headers: { range: 'bytes=0-3' } })).status, 404)
  }
})

test('Files work the same with a bucket; while it is away, the answer is to retry', async () => {
  const bucket = await openBucket()
  const { endpoint, ...names } = bucket.settings
  const env = Object.entries({ endpoint, ...names }).map(([name, value]) => [`S3_${name.toUpperCase()}`, value])
  const other = await openUploadNode(Object.fromEntries(env))
  const content = randomBytes(1_000_000)
  const { address } = await attach({ name: 'datos.bin', content }, other)
  assert.equal(bucket.objects.size, 1)
  assert.deepEqual(other.stored(), [])
  assert.deepEqual(Buffer.from(await (await fetch(address)).arrayBuffer()), content)
  const part = await fetch(address, { headers: { range: 'bytes=10-19' } })
  assert.deepEqual([part.status, Buffer.from(await part.arrayBuffer())], [206, content.subarray(10, 20)])

  const refused = await other.send('/attachments', formOf([{ content: 'x' }], [['no_such_field', 'x']]))
  assert.equal(refused.status, 400)
  assert.equal(bucket.objects.size, 1)

  bucket.trouble.status = 500
  const away = await fetch(address)
  assert.deepEqual([away.status, away.headers.get('retry-after')], [503, '5'])
  const unstored = await other.send('/attachments', formOf([{ content: 'x' }]))
  assert.deepEqual([unstored.status, unstored.body.code], [503, 'unavailable'])
  bucket.trouble.status = 0
  assert.equal((await fetch(address)).status, 200)
  assert.deepEqual(other.stored(), [])
  assert.deepEqual(
    bucket.refused.filter((each) => each !== 'Trouble'),
    [],
  )
})

function guarded({ headers }: Response): void {
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(headers.get('content-security-policy'), "sandbox; default-src 'none'")
  assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin')
}

/** Sends a message with this file in a new conversation; returns the URL of the file. */
async function attach(file: { name: string; content: string | Buffer; type?: string }, { rest, send, key } = node) {
  const make = async (path: string, body: object) => (await rest<{ id: string }>('POST', path, { key, body })).body.id
  const mark = randomBytes(6).toString('hex')
  const inbox_id = await make('/inboxes', { name: `API ${mark}`, channel: 'api' })
  const contact_id = await make('/contacts', { name: 'Ana', email: `${mark}@example.com` })
  const conversation_id = await make('/conversations', { contact_id, inbox_id, source_id: mark })
  const path = `/conversations/${conversation_id}/messages`
  const { status, body } = await send<{ id: string; attachments: { id: string; url: string }[] }>(path, formOf([file]))
  assert.equal(status, 201, JSON.stringify(body))
  return { message_id: body.id, id: body.attachments[0]!.id, address: body.attachments[0]!.url }
}
