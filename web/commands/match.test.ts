import assert from 'node:assert/strict'
import { test } from 'node:test'
import { match } from './match.ts'

test('A label fits when it has every word, in any order, without accents', () => {
  for (const query of ['claves', 'api clave', 'CLÁVES', 'lave', 'c'])
    assert.equal(match('Claves de API', query), 'exact', query)
})

test('A word may be unfinished and have one typing error', () => {
  for (const query of ['calves', 'clavse', 'clves', 'claaves', 'clabes', 'clabe', 'cleves api'])
    assert.equal(match('Claves de API', query), 'near', query)
  for (const query of ['automatisaciones', 'autmoat', 'uatomatizaciones'])
    assert.equal(match('Automatizaciones', query), 'near', query)
})

test('Short words, two errors and other words do not fit', () => {
  for (const query of ['apo', 'clbase', 'calvse', 'etiquetas', 'claves etiquetas', 'calves etiquetas'])
    assert.equal(match('Claves de API', query), undefined, query)
})
