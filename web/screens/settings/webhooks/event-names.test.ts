import assert from 'node:assert/strict'
import { test } from 'node:test'
import { events } from '#contract/events.ts'
import { webhookEs } from './words.es.ts'

test('Every webhook event and its group have a Spanish name', () => {
  const types = Object.entries(events).flatMap(([type, { webhook }]) => (webhook ? [type] : []))
  const { eventNames, kindNames } = webhookEs
  assert.deepEqual(
    types.filter((type) => !eventNames[type] || !kindNames[type.split('.')[0]!]),
    [],
  )
})
