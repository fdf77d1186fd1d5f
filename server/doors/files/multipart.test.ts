import assert from 'node:assert/strict'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import fc from 'fast-check'
import { isMultipart, readMultipart } from '#doors/files/multipart.ts'
import { refusal } from '#test/refusal.ts'

const MOST = 1_000_000

test('A form parses the same however it is split into chunks', async () => {
  const part = fc.record({
    name: fc.constantFrom('content', 'attachments', 'attachments[]', 'ñ'),
    file_name: fc.option(fc.constantFrom('a.png', 'ñandú (1).pdf', 'a; b="c.txt', '漢字.txt'), { nil: undefined }),
    content: fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .constantFrom('', '\r\n', '\r\n--edge', '--edge--', '\r\n\r\n', '-')
        .map((text) => Buffer.from(text.replace('edge', 'edg'))),
    ),
  })
  const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30 })
  const property = fc.asyncProperty(fc.array(part, { maxLength: 6 }), cuts, async (parts, sizes) => {
    const whole = written(parts)
    const pieces: Buffer[] = []
    for (let at = 0, turn = 0; at < whole.length; turn++) {
      const size = sizes[turn % sizes.length]!
      pieces.push(whole.subarray(at, (at += size)))
    }
    const expected = parts.map((each) => ({ ...each, content: Buffer.from(each.content).toString('hex') }))
    assert.deepEqual(await read(pieces), expected)
  })
  await fc.assert(property, { numRuns: 300, seed: 20261115 })
})

test('File names are understood in every encoding clients use', async () => {
  for (const [header, file_name] of [
    ['name="f"; filename="plain.png"', 'plain.png'],
    ['name="f"; filename=plain.png', 'plain.png'],
    ['name=f;filename=plain.png', 'plain.png'],
    ['filename="plain.png"; name="f"', 'plain.png'],
    ['name="f"; filename="ñandú.png"', 'ñandú.png'],
    ['name="f"; filename="say \\"hi\\".png"', 'say "hi".png'],
    ['name="f"; filename="say %22hi%22.png"', 'say "hi".png'],
    ['name="f"; filename="C:\\temp\\photo.png"', 'C:\\temp\\photo.png'],
    [`name="f"; filename*=UTF-8''%C3%B1and%C3%BA.png`, 'ñandú.png'],
    [`name="f"; filename*=utf-8'es'%C3%B1.png`, 'ñ.png'],
    [`name="f"; filename*=iso-8859-1''%F1.png`, 'ñ.png'],
    [`name="f"; filename="n.png"; filename*=UTF-8''%C3%B1.png`, 'ñ.png'],
    [`name="f"; filename*=UTF-8''%C3%B1.png; filename="n.png"`, 'ñ.png'],
    ['name="f"; filename=""', ''],
    ['name="f; filename=evil.png"', undefined],
    ['name="f"', undefined],
  ] as const) {
    const [part] = await read([
      Buffer.from(`--edge\r\nContent-Disposition: form-data; ${header}\r\n\r\nx\r\n--edge--\r\n`),
    ])
    assert.equal(part?.file_name, file_name, header)
  }
})

test('A malformed or incomplete form is refused', async () => {
  const head = '--edge\r\nContent-Disposition: form-data; name="a"\r\n\r\n'
  for (const text of [
    '',
    'rubbish',
    '--edge',
    '--edge\r\n',
    `${head}half`,
    `${head}x\r\n--edge`,
    `${head}x\r\n--edge\r\n`,
    '--edge\r\n\r\nno header\r\n--edge--',
    '--edge\r\nContent-Disposition: form-data\r\n\r\nno name\r\n--edge--',
    '--edge\r\nContent-Disposition form-data; name="a"\r\n\r\nno colon\r\n--edge--',
    `--edge\r\n${'X-Long: y\r\n'.repeat(5000)}Content-Disposition: form-data; name="a"\r\n\r\nx\r\n--edge--`,
  ]) {
    const { code } = await refusal(read([Buffer.from(text)]))
    assert.equal(code, 'invalid_request', text.slice(0, 60))
  }
  for (const type of [
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'x'.repeat(71)}`,
  ])
    assert.equal((await refusal(read([Buffer.from('x')], type))).code, 'invalid_request', type)
})

test('A form over its limit is refused, wherever the bytes are', async () => {
  const part = (name: string, size: number) => ({ name, file_name: undefined, content: Buffer.alloc(size) })
  const noise = Buffer.alloc(MOST)
  for (const pieces of [
    [written([part('a', MOST)])],
    [noise, noise],
    [written([part('a', 1)]).subarray(0, -4), noise, noise],
    Array.from({ length: 20 }, () => written([part('a', 100_000)]).subarray(0, -10)),
  ]) {
    assert.equal((await refusal(read(pieces))).code, 'payload_too_large')
  }
})

test('Only multipart/form-data is a form', () => {
  for (const [type, expected] of [
    ['multipart/form-data; boundary=x', true],
    ['Multipart/Form-Data;boundary=x', true],
    ['multipart/form-database', false],
    ['multipart/mixed; boundary=x', false],
    ['application/json', false],
  ] as const)
    assert.equal(isMultipart({ headers: { 'content-type': type } }), expected, type)
})

type PartInput = { name: string; file_name: string | undefined; content: Uint8Array }

function written(parts: PartInput[]): Buffer {
  const pieces = parts.flatMap(({ name, file_name, content }) => {
    const quoted = file_name === undefined ? '' : `; filename="${file_name.replace(/["\\]/g, '\\$&')}"`
    return [`--edge\r\nContent-Disposition: form-data; name="${name}"${quoted}\r\n\r\n`, content, '\r\n']
  })
  return Buffer.concat([...pieces, '--edge--\r\n'].map((piece) => Buffer.from(piece as string)))
}

async function read(pieces: Buffer[], type = 'multipart/form-data; boundary=edge') {
  const message = new IncomingMessage(new Socket())
  message.headers['content-type'] = type
  for (const piece of pieces) message.push(piece)
  message.push(null)
  message.complete = true
  const parts: { name: string; file_name: string | undefined; content: string }[] = []
  for await (const { name, file_name, content } of readMultipart(message, MOST)) {
    const read: Buffer[] = []
    for await (const piece of content) read.push(piece)
    parts.push({ name, file_name, content: Buffer.concat(read).toString('hex') })
  }
  return parts
}
