import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupEvents, has, toggle, toggleKind } from './event-choice.ts'

const events = ['contact.created', 'contact.updated', 'lead.created'].map((type) => ({ type, description: type }))
const all = events.map(({ type }) => type)

test('Events are grouped by noun and filtered by the search text', () => {
  assert.deepEqual(
    groupEvents(events, '').map(({ kind }) => kind),
    ['contact', 'lead'],
  )
  assert.deepEqual(
    groupEvents(events, 'lead cre')[0]?.events.map(({ type }) => type),
    ['lead.created'],
  )
  assert.deepEqual(groupEvents(events, 'nada'), [])
})

test('Selecting a group covers its events and replaces single ones', () => {
  const chosen = toggleKind(['contact.created', 'lead.created'], 'contact')
  assert.deepEqual(chosen, ['lead.created', 'contact.*'])
  assert.ok(has(chosen, 'contact.updated'))
  assert.deepEqual(toggleKind(chosen, 'contact'), ['lead.created'])
})

test('Clearing one event of a group keeps the others', () => {
  assert.deepEqual(toggle(['contact.*'], 'contact.created', all), ['contact.updated'])
  assert.deepEqual(toggle([], 'lead.created', all), ['lead.created'])
  assert.deepEqual(toggle(['lead.created'], 'lead.created', all), [])
})
