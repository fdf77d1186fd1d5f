import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grouped, has, toggle, toggleKind } from './event-choice.ts'

const events = ['contact.created', 'contact.updated', 'lead.created'].map((type) => ({ type, description: type }))
const all = events.map(({ type }) => type)

test('events stand by what they are about, as far as they go by the words', () => {
  assert.deepEqual(
    grouped(events, '').map(({ kind }) => kind),
    ['contact', 'lead'],
  )
  assert.deepEqual(
    grouped(events, 'lead cre')[0]?.events.map(({ type }) => type),
    ['lead.created'],
  )
  assert.deepEqual(grouped(events, 'nada'), [])
})

test('a whole kind stands for each of its events, and for single ones chosen before', () => {
  const chosen = toggleKind(['contact.created', 'lead.created'], 'contact')
  assert.deepEqual(chosen, ['lead.created', 'contact.*'])
  assert.ok(has(chosen, 'contact.updated'))
  assert.deepEqual(toggleKind(chosen, 'contact'), ['lead.created'])
})

test('one event taken from a whole kind leaves the others', () => {
  assert.deepEqual(toggle(['contact.*'], 'contact.created', all), ['contact.updated'])
  assert.deepEqual(toggle([], 'lead.created', all), ['lead.created'])
  assert.deepEqual(toggle(['lead.created'], 'lead.created', all), [])
})
