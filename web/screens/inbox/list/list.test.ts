import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dueOf, formatSpan } from './due.ts'
import { highlight } from './highlight.ts'

const now = Date.parse('2026-11-16T15:00:00Z')
const sla = { first_response_due_at: null, next_response_due_at: null, resolution_due_at: null }
const units = { minute: 'min', hour: 'h', day: 'd' }

test('A deadline is shown once it is near, until the conversation is resolved', () => {
  const due = (at: string) => dueOf({ status: 'open', sla: { ...sla, next_response_due_at: at } }, now)?.state
  assert.equal(due('2026-11-16T14:59:00Z'), 'late')
  assert.equal(due('2026-11-16T15:40:00Z'), 'soon')
  assert.equal(due('2026-11-16T18:00:00Z'), 'near')
  assert.equal(due('2026-11-17T18:00:00Z'), undefined)
  const resolved = { status: 'resolved' as const, sla: { ...sla, resolution_due_at: '2026-11-16T14:00:00Z' } }
  assert.equal(dueOf(resolved, now), undefined)
})

test('A span is shown in its largest unit', () => {
  assert.deepEqual(
    [20_000, 45 * 60_000, -3 * 3_600_000, 80 * 3_600_000].map((span) => formatSpan(span, units)),
    ['1 min', '45 min', '3 h', '3 d'],
  )
})

test('Search words are highlighted, also in other forms and with accents', () => {
  const found = (content: string, query: string) =>
    highlight(content, query)
      .filter(({ isMatch }) => isMatch)
      .map(({ text }) => text)
  assert.deepEqual(found('La visita, o las Visitas de Íngrid', 'visitas ingrid'), ['visita', 'Visitas', 'Íngrid'])
  assert.deepEqual(found('Nada de eso', ''), [])
  const far = highlight(`${'a '.repeat(90)}visita`, 'visita')
  assert.ok(far[0]!.text.startsWith('…') && far[0]!.text.length < 70)
})
