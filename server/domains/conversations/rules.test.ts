import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type Conversation,
  message_statuses,
  type MessageAuthor,
  type MessageStatus,
  statuses,
} from '#contract/records/conversation.ts'
import * as rules from '#domains/conversations/rules.ts'
import { refused } from '#test/refusal.ts'

const now = new Date('2026-11-15T15:00:00.000Z')
const earlier = '2026-11-15T14:00:00.000Z'
const later = '2026-11-16T14:00:00.000Z'

const open: Conversation = {
  id: '1',
  uuid: '00000000-0000-4000-8000-000000000000',
  status: 'open',
  priority: 'none',
  contact: { id: '1', name: 'Ana', phone_number: null, email: null, identifier: null, blocked: false },
  inbox: { id: '1', name: 'Ventas' },
  channel: 'api',
  source_id: 'x',
  assignee: null,
  team: null,
  labels: [],
  custom_attributes: {},
  additional_attributes: {},
  last_message: null,
  unread: false,
  unread_count: 0,
  snoozed_until: null,
  sla: { first_response_due_at: null, next_response_due_at: null, resolution_due_at: null },
  waiting_since: null,
  first_reply_at: null,
  resolved_at: null,
  agent_last_seen_at: null,
  contact_last_seen_at: null,
  last_activity_at: earlier,
  url: '',
  created_at: earlier,
  updated_at: earlier,
}
const inStatus = (status: Conversation['status']): Conversation => ({
  ...open,
  status,
  snoozed_until: status === 'snoozed' ? later : null,
  resolved_at: status === 'resolved' ? earlier : null,
})

test('from every status each step leads where the specification says, and a step to where it stands is none', () => {
  const table = {
    open: { resolve: 'resolved', reopen: undefined, snooze: 'snoozed', pend: 'pending', received: undefined },
    resolved: { resolve: undefined, reopen: 'open', snooze: 'snoozed', pend: 'pending', received: 'open' },
    pending: { resolve: 'resolved', reopen: 'open', snooze: 'snoozed', pend: undefined, received: undefined },
    snoozed: { resolve: 'resolved', reopen: 'open', snooze: 'snoozed', pend: 'pending', received: 'open' },
  } as const
  for (const status of statuses) {
    const before = inStatus(status)
    const steps = {
      resolve: rules.resolve(before, now),
      reopen: rules.reopen(before, now),
      snooze: rules.snooze(before, later, now),
      pend: rules.pend(before, now),
      received: rules.received(before, now),
    }
    for (const [step, patch] of Object.entries(steps))
      assert.equal(patch?.status, table[status][step as keyof typeof steps], `${status}: ${step}`)
  }
})

test('whatever the steps, only a snoozed conversation has a time to wake, and only a resolved one a time it was settled', () => {
  const step = fc.constantFrom('resolve', 'reopen', 'snooze', 'pend', 'receive', 'answer', 'note')
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let conversation = open
      for (const each of steps) {
        conversation = changed(conversation, patchOf(each, conversation))
        assert.equal(conversation.snoozed_until !== null, conversation.status === 'snoozed', each)
        assert.equal(conversation.resolved_at !== null, conversation.status === 'resolved', each)
        if (conversation.status === 'resolved' && each === 'resolve') assert.equal(conversation.waiting_since, null)
      }
    }),
  )
})

test('resolving says when, ends the waiting and the snooze, and counts as activity', () => {
  const before = { ...inStatus('snoozed'), waiting_since: earlier }
  assert.deepEqual(rules.resolve(before, now), {
    status: 'resolved',
    resolved_at: now,
    snoozed_until: null,
    waiting_since: null,
    last_activity_at: now,
  })
})

test('only the future can be snoozed to, and the refusal tells what time it is', () => {
  const wrong = [now.toISOString(), earlier, '2026-11-15T09:59:59-05:00', '1970-01-01T00:00:00Z']
  for (const until of wrong) {
    const problem = refused(() => rules.snooze(inStatus('open'), until, now))
    assert.equal(problem.code, 'invalid_value', until)
    assert.equal(problem.extra.errors?.[0]?.field, 'until')
    assert.match(problem.message, /2026-11-15T15:00:00\.000Z/)
  }
  assert.deepEqual(
    rules.snooze(inStatus('open'), '2026-11-15T10:00:00.001-05:00', now).snoozed_until,
    new Date(now.getTime() + 1),
  )
})

test('every message of the customer is one more unread, and they wait since the first', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.option(fc.constant(earlier)), (unread_count, waiting_since) => {
      const patch = rules.received({ ...open, unread_count, waiting_since }, now)
      assert.equal(patch.unread_count, unread_count + 1)
      assert.deepEqual(patch.waiting_since, waiting_since ?? now)
    }),
  )
})

const authors: MessageAuthor['type'][] = ['agent', 'ai_agent', 'automation', 'campaign', 'api']
const from = (type: MessageAuthor['type']): MessageAuthor => ({ type, id: '1', name: 'x' })
const waiting = { ...open, unread_count: 3, unread: true, waiting_since: earlier }

test('an answer ends the waiting; only a person’s is the first reply and shows that somebody looked', () => {
  for (const type of ['agent', 'ai_agent', 'api'] as const) {
    const patch = rules.sent(waiting, from(type), false, now)
    assert.equal(patch.waiting_since, null, type)
    assert.deepEqual(patch.awaiting_customer_since, now, type)
    assert.deepEqual(patch.first_reply_at, type === 'agent' ? now : undefined, type)
    assert.equal(patch.unread_count, type === 'agent' ? 0 : undefined, type)
    assert.deepEqual(patch.agent_last_seen_at, type === 'agent' ? now : undefined, type)
    assert.equal(patch.status, undefined)
  }
  const answered = { ...waiting, first_reply_at: earlier }
  assert.equal(rules.sent(answered, from('agent'), false, now).first_reply_at, earlier)
})

