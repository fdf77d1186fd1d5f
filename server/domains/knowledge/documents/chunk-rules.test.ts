import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cutIntoChunks } from './chunk-rules.ts'

const words = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `p${from + i}`).join(' ')
const sentences = (count: number, length = 10) =>
  Array.from({ length: count }, (_, i) => `${words(length - 1, i * length)} fin${i}.`).join(' ')
const length = (text: string) => text.split(/\s+/).length

test('A passage is filed under its headings, one level within the other', () => {
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

test('Text before the first heading has none, and a # inside code is not a heading', () => {
  assert.deepEqual(cutIntoChunks('Hola\nmundo\n\n```sh\n# no es título\n```\n'), [
    { heading: null, content: 'Hola\nmundo\n\n# no es título' },
  ])
})

test('Inline code and longer code fences do not hide the headings after them', () => {
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

test('Short paragraphs share a passage, and a new one starts at about two hundred words', () => {
  const paragraphs = Array.from({ length: 9 }, (_, i) => words(50, i * 50))
  const chunks = cutIntoChunks(paragraphs.join('\n\n'))
  assert.equal(chunks[0]!.content, paragraphs.slice(0, 4).join('\n\n'))
  assert.ok(chunks.length >= 3)
  for (const { content } of chunks) assert.ok(length(content) <= 240)
})

test('A long paragraph is split between sentences, and the next passage repeats the last ones', () => {
  const [first, second] = cutIntoChunks(sentences(40))
  assert.ok(first!.content.endsWith('.'))
  const tail = first!.content.split('. ').slice(-3)
  assert.ok(
    second!.content.startsWith(tail.slice(-2).join('. ').slice(0, 20)) || second!.content.includes(tail.at(-1)!),
  )
  const repeated = second!.content.split(' ').filter((word) => first!.content.split(' ').includes(word))
  assert.ok(repeated.length >= 10 && repeated.length <= 45, String(repeated.length))
})

test('A passage never crosses a heading', () => {
  const chunks = cutIntoChunks(`# Uno\n\n${sentences(30)}\n\n# Dos\n\n${words(20, 9000)}`)
  assert.deepEqual(chunks.at(-1), { heading: 'Dos', content: words(20, 9000) })
})

test('Text without spaces, endless sentences and documents of headings only are split too', () => {
  const glued = cutIntoChunks('日'.repeat(5000))
  assert.ok(glued.length > 2 && glued.every(({ content }) => content.length <= 2000))
  const endless = cutIntoChunks(words(1000))
  assert.ok(endless.length >= 5 && endless.every(({ content }) => length(content) <= 241))
  assert.deepEqual(cutIntoChunks('# Solo\n\n## Títulos'), [{ heading: null, content: 'Solo › Títulos' }])
  assert.deepEqual(cutIntoChunks(' \n\n'), [])
})

test('No word is lost, and no passage is empty or far too long, whatever the text', () => {
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
      const output = chunks.map(({ heading, content }) => `${heading ?? ''} ${content}`).join(' ')
      for (const word of lines.join(' ').match(/\b[a-z]{3,20}\b/g) ?? []) assert.ok(output.includes(word), word)
    }),
    { numRuns: 300 },
  )
})
