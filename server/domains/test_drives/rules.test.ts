import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as rules from '#domains/test_drives/rules.ts'
import { refused } from '#test/refusal.ts'

const now = new Date('2030-01-01T12:00:00Z')
const at = (from: string, to: string) => ({ starts_at: `2030-01-02T${from}:00Z`, ends_at: `2030-01-02T${to}:00Z` })
const field = (spans: rules.TimeSpan[]) => refused(() => rules.checkSpans(spans, now)).extra.errors?.[0]?.field

test('Adjacent slots are allowed in any order', () => {
  rules.checkSpans([at('10:00', '11:00'), at('09:00', '10:00'), at('11:00', '12:30')], now)
})

test('Overlapping, inverted, too long, past and distant slots are refused with their field', () => {
  assert.equal(field([at('09:00', '10:00'), at('09:30', '10:30')]), 'slots/1/starts_at')
  assert.equal(field([at('09:30', '10:30'), at('09:00', '10:00')]), 'slots/0/starts_at')
  assert.equal(field([at('09:00', '10:00'), at('09:00', '10:00')]), 'slots/1/starts_at')
  assert.equal(field([at('10:00', '10:00')]), 'slots/0/ends_at')
  assert.equal(field([{ starts_at: '2030-01-02T00:00:00Z', ends_at: '2030-01-03T00:00:01Z' }]), 'slots/0/ends_at')
  assert.equal(field([{ starts_at: '2032-02-01T00:00:00Z', ends_at: '2032-02-01T01:00:00Z' }]), 'slots/0/starts_at')
  assert.equal(field([{ starts_at: now.toISOString(), ends_at: '2030-01-01T13:00:00Z' }]), 'slots/0/starts_at')
})

test('A reminder in the past is not set', () => {
  const starts_at = '2030-01-01T14:00:00.000Z'
  assert.equal(rules.remindAt(starts_at, 60, now)?.toISOString(), '2030-01-01T13:00:00.000Z')
  assert.equal(rules.remindAt(starts_at, 120, now), null)
  assert.equal(rules.remindAt(starts_at, null, now), null)
})

test('The reminder uses the language and time zone of the workspace', () => {
  const details = {
    zone: 'America/Bogota',
    starts_at: '2030-01-02T14:00:00.000Z',
    vehicle: 'Camioneta',
    contact: 'Inés',
  }
  const spanish = rules.reminder({ ...details, locale: 'es', location: 'Calle 80', phone: '+573001112233' })
  assert.match(spanish.subject, /^Prueba de manejo: Camioneta, miércoles, 2 de enero de 2030.*9:00/)
  assert.match(spanish.paragraphs[0]!, /^Inés \(\+573001112233\) tiene una prueba de manejo de Camioneta/)
  assert.equal(spanish.paragraphs[1], 'Lugar: Calle 80.')
  const english = rules.reminder({ ...details, locale: 'en', location: null, phone: null })
  assert.match(english.subject, /^Test drive: Camioneta, Wednesday, January 2, 2030.*9:00/)
  assert.equal(english.paragraphs.length, 1)
})
