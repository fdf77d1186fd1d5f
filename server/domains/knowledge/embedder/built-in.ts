import { openCutter, WORD_START } from '#domains/knowledge/embedder/pieces.ts'
import { readWeights, type Weights } from '#domains/knowledge/embedder/weights.ts'
import type { Embedder } from '#kernel/embedder.ts'

const file = new URL('hilo-es-en-256.bin', import.meta.url)

/**
 * The embedder that is built in: Spanish and English, a table of word pieces and a sum (`PROVENANCE.md` says where it comes
 * from). The table is read when the first text comes, so that a server nobody asks does not hold it.
 */
export const builtIn: Embedder = {
  model: 'hilo-es-en-256',
  threshold: 0.3,
  local: true,
  embed: async (texts) => {
    const embed = (open ??= openTable(readWeights(file)))
    return texts.map(embed)
  },
}

let open: ((text: string) => Float32Array) | undefined

/** The vector of a text: the sum of its pieces, brought to length one. */
export function openTable(weights: Weights): (text: string) => Float32Array {
  const { dimensions, scales, rows } = weights
  const cut = openCutter(weights)
  const start = weights.ids.get(WORD_START)
  return (text) => {
    const sum = new Float64Array(dimensions)
    const pieces = cut(text)
    // Of words in letters nobody taught it only their beginnings are left, which would make all of them alike.
    if (pieces.every((id) => id === start)) return Float32Array.from(sum)
    for (const id of pieces) {
      const [row, scale] = [id * dimensions, scales[id]!]
      for (let i = 0; i < dimensions; i++) sum[i]! += scale * rows[row + i]!
    }
    const length = Math.sqrt(sum.reduce((total, each) => total + each * each, 0)) || 1
    return Float32Array.from(sum, (each) => each / length)
  }
}
