const LANES = 16
const SCALE_BYTES = 4

/** Bytes of a vector, padded for SIMD reads of sixteen. */
export function widthOf(dimensions: number): number {
  return Math.ceil(dimensions / LANES) * LANES
}

/** Bytes of a row: scale, then one byte per dimension. */
export function strideOf(dimensions: number): number {
  return SCALE_BYTES + widthOf(dimensions)
}

/** Vectors in their stored form, one row after another. One byte per dimension hardly affects the cosine. */
export function pack(vectors: readonly Float32Array[], dimensions: number): Buffer {
  const stride = strideOf(dimensions)
  const packed = Buffer.alloc(stride * vectors.length)
  for (const [row, vector] of vectors.entries()) {
    const { scale, bytes } = toBytes(vector)
    packed.writeFloatLE(scale, row * stride)
    packed.set(new Uint8Array(bytes.buffer), row * stride + SCALE_BYTES)
  }
  return packed
}

/** A vector quantised to -127…127, and its scale. */
export function toBytes(vector: Float32Array): { scale: number; bytes: Int8Array } {
  const most = vector.reduce((found, each) => Math.max(found, Math.abs(each)), 0)
  const scale = most / 127
  return { scale, bytes: Int8Array.from(vector, (each) => (scale === 0 ? 0 : Math.round(each / scale))) }
}
