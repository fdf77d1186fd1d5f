import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openComparison } from './compare.ts'
import { subjectsOf } from './subjects.ts'
import { codesOf } from './word-rules.ts'

const compare = (text: string) =>
  openComparison({
    words: text.split(' ').map((word) => ({ text: word, weight: 1 })),
    codes: codesOf(text),
    subjects: subjectsOf(text),
  })

test('The same words fit fully, related ones partly, unrelated ones least', () => {
  const fit = compare('devolver dinero')
  const same = fit('Puede devolver el dinero').words
  const related = fit('El reembolso del pago tarda').words
  const other = fit('La piscina abre temprano').words
  assert.ok(same === 1 && related < same && other < related)
})

test('Codes and amounts fit in any notation, and small numbers count little', () => {
  assert.equal(compare('TX220').call(null, 'El filtro TX-220').codes, 1)
  assert.equal(compare('2300000').call(null, 'Vale $2.300.000').codes, 1)
  assert.equal(compare('9,4').call(null, 'paga el 9.4 %').codes, 1)
  assert.equal(compare('TX-330').call(null, 'El filtro TX-220').codes, 0)
  assert.ok(compare('tengo 15').call(null, 'de 15 kilos').codes < 0.5)
})
