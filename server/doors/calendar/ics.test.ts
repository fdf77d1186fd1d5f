import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Activity } from '#contract/records/crm.ts'
import { escape, fold, toCalendar } from '#doors/calendar/ics.ts'

const activity: Activity = {
  id: '7',
  entity_type: 'lead',
  entity_id: '3',
  entity: { name: 'Apartamento; Chapinero, torre 3', owner: null, url: 'https://hilo.example.com/app/1/leads/3' },
  type: 'meeting',
  body: 'Llevar planos\ny \\ llaves',
  changes: null,
  author: { type: 'user', id: '1', name: 'Ana' },
  assignee: { id: '1', name: 'Ana' },
  due_at: '2026-11-20T15:30:00.000Z',
  duration_minutes: null,
  done: false,
  completed_at: null,
  completed_by: null,
  created_at: '2026-11-15T12:00:00.000Z',
  updated_at: '2026-11-15T12:00:01.250Z',
}
const write = (activities: Activity[], account_name = 'Prueba', language: 'es' | 'en' = 'es') =>
  toCalendar({ account_id: '1', account_name, language, activities })
/** Parses the calendar as a program would: unfolds its lines and splits each into its parts. */
const parse = (text: string) =>
  text
    .replaceAll('\r\n ', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)] as const)

test('An activity of a type of the workspace is named by it', () => {
  const lines = parse(write([{ ...activity, type: 'Visita, obra', duration_minutes: 90 }]))
  const event = Object.fromEntries(lines)
  assert.equal(event['CATEGORIES'], String.raw`Visita\, obra`)
  assert.equal(event['DURATION'], 'PT90M')
})

test('An activity is an event with a name, a time in UTC and a stable id', () => {
  const lines = parse(write([activity]))
  const event = Object.fromEntries(lines.slice(lines.findIndex(([, value]) => value === 'VEVENT') + 1, -2))
  assert.deepEqual(event, {
    UID: 'activity-1-7@hilo',
    DTSTAMP: '20261115T120001Z',
    CREATED: '20261115T120000Z',
    'LAST-MODIFIED': '20261115T120001Z',
    DTSTART: '20261120T153000Z',
    DURATION: 'PT60M',
    SUMMARY: 'Reunión: Apartamento\\; Chapinero\\, torre 3',
    DESCRIPTION: 'Llevar planos\\ny \\\\ llaves\\n\\nhttps://hilo.example.com/app/1/leads/3',
    URL: 'https://hilo.example.com/app/1/leads/3',
    CATEGORIES: 'Reunión',
    TRANSP: 'OPAQUE',
    STATUS: 'CONFIRMED',
  })
  assert.match(write([{ ...activity, type: 'task' }], 'x', 'en'), /SUMMARY:Task: [\s\S]*TRANSP:TRANSPARENT/)
})

test('A calendar may be empty', () => {
  const lines = parse(write([]))
  assert.deepEqual(lines[0], ['BEGIN', 'VCALENDAR'])
  assert.deepEqual(lines.at(-1), ['END', 'VCALENDAR'])
})

test('Any text stays one value on one line and can be read back', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom(
      'x\r\nEND:VEVENT\r\nBEGIN:VEVENT',
      'a\nATTACH:file:///etc/passwd',
      'x\u2028BEGIN:VALARM',
      '\r',
      'ñ'.repeat(200),
    ),
  )
  fc.assert(
    fc.property(nasty, nasty, nasty, (name, body, account) => {
      const text = write([{ ...activity, entity: { ...activity.entity, name }, body }], account)
      assert.equal(text.split('\r\n').at(-1), '')
      assert.ok(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75))
      // oxlint-disable-next-line no-control-regex -- no other control character may be left
      assert.doesNotMatch(text.replaceAll('\r\n', ''), /[\u0000-\u001f\u007f\u0085\u2028\u2029]/)
      const plain = parse(write([{ ...activity, body: null }]))
      assert.deepEqual(
        parse(text).map(([property]) => property),
        plain.map(([property]) => property),
      )
    }),
  )
})

test('Lines are folded by bytes without splitting a character', () => {
  const folded = fold(`SUMMARY:${'é'.repeat(100)}😀`)
  assert.ok(folded.split('\r\n').every((line) => Buffer.byteLength(line) <= 75))
  assert.equal(folded.replaceAll('\r\n ', ''), `SUMMARY:${'é'.repeat(100)}😀`)
  assert.equal(escape('a;b,c\\d\ne'), 'a\\;b\\,c\\\\d\\ne')
})
