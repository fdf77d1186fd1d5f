import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { piecesOf } from './pieces.ts'

const kinds = (text: string, names: string[] = []) =>
  piecesOf(text, names)
    .filter(({ kind }) => kind !== 'text')
    .map(({ kind, text, href }) => [kind, text, ...(href && href !== text ? [href] : [])])

test('addresses can be opened, without the punctuation of their sentence', () => {
  assert.deepEqual(kinds('Mira https://a.co/x?y=1. Y (www.b.com/c)!'), [
    ['link', 'https://a.co/x?y=1'],
    ['link', 'www.b.com/c', 'https://www.b.com/c'],
  ])
  assert.deepEqual(kinds('https://es.wikipedia.org/wiki/Hilo_(tela)'), [
    ['link', 'https://es.wikipedia.org/wiki/Hilo_(tela)'],
  ])
  assert.deepEqual(kinds('javascript:alert(1) ftp://x data:text/html,x'), [])
})

test('people are marked by their longest name, and an e-mail address names nobody', () => {
  const names = ['Ana', 'Ana María', 'José (Soporte)']
  assert.deepEqual(kinds('@ana maría y @ANA, @Anabel, x@Ana, @José (Soporte)', names), [
    ['mention', '@ana maría'],
    ['mention', '@ANA'],
    ['mention', '@José (Soporte)'],
  ])
  assert.deepEqual(kinds('[@Ana](mention://user/12/Ana) mira', names), [['mention', '@Ana']])
})

test('nothing of a text is lost or made up', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const joined = piecesOf(text, ['Ana'])
        .map((piece) => piece.text)
        .join('')
      return joined === text || text.includes('mention://')
    }),
  )
})
