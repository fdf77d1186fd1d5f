import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Label } from '#contract/records/label.ts'
import { clean, pick } from './store.ts'
import { refused } from '#test/refusal.ts'

const label = (id: string, title: string): Label => ({
  id,
  title,
  description: null,
  color: '#1f93ff',
  created_at: '2026-11-15T00:00:00.000Z',
  updated_at: '2026-11-15T00:00:00.000Z',
})

test('A label has a trimmed title, a lower-case colour and a default colour', () => {
  assert.deepEqual(clean({ title: ' Vip ', description: ' Trato especial ', color: '#FF00Aa' }), {
    title: 'Vip',
    description: 'Trato especial',
    color: '#ff00aa',
  })
  assert.deepEqual(clean({ title: 'Vip' }), { title: 'Vip', description: null, color: '#1f93ff' })
  assert.equal(clean({ title: 'Vip', description: '' }).description, null)
})

test('A label without a title or with an invalid colour is rejected', () => {
  assert.equal(refused(() => clean({ title: '  ' })).code, 'missing_field')
  for (const color of ['red', '#fff', '#12345g', '1f93ff', '#1f93ff; x']) {
    const problem = refused(() => clean({ title: 'Vip', color }))
    assert.equal(problem.code, 'invalid_value')
    assert.equal(problem.extra.errors?.[0]?.field, 'color')
    assert.match(problem.message, /#1f93ff/)
  }
})

const all = [label('7', 'Vip'), label('8', 'Niño'), label('9', 'Nino'), label('10', '7'), label('11', 'Año nuevo')]

test('A title is found ignoring case and accents, exact matches first', () => {
  assert.equal(pick(all, 'VIP').id, '7')
  assert.equal(pick(all, ' ano NUEVO ').id, '11')
  assert.equal(pick(all, 'niño').id, '8')
  assert.equal(pick(all, 'NINO').id, '9')
})

test('Digits are treated as an id before a title', () => {
  assert.equal(pick(all, '7').title, 'Vip')
  assert.equal(pick([label('10', '2024')], '2024').id, '10')
})

test('An ambiguous title lists all matches; an unknown one lists the nearest', () => {
  const several = refused(() => pick(all, 'nìno'))
  assert.equal(several.code, 'ambiguous_reference')
  assert.deepEqual(several.extra.candidates, [
    { id: '8', name: 'Niño' },
    { id: '9', name: 'Nino' },
  ])
  const none = refused(() => pick(all, 'vipp'))
  assert.equal(none.code, 'not_found')
  assert.match(none.message, /There is no label "vipp". Choose among: Vip \(id 7\)/)
  assert.match(refused(() => pick([], 'vip')).message, /none yet/)
})
