import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromLines, keyOf, toLines } from './attribute-key.ts'

test('A key is derived from the name: plain letters, numbers and underscores, starting with a letter', () => {
  assert.equal(keyOf('Número de póliza'), 'numero_de_poliza')
  assert.equal(keyOf('  ¿Cuál año? (2026) '), 'cual_ano_2026')
  assert.equal(keyOf('2º teléfono'), 'telefono')
  assert.equal(keyOf('¡!'), '')
  assert.equal(keyOf(`${'a'.repeat(49)} b`), 'a'.repeat(49))
})

test('Options are read one per line, trimmed', () => {
  assert.deepEqual(fromLines(' Oro \n\nPlata\n'), ['Oro', 'Plata'])
  assert.equal(toLines(['Oro', 'Plata']), 'Oro\nPlata')
})
