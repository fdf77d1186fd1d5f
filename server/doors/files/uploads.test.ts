import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { sealUpload } from '#kernel/uploads.ts'
import { PASSWORD } from '#test/node.ts'
import { formOf, openUploadNode, PIXEL, rawForm, type Uploaded } from '#test/uploads.ts'
import { until } from '#test/wait.ts'

const MEGABYTE = 1024 * 1024

const node = await openUploadNode()
const { send, stored, rest, key, account_id, addAccount, makeKey, port, url, user } = node

const upload = (form: Parameters<typeof send>[1], options = {}) => send<Uploaded>('/attachments', form, options)

test('An uploaded file is stored unchanged and described in the answer', async () => {
  const before = stored()
  const { status, body } = await upload(formOf([{ name: 'foto.png', content: PIXEL, type: 'image/png' }]))
  assert.equal(status, 201)
  const [{ token, ...file }] = body.attachments as [Uploaded['attachments'][0]]
  assert.deepEqual(file, {
    file_name: 'foto.png',
    file_type: 'image',
    content_type: 'image/png',
    size_bytes: PIXEL.length,
  })
  const [path] = added(before)
  assert.deepEqual(readFileSync(path!), PIXEL)
  assert.match(path!, new RegExp(`/files/${account_id}/[0-9a-f]{2}/[0-9a-f]{30}$`))
  assert.match(token, /^[\w-]+\.[\w-]{22}$/)
})

test('Several files keep their order, beside tokens of earlier uploads', async () => {
  const first = await upload(formOf([{ name: 'a.txt', content: 'a' }]))
  const form = formOf(
    [
      { name: 'b.txt', content: 'b', field: 'attachments[]' },
      { name: 'c.txt', content: 'c' },
    ],
    [['attachments[]', first.body.attachments[0]!.token]],
  )
  const { body } = await upload(form)
  assert.deepEqual(
    body.attachments.map(({ file_name }) => file_name),
    ['a.txt', 'b.txt', 'c.txt'],
  )
})

test('An upload token may be sent as JSON, repeatedly', async () => {
  const { body } = await upload(formOf([{ name: 'a.txt', content: 'a' }]))
  const attachments = body.attachments.map(({ token }) => token)
  for (let i = 0; i < 2; i++) {
    const again = await rest<Uploaded>('POST', '/attachments', { key, body: { attachments } })
    assert.equal(again.status, 201)
    assert.deepEqual(again.body.attachments, body.attachments)
  }
})

test('The text fields of a form are converted to the types of the operation', async () => {
  const { conversation_id } = await makeConversation()
  const texts: [string, string][] = [
    ['content', 'Mañana ☀️'],
    ['private', 'true'],
    ['content_attributes', '{"from": {"page": 7}}'],
  ]
  const path = `/conversations/${conversation_id}/messages`
  const { status, body } = await send<SentMessage>(path, formOf([{ name: 'plano.png', content: PIXEL }], texts))
  assert.equal(status, 201, JSON.stringify(body))
  assert.deepEqual([body.content, body.private, body.content_attributes], ['Mañana ☀️', true, { from: { page: 7 } }])
  assert.deepEqual(
    body.attachments.map(({ file_name }) => file_name),
    ['plano.png'],
  )
  const wrong = await send(
    path,
    formOf(
      [],
      [
        ['content', 'x'],
        ['private', 'yes'],
      ],
    ),
  )
  assert.deepEqual([wrong.status, wrong.body.errors?.[0]?.pointer], [400, '#/private'])
})

test('File names with paths write nothing outside the storage', async () => {
  for (const [written, file_name] of [
    ['filename="../../../../tmp/hilo-was-here"', 'hilo-was-here'],
    ['filename="..\\\\..\\\\hilo-was-here"', 'hilo-was-here'],
    ['filename="/etc/passwd"', 'passwd'],
    [`filename*=UTF-8''..%2F..%2Fhilo%00-was%0d%0ahere`, 'hilo-washere'],
    ['filename=".."', 'file'],
    [`filename="${'x'.repeat(500)}.png"`, `${'x'.repeat(196)}.png`],
  ] as const) {
    const before = stored()
    const { status, body } = await upload(rawForm([`name="attachments"; ${written}`, 'x']))
    assert.equal(status, 201, JSON.stringify(body))
    assert.equal(body.attachments[0]!.file_name, file_name)
    assert.match(added(before)[0]!, /\/[0-9a-f]{30}$/)
  }
})

