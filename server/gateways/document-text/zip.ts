import { inflateRawSync } from 'node:zlib'

type Entry = { method: number; flags: number; size: number; offset: number }
export type Zip = { bytes: Buffer; entries: Map<string, Entry> }

const END = 0x06054b50
const DIRECTORY = 0x02014b50
const LOCAL = 0x04034b50
const MOST_ENTRIES = 10_000
/** Maximum size of a decompressed entry. */
const MOST_BYTES = 64 * 1024 * 1024

/** The table of contents of a ZIP file. */
export function readZip(given: Uint8Array): Zip {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const end = findEnd(bytes)
  const count = Math.min(bytes.readUInt16LE(end + 10), MOST_ENTRIES)
  const entries = new Map<string, Entry>()
  let at = bytes.readUInt32LE(end + 16)
  for (let i = 0; i < count && bytes.readUInt32LE(at) === DIRECTORY; i++) {
    const name = bytes.readUInt16LE(at + 28)
    const [extra, comment] = [bytes.readUInt16LE(at + 30), bytes.readUInt16LE(at + 32)]
    entries.set(bytes.toString('utf8', at + 46, at + 46 + name), {
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      size: bytes.readUInt32LE(at + 20),
      offset: bytes.readUInt32LE(at + 42),
    })
    at += 46 + name + extra + comment
  }
  return { bytes, entries }
}

/** The end record, before a comment of any length. */
function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - 65_557)
  for (let at = bytes.length - 22; at >= first; at--) if (bytes.readUInt32LE(at) === END) return at
  throw new Error('This is no ZIP file.')
}

/** The content of an entry as text. */
export function readEntry({ bytes, entries }: Zip, name: string): string | undefined {
  const entry = entries.get(name)
  if (!entry) return undefined
  if (entry.flags & 1) throw Object.assign(new Error('encrypted'), { code: 'encrypted' })
  if (bytes.readUInt32LE(entry.offset) !== LOCAL) throw new Error('The ZIP file is damaged.')
  const begin = entry.offset + 30 + bytes.readUInt16LE(entry.offset + 26) + bytes.readUInt16LE(entry.offset + 28)
  const packed = bytes.subarray(begin, begin + entry.size)
  const content = entry.method === 8 ? inflateRawSync(packed, { maxOutputLength: MOST_BYTES }) : packed
  return content.toString('utf8')
}
