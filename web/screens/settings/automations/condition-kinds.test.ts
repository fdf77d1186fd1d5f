import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operator } from '#contract/filters.ts'
import { triggers, type Trigger } from '#contract/records/automation.ts'
import { condition } from '#domains/automations/matching.ts'
import { operatorsOf, type FieldKind } from '#web/parts/conditions/operators.ts'
import { automationsEs } from '#web/locales/automations.es.ts'
import { attributePrefixes, kindsOf } from './condition-kinds.ts'

const plain = new Set(['text', 'number', 'boolean', 'moment', 'titles', 'attribute'])
const kindOf = (kind: string) => (plain.has(kind) ? kind : 'choice') as FieldKind

test('whatever can be written with the form, the server can ask', () => {
  for (const event of Object.keys(triggers) as Trigger[]) {
    const prefixes = Object.values(attributePrefixes[triggers[event]]).map((prefix) => [`${prefix}.zona`, 'attribute'])
    for (const [field, kind] of [...Object.entries(kindsOf(event)), ...prefixes] as [string, string][]) {
      for (const operator of operatorsOf(kindOf(kind))) {
        const filter = { any: [{ all: [{ field, operator, values: example(kind, operator) }] }] }
        assert.doesNotThrow(() => condition(event, filter, {}, 'America/Bogota'), `${event} ${field} ${operator}`)
      }
    }
  }
})

test('every field that is offered has a name', () => {
  for (const event of Object.keys(triggers) as Trigger[])
    for (const field of Object.keys(kindsOf(event)))
      assert.ok(automationsEs.conditionFields[field.replace(/^contact\./, '')], field)
})

function example(kind: string, operator: Operator) {
  if (operator === 'is_present' || operator === 'is_not_present') return []
  if (kind === 'boolean') return [true]
  if (kind === 'moment') return [operator === 'days_before' ? '3' : '2026-11-16']
  return ['7']
}
