import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cutIntoChunks } from '#domains/knowledge/chunk-rules.ts'

const words = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `p${from + i}`).join(' ')
const sentences = (count: number, length = 10) =>
  Array.from({ length: count }, (_, i) => `${words(length - 1, i * length)} fin${i}.`).join(' ')
const length = (text: string) => text.split(/\s+/).length

test('a piece stands under its headings, one level within the other', () => {
  const text =
    '# Envíos\n\nUno.\n\n## Cali ##\n\nDos.\n\n### Norte\nTres.\n\n## Medellín\n\nCuatro.\n\nGarantía\n========\nCinco.\n\nMotor\n---\nSeis.'
  assert.deepEqual(cutIntoChunks(text), [
    { heading: 'Envíos', content: 'Uno.' },
    { heading: 'Envíos › Cali', content: 'Dos.' },
    { heading: 'Envíos › Cali › Norte', content: 'Tres.' },
    { heading: 'Envíos › Medellín', content: 'Cuatro.' },
    { heading: 'Garantía', content: 'Cinco.' },
    { heading: 'Garantía › Motor', content: 'Seis.' },
  ])
})

test('what comes before the first heading stands under none; code is no heading', () => {
  assert.deepEqual(cutIntoChunks('Hola\nmundo\n\n```sh\n# no es título\n```\n'), [
    { heading: null, content: 'Hola\nmundo\n\n# no es título' },
  ])
})

test('code within a line, or in longer fences, hides no heading after it', () => {
  const inline = cutIntoChunks('# Uno\n\n```npm start```\n\n# Dos\n\ntexto')
  assert.deepEqual(
    inline.map(({ heading }) => heading),
    ['Uno', 'Dos'],
  )
  const nested = cutIntoChunks('````md\n```js\n# no\n```\n# tampoco\n````\n\n# Dos\n\ntexto')
  assert.deepEqual(
    nested.map(({ heading }) => heading),
    [null, 'Dos'],
  )
})

test('short paragraphs share a piece, a new one begins at about two hundred words', () => {
  const paragraphs = Array.from({ length: 9 }, (_, i) => words(50, i * 50))
  const chunks = cutIntoChunks(paragraphs.join('\n\n'))
  assert.equal(chunks[0]!.content, paragraphs.slice(0, 4).join('\n\n'))
  assert.ok(chunks.length >= 3)
  for (const { content } of chunks) assert.ok(length(content) <= 240)
})

test('a long paragraph is cut between sentences, and the next piece repeats the last ones', () => {
  const [first, second] = cutIntoChunks(sentences(40))
  assert.ok(first!.content.endsWith('.'))
  const tail = first!.content.split('. ').slice(-3)
  assert.ok(
    second!.content.startsWith(tail.slice(-2).join('. ').slice(0, 20)) || second!.content.includes(tail.at(-1)!),
  )
  const repeated = second!.content.split(' ').filter((word) => first!.content.split(' ').includes(word))
  assert.ok(repeated.length >= 10 && repeated.length <= 45, String(repeated.length))
})

test('no piece reaches over a heading', () => {
  const chunks = cutIntoChunks(`# Uno\n\n${sentences(30)}\n\n# Dos\n\n${words(20, 9000)}`)
  assert.deepEqual(chunks.at(-1), { heading: 'Dos', content: words(20, 9000) })
})

test('text without spaces, sentences without end and nothing but headings are cut too', () => {
  const glued = cutIntoChunks('日'.repeat(5000))
  assert.ok(glued.length > 2 && glued.every(({ content }) => content.length <= 2000))
  const endless = cutIntoChunks(words(1000))
  assert.ok(endless.length >= 5 && endless.every(({ content }) => length(content) <= 241))
  assert.deepEqual(cutIntoChunks('# Solo\n\n## Títulos'), [{ heading: null, content: 'Solo › Títulos' }])
  assert.deepEqual(cutIntoChunks(' \n\n'), [])
})

test('no word is lost, and no piece is empty or much too long, whatever the text', () => {
  const line = fc.oneof(
    fc.lorem({ maxCount: 60 }),
    fc.lorem({ maxCount: 20, mode: 'sentences' }),
    fc.constantFrom('', '# Título', '## Otro', '- uno', '```', 'x'.repeat(3000)),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const chunks = cutIntoChunks(lines.join('\n'))
      for (const { content } of chunks) {
        assert.notEqual(content.trim(), '')
        assert.ok(content.length <= 2 * 200 * 8 + 400, String(content.length))
      }
      const said = chunks.map(({ heading, content }) => `${heading ?? ''} ${content}`).join(' ')
      for (const word of lines.join(' ').match(/\b[a-z]{3,20}\b/g) ?? []) assert.ok(said.includes(word), word)
    }),
    { numRuns: 300 },
  )
})
