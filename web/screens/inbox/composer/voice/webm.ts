/** The Opus stream of a WebM recording: its header and its packets. */
export type OpusStream = { head: Uint8Array; packets: Uint8Array[] }

const SEGMENT = 0x18538067
const CLUSTER = 0x1f43b675
const BLOCK_GROUP = 0xa0
const BLOCK = 0xa1
const SIMPLE_BLOCK = 0xa3
const TRACKS = 0x1654ae6b
const TRACK_ENTRY = 0xae
const CODEC_PRIVATE = 0x63a2
const containers = new Set([SEGMENT, CLUSTER, BLOCK_GROUP, TRACKS, TRACK_ENTRY])

/** Reads the Opus packets of a WebM file with one track, as browsers record it. */
export function readWebm(bytes: Uint8Array): OpusStream {
  let head: Uint8Array | undefined
  const packets: Uint8Array[] = []
  let at = 0
  while (at < bytes.length) {
    const id = readNumber(bytes, at, false)
    const size = readNumber(bytes, at + id.length, true)
    const start = at + id.length + size.length
    // A recorder that streams leaves the sizes of segments and clusters unknown: their children simply follow.
    if (containers.has(id.value)) {
      at = start
      continue
    }
    const body = bytes.subarray(start, start + size.value)
    if (id.value === CODEC_PRIVATE) head = body
    // Track number, time code of two bytes, flags, then the packet.
    if (id.value === SIMPLE_BLOCK || id.value === BLOCK)
      packets.push(body.subarray(readNumber(body, 0, true).length + 3))
    at = start + size.value
  }
  if (!head || packets.length === 0) throw new Error('The recording holds no sound.')
  return { head, packets }
}

/** A number of variable length (EBML); ids keep the marker of their length. */
function readNumber(bytes: Uint8Array, at: number, isMarkerRemoved: boolean): { value: number; length: number } {
  const first = bytes[at] ?? 0x80
  const length = Math.clz32(first) - 23
  let value = isMarkerRemoved ? first & (0xff >> length) : first
  for (let index = 1; index < length; index++) value = value * 256 + (bytes[at + index] ?? 0)
  return { value, length }
}
