import assert from 'node:assert/strict'
import { test } from 'node:test'
import { events } from '#contract/events.ts'
import { connectionsEs } from '#web/locales/settings-connections.es.ts'

test('every event that can be chosen has its Spanish words, and its kind a name', () => {
  const told = Object.entries(events).flatMap(([type, { webhook }]) => (webhook ? [type] : []))
  const { eventNames, kindNames } = connectionsEs.webhooks
  assert.deepEqual(
    told.filter((type) => !eventNames[type] || !kindNames[type.split('.')[0]!]),
    [],
  )
})
