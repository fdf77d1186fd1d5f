/** Duration of an Opus packet in samples of 48 kHz, from its first byte (RFC 6716, section 3.1). */
function samplesOf(packet: Uint8Array): number {
  const config = packet[0]! >> 3
  const frame =
    config < 12 ? [480, 960, 1920, 2880][config % 4]! : config < 16 ? [480, 960][config % 2]! : 120 << (config % 4)
  const count = packet[0]! & 3
  return frame * (count === 0 ? 1 : count === 3 ? packet[1]! & 63 : 2)
}

/** Packs Opus packets into an Ogg file (RFC 7845); `head` is the OpusHead that the recorder wrote. */
export function writeOgg(head: Uint8Array, packets: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const pages = [page([head], 0, 0, FIRST), page([tags()], 1, 0, 0)]
  let samples = 0
  packets.forEach((packet, index) => {
    samples += samplesOf(packet)
    pages.push(page([packet], index + 2, samples, index === packets.length - 1 ? LAST : 0))
  })
  return concat(pages)
}

const FIRST = 2
const LAST = 4
const SERIAL = 1

function page(packets: readonly Uint8Array[], sequence: number, samples: number, flags: number): Uint8Array {
  const lacing = packets.flatMap(({ length }) => [...Array<number>(Math.floor(length / 255)).fill(255), length % 255])
  const header = new Uint8Array(27 + lacing.length)
  const view = new DataView(header.buffer)
  header.set(new TextEncoder().encode('OggS'))
  header[5] = flags
  view.setBigUint64(6, BigInt(samples), true)
  view.setUint32(14, SERIAL, true)
  view.setUint32(18, sequence, true)
  header[26] = lacing.length
  header.set(lacing, 27)
  const whole = concat([header, ...packets])
  new DataView(whole.buffer).setUint32(22, checksum(whole), true)
  return whole
}

/** The comment header, which names the writer and holds no comments. */
function tags(): Uint8Array {
  const vendor = new TextEncoder().encode('Hilo')
  const bytes = new Uint8Array(8 + 4 + vendor.length + 4)
  bytes.set(new TextEncoder().encode('OpusTags'))
  new DataView(bytes.buffer).setUint32(8, vendor.length, true)
  bytes.set(vendor, 12)
  return bytes
}

/** CRC-32 of Ogg: polynomial 0x04c11db7, not reflected. */
const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1
  return value >>> 0
})

function checksum(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) crc = ((crc << 8) ^ table[((crc >>> 24) ^ byte) & 255]!) >>> 0
  return crc
}

export function concat(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
