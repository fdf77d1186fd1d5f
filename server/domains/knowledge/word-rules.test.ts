import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askedFor, formsOf, languageOf, searchable, withoutCourtesies, wordsOf } from '#domains/knowledge/word-rules.ts'

test('words are small letters and digits, each once, and an amount is one however it is written', () => {
  assert.deepEqual(wordsOf('El envío, ¡EL ENVÍO! vale $1.250.000 o 1,250,000'), ['el', 'envío', 'vale', '1250000', 'o'])
  assert.deepEqual(wordsOf('50.000,00 y 3.5 y 1.2.3'), ['50000', '00', 'y', '3', '5', '1', '2'])
  assert.deepEqual(wordsOf('x'.repeat(60)), [])
})

test('a word is known as it is written and as it is typed', () => {
  assert.deepEqual(formsOf('devolución'), ['devolución'])
  assert.deepEqual(formsOf('devolucion'), ['devolucion', 'devolución'])
  assert.deepEqual(formsOf('ñandú'), ['ñandú', 'nandu'])
})

test('a code is also known in one', () => {
  assert.ok(searchable('Filtro TX-220').split(' ').includes('tx220'))
  assert.ok(!searchable('de 8 a.m.').split(' ').includes('am8'))
})

test('the language is that of the little words', () => {
  assert.equal(languageOf('La garantía de los equipos es de un año'), 'es')
  assert.equal(languageOf('The warranty of the appliances is one year'), 'en')
  assert.equal(languageOf('TX-220'), 'es')
})

test('what only asks is not asked for', () => {
  assert.deepEqual(
    askedFor('Hola, quiero saber cuánto cuesta el filtro').map(([word]) => word),
    ['cuesta', 'el', 'filtro'],
  )
})

test('courtesies are left out by clauses, and a question keeps all its words', () => {
  for (const said of [
    'Hola',
    'hola!! cómo estás?',
    'Muchas gracias, muy amable.',
    'Good evening',
    'ok, thanks a lot',
    '',
  ])
    assert.equal(withoutCourtesies(said), '', said)
  assert.equal(withoutCourtesies('Hola, buenas. ¿Tienen garantía? Gracias!'), 'Tienen garantía?')
  assert.equal(withoutCourtesies('gracias por el envío'), 'gracias por el envío')
  for (const asked of ['How much is it?', 'how many?']) assert.equal(withoutCourtesies(`Hi, ${asked}`), asked)
})