test('what is sent by rule or to many answers nobody: the customer still waits, and we do not wait for them', () => {
  for (const type of ['automation', 'campaign'] as const)
    assert.deepEqual(rules.sent(waiting, from(type), false, now), { last_activity_at: now }, type)
})

test('whoever comes back after their matter was resolved begins it anew; a snooze is no new beginning', () => {
  assert.deepEqual(rules.received(inStatus('resolved'), now).opened_at, now)
  assert.deepEqual(rules.reopen(inStatus('resolved'), now)?.opened_at, now)
  assert.deepEqual(rules.snooze(inStatus('resolved'), later, now).opened_at, now)
  assert.deepEqual(rules.pend(inStatus('resolved'), now)?.opened_at, now)
  for (const status of ['open', 'pending', 'snoozed'] as const) {
    assert.ok(!('opened_at' in rules.received(inStatus(status), now)), status)
    assert.ok(!('opened_at' in (rules.reopen(inStatus(status), now) ?? {})), status)
  }
  assert.equal(rules.received(waiting, now).awaiting_customer_since, null)
})

test('a note answers nobody: the customer still waits, and the first reply is still to come', () => {
  for (const type of authors) {
    const patch = rules.sent(waiting, from(type), true, now)
    assert.ok(!('waiting_since' in patch) && !('first_reply_at' in patch), type)
    assert.equal(patch.unread_count, type === 'agent' ? 0 : undefined)
  }
})

test('activity never moves back, though messages arrive late', () => {
  const moment = fc.date({ noInvalidDate: true, min: new Date('2020-01-01'), max: new Date('2030-01-01') })
  fc.assert(
    fc.property(moment, moment, fc.boolean(), (before, at, incoming) => {
      const conversation = { ...open, last_activity_at: before.toISOString() }
      const patch = incoming ? rules.received(conversation, at) : rules.sent(conversation, from('agent'), false, at)
      const moved = patch.last_activity_at as Date
      assert.equal(moved.getTime(), Math.max(before.getTime(), at.getTime()))
    }),
  )
})

test('a status climbs from sent over delivered to read, fails only before it arrived, and a failure may turn out well', () => {
  const allowed = new Set([
    'sent delivered',
    'sent read',
    'sent failed',
    'delivered read',
    'failed delivered',
    'failed read',
  ])
  for (const before of message_statuses)
    for (const after of message_statuses)
      assert.equal(rules.climbs(before, after), allowed.has(`${before} ${after}`), `${before} → ${after}`)
})

test('in whatever order reports come, the status ends at the highest of them and never moves back', () => {
  const height = { failed: 0, sent: 0, delivered: 1, read: 2 }
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...message_statuses), { maxLength: 10 }), (reports) => {
      let status: MessageStatus = 'sent'
      for (const report of reports) {
        const next: MessageStatus = rules.climbs(status, report) ? report : status
        assert.ok(height[next] >= height[status])
        assert.ok(!(status !== 'sent' && next === 'sent'))
        status = next
      }
      assert.equal(height[status], Math.max(0, ...reports.map((report) => height[report])))
    }),
  )
})

test('only people with a session are agents; a program is a program', () => {
  const types = {
    user: 'agent',
    api_key: 'api',
    contact: 'contact',
    ai_agent: 'ai_agent',
    system: 'automation',
  } as const
  for (const [type, author] of Object.entries(types) as [keyof typeof types, string][])
    assert.deepEqual(rules.authorOf({ type, id: '7', name: 'Ana' }), { type: author, id: '7', name: 'Ana' })
})

test('a message says something or shows something', () => {
  assert.equal(rules.checkContent(' Hola ', []), ' Hola ')
  assert.equal(rules.checkContent(undefined, ['token']), null)
  assert.equal(rules.checkContent(' \n', ['token']), null)
  for (const content of [undefined, '', '  ', '\n\t']) {
    const problem = refused(() => rules.checkContent(content, []))
    assert.equal(problem.code, 'missing_field')
    assert.equal(problem.extra.errors?.[0]?.field, 'content')
  }
})

test('a visitor has a name in the language of the workspace until they say theirs', () => {
  assert.equal(rules.visitorName('es', 'a1b2-c3d4'), 'Visitante c3d4')
  assert.equal(rules.visitorName('en', 'a1b2-c3d4'), 'Visitor c3d4')
  assert.match(rules.visitorName('es', '¿?'), /^Visitante/)
})

function patchOf(step: string, before: Conversation): rules.Patch | undefined {
  if (step === 'resolve') return rules.resolve(before, now)
  if (step === 'reopen') return rules.reopen(before, now)
  if (step === 'snooze') return rules.snooze(before, later, now)
  if (step === 'pend') return rules.pend(before, now)
  if (step === 'receive') return rules.received(before, now)
  return rules.sent(before, from('agent'), step === 'note', now)
}

/** The conversation with the columns of the patch, as the database would give it back. */
function changed(before: Conversation, patch: rules.Patch | undefined): Conversation {
  const columns = Object.entries(patch ?? {}).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ])
  return { ...before, ...(Object.fromEntries(columns) as Partial<Conversation>) }
}
