import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { events } from '#contract/events.ts'
import { available, bodySchema } from '#contract/webhook-bodies.ts'
import { catalog } from '#domains/webhooks/endpoints/catalog.ts'
import { writeBody } from './body.ts'

const head = {
  id: 'evt_1',
  type: 'contact.created',
  timestamp: '2026-11-15T12:00:00.000Z',
  account_id: '1',
  sequence: 1,
  actor: { type: 'system', id: null, name: 'Hilo' },
} as const

/** The documented events; those of the knowledge base and the AI agent come in addition. */
const promised = {
  contact: ['created', 'updated', 'deleted', 'merged', 'label_added', 'label_removed', 'note_created'],
  conversation:
    'created updated status_changed resolved reopened snoozed assigned unassigned team_changed priority_changed label_added label_removed'.split(
      ' ',
    ),
  message: ['received', 'sent', 'updated', 'status_changed'],
  lead: [
    'created',
    'updated',
    'stage_changed',
    'qualified',
    'lost',
    'reopened',
    'converted',
    'owner_changed',
    'deleted',
  ],
  opportunity: ['created', 'updated', 'stage_changed', 'won', 'lost', 'reopened', 'owner_changed', 'deleted'],
  activity: ['created', 'updated', 'completed', 'due'],
  pipeline: ['created', 'stages_updated'],
  label: ['created', 'updated', 'deleted'],
  inbox: ['created', 'updated'],
  sla: ['breached'],
  webhook: ['test'],
}

test('Every promised event can be subscribed to, and internal ones cannot', () => {
  const types = new Set(catalog().map(({ type }) => type))
  for (const [noun, verbs] of Object.entries(promised))
    for (const verb of verbs) assert.ok(types.has(`${noun}.${verb}`), `${noun}.${verb}`)
  for (const [name, { webhook }] of Object.entries(events)) assert.equal(types.has(name), webhook, name)
  for (const type of types) assert.match(type, /^[a-z_]+\.[a-z_]+$/)
})

test('Every event has a description, a schema from its real payload, and a matching example', () => {
  for (const { type, description, schema, example } of catalog()) {
    assert.match(description, /^[A-Z].*\.$/, type)
    assert.deepEqual((schema.required as string[]).slice(0, 3), ['id', 'type', 'timestamp'])
    const read = bodySchema(type).safeParse(example)
    assert.ok(read.success, `${type}: ${JSON.stringify(read.error?.issues)}`)
    assert.equal(example.type, type)
    assert.ok((example.data as { object?: object }).object, type)
  }
  assert.equal(catalog().length, available.length + 1)
})

test('A body over 64 kB has its long texts cut and marked, and a smaller one is complete', () => {
  const whole = JSON.parse(writeBody(head, { object: { id: '7', bio: 'x'.repeat(60_000) } }))
  assert.deepEqual([whole.truncated, whole.data.object.bio.length], [undefined, 60_000])
  const cut = JSON.parse(writeBody(head, { object: { id: '7', bio: 'x'.repeat(70_000), name: 'Ana' } }))
  assert.deepEqual([cut.truncated, cut.data.object.id, cut.data.object.name], [true, '7', 'Ana'])
  assert.equal(cut.data.object.bio, `${'x'.repeat(10_000)}…`)
})

test('The body of any record is at most 64 kB of JSON and still identifies the record', () => {
  const value = fc.oneof(
    fc.string({ maxLength: 50 }),
    fc.constant('ñ'.repeat(9_999)),
    fc.integer(),
    fc.constant('😀'.repeat(500)),
  )
  const record = fc.dictionary(fc.string({ minLength: 1, maxLength: 20 }), value, { maxKeys: 40 })
  fc.assert(
    fc.property(record, fc.nat(3000), (fields, many) => {
      const attributes = Object.fromEntries(Array.from({ length: many }, (_, i) => [`campo_${i}`, 'valor de un campo']))
      const body = writeBody(head, { object: { ...fields, attributes, id: '7' } })
      assert.ok(Buffer.byteLength(body) <= 64 * 1024)
      assert.equal(JSON.parse(body).data.object.id, '7')
      assert.ok(body.isWellFormed())
    }),
    { numRuns: 60 },
  )
})
