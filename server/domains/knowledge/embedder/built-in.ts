import { openTokenizer, WORD_START } from '#domains/knowledge/embedder/pieces.ts'
import { readWeights, type Weights } from '#domains/knowledge/embedder/weights.ts'
import type { Embedder } from '#kernel/embedder.ts'

const file = new URL('hilo-es-en-256.bin', import.meta.url)

/**
 * The embedder that is built in: Spanish and English, a table of word pieces and a sum (`PROVENANCE.md` says where it comes
 * from). The table is loaded with the first text.
 */
export const builtIn: Embedder = {
  model: 'hilo-es-en-256',
  threshold: 0.3,
  local: true,
  embed: async (texts) => texts.map(embedText),
}

let weights: Weights | undefined
let table: Table | undefined

function openOwn(): Table {
  return (table ??= openTable((weights ??= readWeights(file))))
}

/** The vector of a text, or of a single word. */
export function embedText(text: string): Float32Array {
  return toUnit(openOwn()(text))
}

/** Share of the length of one word's vector that a hint adds. */
const HINT = 0.5

/** The vector of a question plus the vectors of plain words for its subjects. */
export function embedWithHints(text: string, hints: readonly { words: string; weight: number }[]): Float32Array {
  const sum = openOwn()(text)
  if (sum.every((each) => each === 0)) return Float32Array.from(sum)
  for (const { words, weight } of hints) {
    const hint = embedText(words)
    for (let i = 0; i < sum.length; i++) sum[i]! += HINT * weight * hint[i]!
  }
  return toUnit(sum)
}

/** The whole words among the pieces: the common words of both languages. */
export function commonWords(): string[] {
  weights ??= readWeights(file)
  return [...weights.ids.keys()].flatMap((piece) => (/^\u2581[a-z]{3,}$/.test(piece) ? [piece.slice(1)] : []))
}

type Table = (text: string) => Float64Array

/** The sum of the vectors of a text's pieces. */
function openTable(weights: Weights): Table {
  const { dimensions, scales, rows } = weights
  const cut = openTokenizer(weights)
  const start = weights.ids.get(WORD_START)
  return (text) => {
    const sum = new Float64Array(dimensions)
    const pieces = cut(text)
    // Words in unknown scripts leave only word starts, which would make all of them alike.
    if (pieces.every((id) => id === start)) return sum
    for (const id of pieces) {
      const [row, scale] = [id * dimensions, scales[id]!]
      for (let i = 0; i < dimensions; i++) sum[i]! += scale * rows[row + i]!
    }
    return sum
  }
}

function toUnit(sum: Float64Array): Float32Array {
  const length = Math.sqrt(sum.reduce((total, each) => total + each * each, 0)) || 1
  return Float32Array.from(sum, (each) => each / length)
}
