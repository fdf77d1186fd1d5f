import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HEAD_BYTES, detectKind, sanitiseName } from '#doors/files/kind.ts'

const octets = 'application/octet-stream'

test('Images, audio, video and documents are detected by their first bytes', async () => {
  for (const [bytes, content_type, file_type] of [
    ['89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154', 'image/png', 'image'],
    ['ffd8ffe000104a46494600010100000100010000', 'image/jpeg', 'image'],
    [ascii('GIF89a\x01\x00\x01\x00'), 'image/gif', 'image'],
    [ascii('RIFF\x24\x00\x00\x00WEBPVP8 '), 'image/webp', 'image'],
    [ascii('\x00\x00\x00\x1cftypavif\x00\x00\x00\x00avifmif1'), 'image/avif', 'image'],
    [ascii('ID3\x03\x00\x00\x00\x00\x7f\x7f'), 'audio/mpeg', 'audio'],
    [ascii('RIFF\x24\x00\x00\x00WAVEfmt '), 'audio/wav', 'audio'],
    [ascii(`OggS\x00\x02${'\x00'.repeat(20)}\x01\x13OpusHead\x01\x01`), 'audio/ogg', 'audio'],
    [ascii('\x00\x00\x00\x20ftypM4A \x00\x00\x00\x00M4A mp42'), 'audio/x-m4a', 'audio'],
    [ascii('\x00\x00\x00\x20ftypisom\x00\x00\x02\x00isomiso2'), 'video/mp4', 'video'],
    [`1a45dfa39f4286810142f7810142f2810442f381084282847765626d`, 'video/webm', 'video'],
    [ascii('%PDF-1.7\n'), 'application/pdf', 'file'],
    [ascii('MZ\x90\x00\x03'), 'application/x-msdownload', 'file'],
  ] as const) {
    const kind = await detectKind(Buffer.from(bytes, 'hex'), { type: 'text/html', file_name: 'page.html' })
    assert.deepEqual(kind, { content_type, file_type })
  }
})

test('No file that can contain a script passes for an image', async () => {
  for (const text of [
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    '\ufeff<?xml version="1.0"?><svg/>',
    '<!doctype html><script>alert(1)</script>',
    '<html xmlns="http://www.w3.org/1999/xhtml">',
    '  \n<script>alert(1)</script>',
    'alert(1)',
    '',
  ]) {
    for (const sent of [
      { type: 'image/png', file_name: 'photo.png' },
      { type: 'image/svg+xml', file_name: 'drawing.svg' },
      { type: 'text/html', file_name: 'page.html' },
    ])
      assert.deepEqual(await detectKind(Buffer.from(text), sent), { content_type: octets, file_type: 'file' }, text)
  }
})

test('A text file needs a text extension and valid text', async () => {
  const at = (length: number) => 'ñ'.repeat(length / 2)
  for (const [file_name, head, expected] of [
    ['notas.txt', 'Hola, ¿qué tal?', 'text/plain'],
    ['LISTA.CSV', 'name,email\nAna,ana@example.com', 'text/plain'],
    ['datos.json', '{"a": 1}', 'text/plain'],
    ['largo.md', `x${at(HEAD_BYTES)}`.slice(0, HEAD_BYTES), 'text/plain'],
    ['notas', 'Hola', octets],
    ['guion.js', 'alert(1)', octets],
    ['notas.txt', 'a\0b', octets],
  ] as const) {
    const kind = await detectKind(Buffer.from(head).subarray(0, HEAD_BYTES), { type: 'text/plain', file_name })
    assert.deepEqual(kind, { content_type: expected, file_type: 'file' }, file_name)
  }
  const latin = await detectKind(Buffer.from('ma\xf1ana', 'latin1'), { type: 'text/plain', file_name: 'notas.txt' })
  assert.equal(latin.content_type, octets)
})

test('A voice recording in a video container is audio', async () => {
  const webm = Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex')
  const voice = await detectKind(webm, { type: 'audio/webm', file_name: 'voice.webm' })
  assert.deepEqual(voice, { content_type: 'audio/webm', file_type: 'audio' })
  const gif = await detectKind(Buffer.from('GIF89a\x01\x00\x01\x00'), { type: 'audio/webm', file_name: 'voice.webm' })
  assert.deepEqual(gif, { content_type: 'image/gif', file_type: 'image' })
})

test('A file name is reduced to a plain name', () => {
  for (const [given, expected] of [
    ['photo.png', 'photo.png'],
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\windows\\win.ini', 'win.ini'],
    ['/etc/passwd', 'passwd'],
    ['C:\\fakepath\\photo.png', 'photo.png'],
    ['a\u0000b\r\nSet-Cookie: x.png', 'abSet-Cookie: x.png'],
    ['photo\u202egnp.exe', 'photognp.exe'],
    ['..', 'file'],
    ['.', 'file'],
    ['../', 'file'],
    ['  ', 'file'],
    ['\ud800.png', '\ufffd.png'],
    ['ñandú 漢字 😀.pdf', 'ñandú 漢字 😀.pdf'],
    ['.htaccess', '.htaccess'],
  ] as const)
    assert.equal(sanitiseName(given), expected, JSON.stringify(given))
})

test('A long file name is shortened and keeps its extension', () => {
  for (const before of ['', 'x']) {
    const name = sanitiseName(`${before}${'😀'.repeat(300)}.jpeg`)
    assert.ok(name.length <= 200 && name.length > 190)
    assert.ok(name.endsWith('😀.jpeg') && name.isWellFormed())
  }
  assert.equal(sanitiseName(`a.${'x'.repeat(500)}`).length, 200)
})

function ascii(text: string): string {
  return Buffer.from(text, 'latin1').toString('hex')
}
