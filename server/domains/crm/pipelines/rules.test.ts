import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Pipeline, Stage } from '#contract/records/crm.ts'
import { arrangeStages, checkRemoval, defaultFor, reviseStage } from './rules.ts'
import { refused } from '#test/refusal.ts'

const stage = (id: string, name: string, type: Stage['type'], probability: number): Stage => ({
  id,
  name,
  type,
  order: Number(id),
  probability,
  color: null,
  rotting_days: null,
  required_fields: [],
})
const stages = [
  stage('1', 'Nuevo', 'open', 10),
  stage('2', 'Visita', 'open', 30),
  stage('3', 'Ganado', 'won', 100),
  stage('4', 'Perdido', 'lost', 0),
]
const names = (wanted: string[]) => arrangeStages(stages, wanted).map(({ name }) => name)

test('Stages take the given order, by name or id, with won and lost stages last', () => {
  assert.deepEqual(names(['visita', '1']), ['Visita', 'Nuevo', 'Ganado', 'Perdido'])
  assert.deepEqual(names(['perdido', 'GANADO', 'Visita', 'Nuevo']), ['Visita', 'Nuevo', 'Ganado', 'Perdido'])
})

test('An unknown name becomes an open stage with the average probability of its neighbours', () => {
  const arranged = arrangeStages(stages, ['Nuevo', ' Llamada ', 'Visita', 'Oferta'])
  assert.deepEqual(
    arranged.map(({ id, name, probability }) => [id, name, probability]),
    [
      ['1', 'Nuevo', 10],
      [undefined, 'Llamada', 20],
      ['2', 'Visita', 30],
      [undefined, 'Oferta', 65],
      ['3', 'Ganado', 100],
      ['4', 'Perdido', 0],
    ],
  )
})

test('A missing open stage, a duplicate name and an unknown id are refused', () => {
  const left = refused(() => names(['Nuevo']))
  assert.equal(left.code, 'invalid_value')
  assert.match(left.message, /Visita \(id 2\)/)
  for (const wanted of [
    ['Nuevo', 'Visita', 'nuevo'],
    ['1', 'Nuevo', 'Visita'],
    ['Nuevo', 'Visita', 'X', 'x'],
    ['Nuevo', 'Visita', 'Perdido', '4'],
  ])
    assert.equal(refused(() => names(wanted)).code, 'invalid_value', wanted.join())
  assert.equal(refused(() => names(['Nuevo', 'Visita', '99'])).code, 'not_found')
  assert.equal(refused(() => names(['Nuevo', 'Visita', ' '])).code, 'invalid_value')
})

test('Any order contains every stage once', () => {
  const words = fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D'), { maxLength: 4 })
  fc.assert(
    fc.property(words, fc.infiniteStream(fc.nat(10)), (fresh, places) => {
      const wanted = ['Nuevo', 'Visita']
      for (const word of fresh) wanted.splice(places.next().value! % (wanted.length + 1), 0, word)
      const arranged = names(wanted)
      assert.deepEqual(arranged.slice(0, -2), wanted)
      assert.deepEqual(arranged.slice(-2), ['Ganado', 'Perdido'])
    }),
  )
})

const pipeline = (kind: Pipeline['kind'], is_default: boolean): Pipeline => ({
  id: kind,
  name: kind,
  kind,
  description: null,
  default_currency: 'COP',
  is_default,
  stages,
  created_at: '',
  updated_at: '',
})

test('Without a pipeline the default of the kind is used, otherwise the default mixed one', () => {
  const [own, both] = [pipeline('leads', true), pipeline('mixed', true)]
  assert.equal(defaultFor([both, own], 'leads'), own)
  assert.equal(defaultFor([both, pipeline('leads', false)], 'leads'), both)
  const problem = refused(() => defaultFor([pipeline('leads', false), pipeline('opportunities', true)], 'leads'))
  assert.equal(problem.code, 'missing_field')
  assert.match(problem.message, /Choose one of: leads \(id leads\)/)
})

test('A pipeline keeps one open stage and, for deals, one won and one lost stage', () => {
  assert.equal(refused(() => checkRemoval(pipeline('mixed', true), stages[2]!)).code, 'invalid_state')
  assert.equal(refused(() => checkRemoval(pipeline('opportunities', true), stages[3]!)).code, 'invalid_state')
  checkRemoval(pipeline('leads', true), stages[3]!)
  checkRemoval(pipeline('leads', true), stages[0]!)
  const single = { ...pipeline('leads', true), stages: stages.slice(1) }
  assert.equal(refused(() => checkRemoval(single, stages[1]!)).code, 'invalid_state')
})

test('The probability of won and lost stages is fixed', () => {
  assert.equal(refused(() => reviseStage(stages[2]!, { probability: 90 })).code, 'invalid_state')
  assert.equal(reviseStage(stages[2]!, { name: 'Vendido', probability: 100 }).name, 'Vendido')
  assert.equal(reviseStage(stages[0]!, { probability: 15 }).probability, 15)
  assert.equal(refused(() => reviseStage(stages[0]!, { name: ' ' })).code, 'missing_field')
})