test('A web page named like an image is not an image', async () => {
  for (const content of ['<script>alert(1)</script>', '<svg onload="alert(1)"/>', '<?xml version="1.0"?><svg/>']) {
    const { body } = await upload(formOf([{ name: 'photo.png', content, type: 'image/png' }]))
    const { file_type, content_type } = body.attachments[0]!
    assert.deepEqual([file_type, content_type], ['file', 'application/octet-stream'])
  }
})

test('A file of 25 MB is accepted; a larger one is refused by name and removed', async () => {
  const right = await upload(formOf([{ name: 'right.bin', content: randomBytes(25 * MEGABYTE) }]))
  assert.equal(right.body.attachments[0]!.size_bytes, 25 * MEGABYTE)
  await leavesNothing(async () => {
    const small = { name: 'small.bin', content: 'x' }
    const large = { name: 'large.bin', content: randomBytes(26 * MEGABYTE) }
    const { status, body } = await upload(formOf([small, large]))
    assert.deepEqual([status, body.code], [413, 'payload_too_large'])
    assert.match(body.detail, /large\.bin is larger than 25 MB/)
    assert.equal(body.errors?.[0]?.pointer, '#/attachments')
  })
})

test('A form with too large a declared size is refused before it is read', async () => {
  const { status, text } = await raw(
    `content-type: multipart/form-data; boundary=edge\r\ncontent-length: ${400 * MEGABYTE}`,
    '',
  )
  assert.equal(status, 413, text)
})

test('Fifteen files are accepted at once; of sixteen none is kept', async () => {
  const files = Array.from({ length: 16 }, (_, i) => ({ name: `${i}.txt`, content: String(i) }))
  assert.equal((await upload(formOf(files.slice(1)))).body.attachments.length, 15)
  await leavesNothing(async () => {
    const { status, body } = await upload(formOf(files))
    assert.deepEqual([status, body.code], [400, 'invalid_request'])
    assert.equal(body.errors?.[0]?.pointer, '#/attachments')
  })
})

test('Text fields over a megabyte, or more than a hundred, are refused', async () => {
  await leavesNothing(async () => {
    const file = [{ content: 'x' }]
    const long = await upload(formOf(file, [['content', 'x'.repeat(MEGABYTE + 1)]]))
    assert.deepEqual([long.status, long.body.errors?.[0]?.pointer], [413, '#/content'])
    const many = Array.from({ length: 200 }, (_, i): [string, string] => [`f${i}`, ''])
    assert.equal((await upload(formOf(file, many))).status, 400)
    const same = Array.from({ length: 200 }, (): [string, string] => ['attachments', ''])
    assert.equal((await upload(formOf(file, same))).status, 400)
  })
})

test('A file in a field that takes none is refused by name', async () => {
  await leavesNothing(async () => {
    for (const field of ['file', 'attachments[0]', 'content', '__proto__', 'attachment']) {
      const { status, body } = await upload(formOf([{ content: 'x' }, { content: 'x', field }]))
      assert.deepEqual([status, body.code], [400, 'invalid_request'], field)
      assert.equal(body.errors?.[0]?.pointer, `#/${field}`)
    }
  })
})

test('A form without a chosen file stores none', async () => {
  await leavesNothing(async () => {
    const { status, body } = await upload(rawForm(['name="attachments"; filename=""', '']))
    assert.deepEqual([status, body.code], [422, 'missing_field'])
  })
})

test('A malformed form is refused and leaves no file', async () => {
  const good = rawForm(['name="attachments"; filename="a.txt"', 'hola'])
  await leavesNothing(async () => {
    for (const form of [
      { type: 'multipart/form-data', body: good.body },
      { type: 'multipart/form-data; boundary=other', body: good.body },
      { ...good, body: good.body.subarray(0, -6) },
      { ...good, body: '' },
      rawForm(['filename="a.txt"', 'x']),
      rawForm(['name="__proto__"', 'x'], ['name="attachments"; filename="a.txt"', 'x']),
      rawForm(['name="attachments"; filename="a.txt"', 'x'], ['name="constructor"', 'x']),
    ]) {
      const { status, body } = await upload(form)
      assert.deepEqual([status, body.code], [400, 'invalid_request'], `${form.type} ${form.body.toString()}`)
    }
  })
})

