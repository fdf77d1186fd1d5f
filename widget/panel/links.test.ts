import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { splitLinks } from '#widget/panel/links.ts'

const linksOf = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? [])

test('Web addresses become links, without the punctuation around them', () => {
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

test('Nothing that could run code becomes a link', () => {
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

test('No character of the text is lost or changed', () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom('https://a.example', ').', 'http://', ' ', '\n', '(', 'https://b.example/x)'),
  )
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const text = words.join('')
      assert.equal(
        splitLinks(text)
          .map((piece) => piece.text)
          .join(''),
        text,
      )
    }),
  )
})
