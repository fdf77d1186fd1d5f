import assert from 'node:assert/strict'
import { test } from 'node:test'
import { phrasesIn } from '#domains/assistant/text/phrases.ts'
import { chosenName, isNamed, offeredNames, toClarification } from './clarify.ts'

const names = ['Sede Bogotá', 'Sede Medellín'] as const

test('The names offered are read back from the question, in both languages', () => {
  for (const locale of ['es', 'en'] as const) {
    const content = toClarification(names, phrasesIn(locale).clarify)
    assert.deepEqual(
      offeredNames([
        { role: 'assistant', content },
        { role: 'user', content: 'x' },
      ]),
      names,
    )
  }
  assert.equal(offeredNames([{ role: 'assistant', content: 'Con gusto.' }]), undefined)
  assert.equal(offeredNames([]), undefined)
})

test('The customer chooses by name or by order', () => {
  assert.equal(chosenName(names, 'la de medellin'), names[1])
  assert.equal(chosenName(names, 'Bogotá por favor'), names[0])
  assert.equal(chosenName(names, 'la segunda'), names[1])
  assert.equal(chosenName(names, 'the first one'), names[0])
  assert.equal(chosenName(names, 'no sé'), undefined)
})

test('A passage is named by its title or its last heading', () => {
  assert.ok(isNamed({ title: 'Sede Bogotá', heading: null }, 'Sede Bogotá'))
  assert.ok(isNamed({ title: 'Sedes', heading: 'Horarios › Sede Bogotá' }, 'Sede Bogotá'))
  assert.ok(!isNamed({ title: 'Sedes', heading: null }, undefined))
})
