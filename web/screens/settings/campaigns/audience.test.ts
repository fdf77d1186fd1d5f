import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conditionText } from '#web/features/conditions/condition-text.ts'
import { asAudience, isNobody, readAudience } from './audience.ts'

const inBogota = { field: 'city', operator: 'equal_to' as const, values: ['Bogotá'] }

test('An audience saved by the form can be read by it', () => {
  const audience = { labels: ['vip'], filter: { any: [{ all: [inBogota] }] } }
  const draft = readAudience(audience)
  assert.deepEqual(draft, { labels: ['vip'], conditions: [inBogota], isAdvanced: false })
  assert.deepEqual(asAudience(draft), audience)
})

test('A filter the form cannot show is kept until it is removed', () => {
  const several = { any: [{ all: [inBogota] }, { all: [{ ...inBogota, values: ['Cali'] }] }] }
  const audience = { labels: [], filter: several }
  const draft = readAudience(audience)
  assert.equal(draft.isAdvanced, true)
  assert.deepEqual(asAudience({ ...draft, labels: ['vip'] }, audience), { labels: ['vip'], filter: several })
  assert.deepEqual(asAudience({ ...draft, isAdvanced: false }, audience), { labels: [], filter: null })
  const either = { labels: [], filter: { any: [{ all: [{ ...inBogota, values: ['Bogotá', 'Cali'] }] }] } }
  assert.deepEqual(asAudience(readAudience(either)), either)
})

test('An incomplete condition is ignored', () => {
  const unfinished = { ...inBogota, values: [''] }
  const audience = asAudience({ labels: [], conditions: [unfinished], isAdvanced: false })
  assert.deepEqual(audience, { labels: [], filter: null })
  assert.equal(isNobody(audience), true)
  const present = { ...inBogota, operator: 'is_present' as const, values: [] }
  assert.equal(isNobody(asAudience({ labels: [], conditions: [present], isAdvanced: false })), false)
})

test('A condition is described in words', () => {
  const words = { operators: { equal_to: 'es' }, yes: 'Sí', no: 'No' }
  assert.equal(conditionText(inBogota, { city: { name: 'Ciudad' } }, words, String), 'Ciudad es Bogotá')
})
