import { readFileSync } from 'node:fs'

/** A table of word pieces, each with a vector: `FORMAT.md` says how the file is laid out. */
export type Weights = {
  dimensions: number
  /** Piece ids by text. */
  ids: ReadonlyMap<string, number>
  longest: number
  /** Score of an unknown character. */
  unknown: number
  scores: Float32Array
  scales: Float32Array
  rows: Int8Array
}

const MAGIC = 'HILOEMB1'
const HEADER = 32

export function readWeights(file: URL): Weights {
  const bytes = readFileSync(file)
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new Error(`${file.pathname} holds no weights.`)
  const size = bytes.readUInt32LE(8)
  const dimensions = bytes.readUInt32LE(12)
  const vocabulary = bytes.readUInt32LE(16)
  const begin = HEADER + vocabulary + (-vocabulary & 3)
  if (bytes.length !== begin + size * (8 + dimensions)) throw new Error(`${file.pathname} is cut short.`)
  const pieces = bytes.toString('utf8', HEADER, HEADER + vocabulary).split('\n')
  // Copied, because file buffers may be unaligned and floats need 4-byte alignment.
  const table = new Uint8Array(bytes.subarray(begin)).buffer
  return {
    dimensions,
    ids: new Map(pieces.map((piece, id) => [piece, id])),
    longest: Math.max(...pieces.map(({ length }) => length)),
    unknown: bytes.readFloatLE(20),
    scores: new Float32Array(table, 0, size),
    scales: new Float32Array(table, 4 * size, size),
    rows: new Int8Array(table, 8 * size, size * dimensions),
  }
}
