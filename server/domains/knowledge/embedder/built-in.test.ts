import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { builtIn } from '#domains/knowledge/embedder/built-in.ts'
import { normalise, openTokenizer } from '#domains/knowledge/embedder/pieces.ts'
import { readWeights } from '#domains/knowledge/embedder/weights.ts'

type Reference = {
  sha256: string
  dim: number
  pieces: number
  tolerance: number
  sentences: { text: string; normalized: string; tokens: number[]; first8: number[] }[]
  cosines: number[][]
}

const file = new URL('hilo-es-en-256.bin', import.meta.url)
const reference = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8')) as Reference
const { sentences, cosines, tolerance } = reference
const vectors = await builtIn.embed(
  sentences.map(({ text }) => text),
  'passage',
)

test('The model weights match the published ones', () => {
  assert.equal(createHash('sha256').update(readFileSync(file)).digest('hex'), reference.sha256)
  const { dimensions, ids } = readWeights(file)
  assert.deepEqual([dimensions, ids.size], [reference.dim, reference.pieces])
})

test('Texts are tokenised like the reference', () => {
  const cut = openTokenizer(readWeights(file))
  for (const { text, normalized, tokens } of sentences) {
    assert.equal(normalise(text), normalized)
    assert.deepEqual(cut(text), tokens, text)
    assert.deepEqual(cut(text), tokens, 'and again from the cache')
  }
})

test('Vectors and cosine similarities match the reference', () => {
  for (const [i, { text, first8 }] of sentences.entries()) {
    for (const [place, value] of first8.entries()) near(vectors[i]![place]!, value, text)
    for (const [j, value] of cosines[i]!.entries()) near(cosine(vectors[i]!, vectors[j]!), value, text)
  }
})

test('A text without words has a zero vector', async () => {
  for (const text of ['', '¡¿?!', ' \n', '购房需要什么文件', 'какие документы нужны', 'مرحبا']) {
    const [vector] = await builtIn.embed([text], 'query')
    assert.ok(vector!.every((each) => each === 0))
  }
})

test('An invalid or incomplete weights file is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hilo-test-'))
  const path = join(folder, 'weights.bin')
  const whole = readFileSync(file)
  for (const [content, reason] of [
    [whole.subarray(0, -1), /cut short/],
    [Buffer.concat([whole, Buffer.from([0])]), /cut short/],
    [Buffer.from('something else, long enough for a header'), /no weights/],
  ] as const) {
    writeFileSync(path, content)
    assert.throws(() => readWeights(pathToFileURL(path)), reason)
  }
  rmSync(folder, { recursive: true })
})

function near(given: number, right: number, message: string): void {
  assert.ok(Math.abs(given - right) <= tolerance * 1.05, `${message}: ${given} instead of ${right}`)
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, each, i) => sum + each * b[i]!, 0)
}