test('Files are refused where the operation takes none', async () => {
  const { status, body } = await send('/contacts', formOf([{ content: 'x' }], [['name', 'Ana']]))
  assert.deepEqual([status, body.code], [415, 'unsupported_media_type'])
})

test('Callers without permission store nothing', async () => {
  await leavesNothing(async () => {
    const reader = await upload(formOf([{ content: 'x' }]), { key: await makeKey('read_only') })
    assert.deepEqual([reader.status, reader.body.code], [403, 'permission_denied'])
    const unknown = await upload(formOf([{ content: 'x' }]), { key: 'hil_x' })
    assert.equal(unknown.status, 401)
  })
})

test('Files of a refused operation are removed', async () => {
  await leavesNothing(async () => {
    const file = [{ content: 'x' }]
    assert.equal((await upload(formOf(file, [['no_such_field', 'x']]))).status, 400)
    assert.equal((await upload(formOf(file, [['attachments', 'not a token']]))).status, 422)
    assert.equal((await send('/conversations/999999/messages', formOf(file))).status, 404)
    assert.equal((await send('/attachments?attachments=x', formOf(file))).status, 400)
  })
})

test('An aborted upload leaves no file', async () => {
  await leavesNothing(async () => {
    for (const sent of [
      '',
      '--edge\r\nContent-Disposition: form-data; name="attachments"; filename="a.bin"\r\n\r\nabc',
      `--edge\r\nContent-Disposition: form-data; name="attachments"; filename="a.bin"\r\n\r\n${'x'.repeat(300_000)}`,
      `--edge\r\nContent-Disposition: form-data; name="attachments"; filename="a.bin"\r\n\r\nx\r\n--edge\r\nContent-Disposition: form-data; name="attachments"; filename="b.bin"\r\n\r\nx`,
    ]) {
      const before = stored().length
      const socket = connect(port, '127.0.0.1')
      socket.write(`${head('content-type: multipart/form-data; boundary=edge\r\ncontent-length: 900000')}${sent}`)
      if (sent !== '') await until(() => stored().length > before, 'the file is under way')
      socket.destroy()
      await until(() => stored().length === before, 'it is gone')
    }
  })
})

test('A forged upload token, or one of another workspace, is refused', async () => {
  const other = await addAccount()
  const theirs = await upload(formOf([{ content: 'x' }]), { key: other.key })
  const { token } = theirs.body.attachments[0]!
  const [body, signature] = token.split('.') as [string, string]
  const file = { file_key: `${account_id}/${'a'.repeat(32)}`, file_name: 'x', content_type: 'x', size_bytes: 1 }
  const forged = sealUpload(Buffer.alloc(32), account_id, { ...file, file_type: 'file' })
  const altered = Buffer.from(JSON.stringify({ ...file, file_key: '../../secret' })).toString('base64url')
  for (const each of [token, forged, `${altered}.${signature}`, body, `${body}.`, `.${signature}`, '', '.', 'x.y.z']) {
    const answer = await rest('POST', '/attachments', { key, body: { attachments: [each] } })
    assert.deepEqual([answer.status, answer.body.code], [422, 'invalid_value'], each)
  }
  assert.equal((await rest('POST', '/attachments', { key: other.key, body: { attachments: [token] } })).status, 201)
})

test('When the disk is full, uploads are refused for now and everything else works', async () => {
  const other = await openUploadNode()
  const obstacle = join(other.folder, 'files')
  writeFileSync(obstacle, '')
  const { status, body, headers } = await other.send('/attachments', formOf([{ content: 'x' }]))
  assert.deepEqual([status, body.code, headers.get('retry-after')], [503, 'unavailable', '5'])
  assert.equal((await other.rest('GET', '/contacts', { key: other.key })).status, 200)
  rmSync(obstacle)
  assert.equal((await other.send('/attachments', formOf([{ content: 'x' }]))).status, 201)
})

