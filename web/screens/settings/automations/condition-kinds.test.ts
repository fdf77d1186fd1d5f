import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operator } from '#contract/filters.ts'
import { triggers, type Trigger } from '#contract/records/automation.ts'
import { condition } from '#domains/automations/rules/match.ts'
import { operatorsOf, type FieldKind } from '#web/features/conditions/operators.ts'
import { attributePrefixes, kindsOf } from './condition-kinds.ts'
import { automationsEs } from './words.es.ts'

const plain = new Set(['text', 'number', 'boolean', 'moment', 'titles', 'attribute'])
const kindOf = (kind: string) => (plain.has(kind) ? kind : 'choice') as FieldKind

test('Every condition of the form is valid on the server', () => {
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

test('Every offered field has a name', () => {
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
