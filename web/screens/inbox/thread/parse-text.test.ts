import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseText } from './parse-text.ts'

const kinds = (text: string, names: string[] = []) =>
  parseText(text, names)
    .filter(({ kind }) => kind !== 'text')
    .map(({ kind, text, href }) => [kind, text, ...(href && href !== text ? [href] : [])])

test('Web addresses become links, without the punctuation around them', () => {
  assert.deepEqual(kinds('Mira https://a.co/x?y=1. Y (www.b.com/c)!'), [
    ['link', 'https://a.co/x?y=1'],
    ['link', 'www.b.com/c', 'https://www.b.com/c'],
  ])
  assert.deepEqual(kinds('https://es.wikipedia.org/wiki/Hilo_(tela)'), [
    ['link', 'https://es.wikipedia.org/wiki/Hilo_(tela)'],
  ])
  assert.deepEqual(kinds('javascript:alert(1) ftp://x data:text/html,x'), [])
})

test('Mentions match the longest name, and an e-mail address mentions nobody', () => {
  const names = ['Ana', 'Ana María', 'José (Soporte)']
  assert.deepEqual(kinds('@ana maría y @ANA, @Anabel, x@Ana, @José (Soporte)', names), [
    ['mention', '@ana maría'],
    ['mention', '@ANA'],
    ['mention', '@José (Soporte)'],
  ])
  assert.deepEqual(kinds('[@Ana](mention://user/12/Ana) mira', names), [['mention', '@Ana']])
})

test('No character of the text is lost or added', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const joined = parseText(text, ['Ana'])
        .map((piece) => piece.text)
        .join('')
      return joined === text || text.includes('mention://')
    }),
  )
})
