import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differences } from './differences.ts'

test('Differences are found word by word', () => {
  assert.deepEqual(differences('Abrimos a las 8 los lunes', 'Abrimos a las 9 los lunes'), [
    { kind: 'same', text: 'Abrimos a las ' },
    { kind: 'removed', text: '8' },
    { kind: 'added', text: '9' },
    { kind: 'same', text: ' los lunes' },
  ])
})

test('Equal texts have no difference, and from an empty text everything is added', () => {
  assert.deepEqual(differences('Hola', 'Hola'), [{ kind: 'same', text: 'Hola' }])
  assert.deepEqual(differences('', 'Hola'), [{ kind: 'added', text: 'Hola' }])
  assert.deepEqual(differences('', ''), [])
})

test('Parts without the additions are the old text; without the removals, the new text', () => {
  const texts = ['uno dos tres', 'dos  tres uno', 'x\ny z', 'z y\nx', '', 'uno tres']
  for (const before of texts)
    for (const after of texts) {
      const parts = differences(before, after)
      const rest = (kind: string) =>
        parts
          .filter((part) => part.kind !== kind)
          .map(({ text }) => text)
          .join('')
      assert.deepEqual([rest('added'), rest('removed')], [before, after])
    }
})

test('Texts too long to compare are replaced as a whole', () => {
  const long = 'palabra '.repeat(2_000)
  assert.deepEqual(
    differences(long, 'corta').map(({ kind }) => kind),
    ['removed', 'added'],
  )
})
