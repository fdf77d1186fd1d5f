import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pieces } from '#widget/panel/links.ts'

const linksOf = (text: string) => pieces(text).flatMap(({ href }) => href ?? [])

test('web addresses in a text can be opened, without the punctuation around them', () => {
  for (const [text, ...links] of [
    ['mira https://tienda.example/a?b=1#c.', 'https://tienda.example/a?b=1#c'],
    ['(https://tienda.example)', 'https://tienda.example'],
    ['https://es.wikipedia.org/wiki/Hilo_(costura), sí', 'https://es.wikipedia.org/wiki/Hilo_(costura)'],
    ['HTTP://A.EXAMPLE y http://b.example:8080/x!', 'HTTP://A.EXAMPLE', 'http://b.example:8080/x'],
    ['sin enlaces'],
  ] as const) {
    assert.deepEqual(linksOf(text), links, text)
  }
})

test('what could run is never an address', () => {
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'http://',
    'java\nscript:alert(1)',
    'https://"onmouseover="alert(1)',
  ]) {
    assert.ok(
      linksOf(text).every((href) => /^https?:$/.test(new URL(href).protocol) && !/["'<>]/.test(href)),
      text,
    )
  }
})

test('no letter of the text is lost or changed', () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom('https://a.example', ').', 'http://', ' ', '\n', '(', 'https://b.example/x)'),
  )
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const text = words.join('')
      assert.equal(
        pieces(text)
          .map((piece) => piece.text)
          .join(''),
        text,
      )
    }),
  )
})
