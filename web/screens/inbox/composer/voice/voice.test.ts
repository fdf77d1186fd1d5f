import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordingFormat } from './recording-format.ts'
import { concat, writeOgg } from './ogg.ts'
import { readWebm } from './webm.ts'

const chrome = (type: string) => type.startsWith('audio/webm') || type === 'audio/mp4'
const firefox = (type: string) => type.startsWith('audio/ogg') || type.startsWith('audio/webm')
const safari = (type: string) => type === 'audio/mp4'

test('Voice notes are recorded in the format that the channel plays', () => {
  const whatsapp = ['audio/aac', 'audio/mp4', 'audio/ogg']
  assert.deepEqual(recordingFormat(whatsapp, firefox)?.recorded, 'audio/ogg;codecs=opus')
  assert.deepEqual(recordingFormat(whatsapp, chrome), {
    recorded: 'audio/webm;codecs=opus',
    sent: 'audio/ogg',
    isRepackaged: true,
  })
  assert.equal(recordingFormat(whatsapp, safari)?.sent, 'audio/mp4')
  assert.equal(recordingFormat(['audio/aac', 'audio/mp4'], chrome)?.sent, 'audio/mp4', 'Instagram takes no Ogg')
  assert.equal(recordingFormat(['audio/aac', 'audio/mp4'], firefox), undefined)
  assert.equal(recordingFormat([], chrome)?.sent, 'audio/ogg')
})

test('A WebM recording becomes an Ogg file with the same packets and its duration', () => {
  // Two packets of 20 ms each (configuration 31, one frame); segment and cluster of unknown size.
  const packets = [Uint8Array.of(0xf8, 1, 2, 3), new Uint8Array(300).fill(7)]
  packets[1]![0] = 0xf8
  const head = Uint8Array.from(Buffer.from('OpusHead\x01\x01\x00\x00\x80\xbb\x00\x00\x00\x00\x00', 'latin1'))
  const element = (id: number[], body: Uint8Array) =>
    concat([Uint8Array.of(...id, 0x40 | (body.length >> 8), body.length & 255), body])
  const webm = concat([
    Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3, 0x80, 0x18, 0x53, 0x80, 0x67, 0x01, 255, 255, 255, 255, 255, 255, 255),
    element([0x16, 0x54, 0xae, 0x6b], element([0xae], element([0x63, 0xa2], head))),
    Uint8Array.of(0x1f, 0x43, 0xb6, 0x75, 0x01, 255, 255, 255, 255, 255, 255, 255),
    ...packets.map((packet) => element([0xa3], concat([Uint8Array.of(0x81, 0, 0, 0x80), packet]))),
  ])
  const stream = readWebm(webm)
  assert.deepEqual(stream.packets, packets)
  assert.deepEqual(stream.head, head)
  const ogg = Buffer.from(writeOgg(stream.head, stream.packets))
  const pages = [...ogg.toString('latin1').matchAll(/OggS/g)].map(({ index }) => index)
  assert.equal(pages.length, 4)
  assert.deepEqual(
    pages.map((at) => ogg[at + 5]),
    [2, 0, 0, 4],
  )
  assert.equal(ogg.readBigUInt64LE(pages.at(-1)! + 6), 1920n, '40 ms at 48 kHz')
  // The second packet needs two lacing values.
  assert.deepEqual([...ogg.subarray(pages.at(-1)! + 26, pages.at(-1)! + 29)], [2, 255, 45])
  assert.throws(() => readWebm(new Uint8Array(0)))
})