test('The same form sent twice with one idempotency key is one upload', async () => {
  const before = stored()
  const headers = { 'idempotency-key': 'upload-1' }
  const files = [
    { name: 'a.bin', content: randomBytes(200_000) },
    { name: 'b.bin', content: 'b' },
  ]
  const first = await upload(formOf(files), { headers })
  const second = await upload(formOf(files), { headers })
  assert.deepEqual([first.status, second.status], [201, 201])
  assert.equal(second.headers.get('idempotency-replayed'), 'true')
  assert.deepEqual(second.body, first.body)
  assert.equal(added(before).length, 2)
  for (const others of [
    [files[0]!],
    [files[0]!, { name: 'b.bin', content: 'c' }],
    [files[0]!, { name: 'c.bin', content: 'b' }],
    files.toReversed(),
  ]) {
    const { status, body } = await upload(formOf(others), { headers })
    assert.deepEqual([status, body.code], [422, 'idempotency_key_reused'])
  }
  assert.equal(added(before).length, 2)
})

test('Ten concurrent identical forms with one key are one upload without leftover copies', async () => {
  const before = stored()
  const headers = { 'idempotency-key': 'upload-2' }
  const send = () => upload(formOf([{ name: 'a.bin', content: 'the same' }]), { headers })
  const answers = await Promise.all(Array.from({ length: 10 }, send))
  const done = answers.filter(({ status }) => status === 201)
  assert.ok(done.length >= 1)
  for (const { body } of done) assert.deepEqual(body, done[0]!.body)
  for (const { status, body } of answers) if (status !== 201) assert.equal(body.code, 'request_in_progress')
  assert.equal(added(before).length, 1)
})

test('The web app uploads with its session; other sites cannot', async () => {
  const signedIn = await rest('POST', '/api/session', { body: { email: user.email, password: PASSWORD } })
  const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!
  const headers = { cookie, 'x-account-id': account_id }
  const path = '/api/app/upload_attachments'
  const form = () => formOf([{ name: 'foto.png', content: PIXEL }])
  const { status, body } = await send<Uploaded>(path, form(), { headers })
  assert.equal(status, 200)
  assert.equal(body.attachments[0]!.content_type, 'image/png')
  await leavesNothing(async () => {
    assert.equal((await send(path, form(), { headers: { ...headers, origin: 'https://evil.example' } })).status, 403)
    assert.equal((await send(path, form(), { headers: { 'x-account-id': account_id } })).status, 401)
    assert.equal((await send(path, formOf([{ content: 'x' }], [['x', 'y']]), { headers })).status, 400)
    assert.equal((await send('/api/app/list_labels', form(), { headers })).status, 415)
  })
})

test('The reference describes file uploads', async () => {
  const { body } = await rest<{
    paths: Record<string, { post: { requestBody: { content: Record<string, unknown> } } }>
  }>('GET', '/openapi.json')
  const { content } = body.paths['/api/v1/attachments']!.post.requestBody
  assert.deepEqual(Object.keys(content), ['application/json', 'multipart/form-data'])
  assert.match(JSON.stringify(content['multipart/form-data']), /"items":\{"type":"string","format":"binary"\}/)
})

type SentMessage = {
  content: string
  private: boolean
  content_attributes: object
  attachments: { file_name: string }[]
}

async function makeConversation(): Promise<{ conversation_id: string }> {
  const make = async (path: string, body: object) => (await rest<{ id: string }>('POST', path, { key, body })).body.id
  const inbox_id = await make('/inboxes', { name: 'API', channel: 'api' })
  const contact_id = await make('/contacts', { name: 'Ana', email: 'ana@example.com' })
  return { conversation_id: await make('/conversations', { contact_id, inbox_id, source_id: 'ana' }) }
}

function added(before: string[]): string[] {
  return stored().filter((path) => !before.includes(path))
}

async function leavesNothing(run: () => Promise<void>): Promise<void> {
  const before = stored()
  await run()
  assert.deepEqual(stored(), before)
}

function head(headers: string): string {
  return `POST /api/v1/attachments HTTP/1.1\r\nhost: ${new URL(url).host}\r\nauthorization: Bearer ${key}\r\n${headers}\r\n\r\n`
}

/** Sends a raw request; returns everything received until the connection closes. */
function raw(headers: string, body: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(head(headers) + body))
    socket.once('data', (piece) => {
      const text = piece.toString()
      resolve({ status: Number(text.split(' ')[1]), text })
      socket.destroy()
    })
    socket.once('error', reject)
  })
}
