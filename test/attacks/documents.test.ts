import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { openReader } from '#gateways/document-text.ts'
import { pdfOf, zipOf } from '#test/files.ts'

/*
 * Documents made to exhaust the server. They are read in a thread of their own with a limit of memory and time, which
 * is short here; the outcome is a text or a reason, and the next document is read as ever.
 */
const strict = openReader({ milliseconds: 2_000, growth_mb: 100 })
const patient = openReader({ growth_mb: 100 })
const toFile = (bytes: Buffer) => ({ bytes, content_type: 'application/octet-stream', file_name: 'file' })

/** A PDF of these objects; the first is the catalogue. */
function toPdf(objects: (string | Buffer)[]): Buffer {
  const written = objects.map((object, i) =>
    Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), Buffer.from(object as string), Buffer.from('\nendobj\n')]),
  )
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...written, Buffer.from('trailer\n<< /Root 1 0 R >>\n%%EOF')])
}

function toStream(content: Buffer | string, entries = ''): Buffer {
  const bytes = Buffer.from(content as string)
  return Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length} ${entries} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
}

/** A PDF whose only page has this content. */
function toPage(content: Buffer | string, entries: string, resources: string, objects: Buffer[] = []): Buffer {
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << ${resources} >> /Contents 4 0 R >>`
  const catalogue = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>']
  return toPdf([...catalogue, page, toStream(content, entries), ...objects])
}

const drawing = (content: string, drawn: number) =>
  toStream(content, `/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << /XObject << /X ${drawn} 0 R >> >>`)
const text = Buffer.alloc(200 * 1024 * 1024, 'BT (x) Tj ET\n')
const laughs = Array.from({ length: 30 }, (_, i) => `<!ENTITY e${i + 1} "&e${i};&e${i};">`).join('')

const bombs: Record<string, () => Buffer> = {
  'A PDF whose pages contain themselves': () =>
    toPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000000 >>']),
  'A PDF drawing that draws itself': () => toPage('/X Do', '', '/XObject << /X 5 0 R >>', [drawing('/X Do /X Do', 5)]),
  'A PDF of drawings that each draw ten others': () =>
    toPage(
      '/X Do',
      '',
      '/XObject << /X 5 0 R >>',
      Array.from({ length: 12 }, (_, i) => drawing('/X Do '.repeat(10), 6 + i)),
    ),
  'A PDF page that is compressed three times': () =>
    toPage(deflateSync(deflateSync(deflateSync(text))), '/Filter [/FlateDecode /FlateDecode /FlateDecode]', ''),
  'A Word document with entities of entities': () =>
    zipOf({ 'word/document.xml': `<!DOCTYPE d [<!ENTITY e0 "ja">${laughs}]><w:p><w:r><w:t>&e30;</w:t></w:r></w:p>` }),
  'A Word document with a table of contents that lies': () => {
    const file = zipOf({ 'word/document.xml': '<w:p/>' })
    file.writeUInt16LE(65_535, file.length - 12)
    file.writeUInt32LE(0xff_ff_ff_ff, file.length - 10)
    return file
  },
  'A page with ten thousand levels': () => Buffer.from(`<html>${'<div>'.repeat(10_000)}Hola`),
}

describe('A document made to exhaust the server', () => {
  for (const [what, make] of Object.entries(bombs)) {
    test(`${what} ends with a text or a reason, and the next one is read`, async () => {
      const answer = await strict.read(toFile(make()))
      if ('reason' in answer) assert.match(answer.reason, /^(too_much|too_long|unreadable|unsupported|empty)$/)
      else assert.ok(answer.text.length < 10_000)
      assert.deepEqual(await patient.read(toFile(Buffer.from('Hola'))), { title: null, text: 'Hola' })
    })
  }

  test('does not make another document fail that is read at the same time', async () => {
    const bomb = pdfOf([[]], { stream: deflateSync(text) })
    const honest = Buffer.from(`<html>${'<p>Hola</p>'.repeat(100_000)}`)
    const [failed, kept] = await Promise.all([patient.read(toFile(bomb)), patient.read(toFile(honest))])
    assert.deepEqual(failed, { reason: 'too_much' })
    assert.ok('text' in kept && kept.text.startsWith('Hola'))
  })
})
