import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codesOf, queryTerms, formsOf, languageOf, searchable, withoutCourtesies, wordsOf } from './word-rules.ts'

test('Words are lower-case letters and digits, each once, and an amount is one word in any notation', () => {
  assert.deepEqual(wordsOf('El envío, ¡EL ENVÍO! vale $1.250.000 o 1,250,000'), ['el', 'envío', 'vale', '1250000', 'o'])
  assert.deepEqual(wordsOf('50.000,00 y 3.5 y 1.2.3'), ['50000', '00', 'y', '3', '5', '1', '2'])
  assert.deepEqual(wordsOf('x'.repeat(60)), [])
})

test('A word is recognised with and without its accents', () => {
  assert.deepEqual(formsOf('devolución'), ['devolución'])
  assert.deepEqual(formsOf('devolucion'), ['devolucion', 'devolución'])
  assert.deepEqual(formsOf('ñandú'), ['ñandú', 'nandu'])
})

test('A code is also recognised without its separators', () => {
  assert.ok(searchable('Filtro TX-220').split(' ').includes('tx220'))
  assert.ok(!searchable('de 8 a.m.').split(' ').includes('am8'))
})

test('The language is detected from common short words', () => {
  assert.equal(languageOf('La garantía de los equipos es de un año'), 'es')
  assert.equal(languageOf('The warranty of the appliances is one year'), 'en')
  assert.equal(languageOf('TX-220'), 'es')
})

test('Phrases that only introduce a question are not searched for', () => {
  assert.deepEqual(
    queryTerms('Hola, quiero saber cuánto cuesta el filtro').map(([word]) => word),
    ['cuesta', 'el', 'filtro'],
  )
})

test('Courtesies are removed clause by clause, and a question keeps all its words', () => {
  for (const text of [
    'Hola',
    'hola!! cómo estás?',
    'Muchas gracias, muy amable.',
    'Good evening',
    'ok, thanks a lot',
    '',
  ])
    assert.equal(withoutCourtesies(text), '', text)
  assert.equal(withoutCourtesies('Hola, buenas. ¿Tienen garantía? Gracias!'), 'Tienen garantía?')
  assert.equal(withoutCourtesies('gracias por el envío'), 'gracias por el envío')
  for (const question of ['How much is it?', 'how many?']) assert.equal(withoutCourtesies(`Hi, ${question}`), question)
})

test('Codes and amounts are one word each', () => {
  assert.deepEqual(codesOf('El TX-220 vale $2.300.000, o 9,4 %, a las 3'), ['tx220', '2300000', '9p4'])
  assert.deepEqual(codesOf('marque 192.168.1.254'), ['1921681254'])
})

test('Amounts and codes within a question are not split', () => {
  assert.equal(withoutCourtesies('Hola, la de $2.300.000, ¿cuál es?'), 'la de $2.300.000, cuál es?')
})
