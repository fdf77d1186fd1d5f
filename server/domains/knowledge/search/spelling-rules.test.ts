import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commonWords } from '#domains/knowledge/embedder/built-in.ts'
import { editDistance, openVocabulary, phoneticKey, repairSpelling } from './spelling-rules.ts'
import { helperWords } from './word-rules.ts'

const own = openVocabulary(
  'Envío vacuna tarjeta talla hipotecario pasword desbloquear devolución requisitos'.split(' '),
)
const language = openVocabulary([...commonWords(), ...helperWords()])
const repaired = (text: string) => repairSpelling(text, own, language)

test('Words that sound alike are repaired: b and v, c, s and z, h, ll and y, g and j, q and k', () => {
  for (const [wrong, right] of [
    ['embio', 'envio'],
    ['bacuna', 'vacuna'],
    ['targeta', 'tarjeta'],
    ['taya', 'talla'],
    ['ipotecario', 'hipotecario'],
    ['desvloquear', 'desbloquear'],
    ['debolucion', 'devolucion'],
    ['rekisitos', 'requisitos'],
  ])
    assert.equal(repaired(`la ${wrong} nueva`), `la ${right} nueva`)
})

test('Missing, additional and exchanged letters are repaired', () => {
  for (const wrong of ['tarjta', 'tarrjeta', 'tarejta', 'tarjetta']) assert.equal(repaired(wrong), 'tarjeta', wrong)
})

test('Correct words, names, codes and inflections stay as they are', () => {
  for (const text of [
    '¿Cuánto cuesta el seguro de mi carro?',
    'viajo con Melgar y Juan Camilo',
    'el TX-220 o el tarjta9',
    'financiamos y devolvieron',
    'how much is the shipping to Miami?',
  ])
    assert.equal(repaired(text), text)
})

test('A diminutive becomes its base word', () => {
  assert.equal(repaired('mi perrito'), 'mi perro')
})

test('Keys and distances', () => {
  assert.equal(phoneticKey('vehiculo'), phoneticKey('beiculo'))
  assert.equal(editDistance('bank', 'bnak', 2), 1)
  assert.equal(editDistance('casa', 'casa', 1), 0)
  assert.equal(editDistance('a', 'abcdef', 2), 3)
})
