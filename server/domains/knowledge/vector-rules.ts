const SIXTEEN = 16
const SCALE_BYTES = 4

/** Bytes of a vector of this many dimensions: they are read sixteen at a time. */
export function widthOf(dimensions: number): number {
  return Math.ceil(dimensions / SIXTEEN) * SIXTEEN
}

/** Bytes of a row: its scale, then a byte for each dimension. */
export function strideOf(dimensions: number): number {
  return SCALE_BYTES + widthOf(dimensions)
}

/** Vectors as they are kept, one row after another. A byte for each dimension loses next to nothing of a cosine. */
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

/** A vector as whole numbers from -127 to 127, and what they are multiplied by. */
export function toBytes(vector: Float32Array): { scale: number; bytes: Int8Array } {
  const most = vector.reduce((found, each) => Math.max(found, Math.abs(each)), 0)
  const scale = most / 127
  return { scale, bytes: Int8Array.from(vector, (each) => (scale === 0 ? 0 : Math.round(each / scale))) }
}
