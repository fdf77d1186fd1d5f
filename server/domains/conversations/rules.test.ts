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
  contact: {
    id: '1',
    name: 'Ana',
    phone_number: null,
    email: null,
    identifier: null,
    blocked: false,
    avatar_url: null,
  },
  inbox: { id: '1', name: 'Ventas' },
  channel: 'api',
  source_id: 'x',
  assignee: null,
  team: null,
  labels: [],
  custom_attributes: {},
  additional_attributes: {},
  last_message: null,
  reply_window: null,
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

test('Each action leads from every status to the specified one, and a step to the same status changes nothing', () => {
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
      received: rules.applyIncoming(before, now),
    }
    for (const [step, patch] of Object.entries(steps))
      assert.equal(patch?.status, table[status][step as keyof typeof steps], `${status}: ${step}`)
  }
})

test('Only a snoozed conversation has a time to reopen, and only a resolved one a resolved time', () => {
  const step = fc.constantFrom('resolve', 'reopen', 'snooze', 'pend', 'receive', 'answer', 'note')
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let conversation = open
      for (const each of steps) {
        conversation = applyPatch(conversation, patchOf(each, conversation))
        assert.equal(conversation.snoozed_until !== null, conversation.status === 'snoozed', each)
        assert.equal(conversation.resolved_at !== null, conversation.status === 'resolved', each)
        if (conversation.status === 'resolved' && each === 'resolve') assert.equal(conversation.waiting_since, null)
      }
    }),
  )
})

test('Resolving records the time, ends the wait and the snooze, and counts as activity', () => {
  const before = { ...inStatus('snoozed'), waiting_since: earlier }
  assert.deepEqual(rules.resolve(before, now), {
    status: 'resolved',
    resolved_at: now,
    snoozed_until: null,
    waiting_since: null,
    last_activity_at: now,
  })
})

test('A snooze time must be in the future, and the refusal states the current time', () => {
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

test('Each customer message adds one unread, and the wait counts from the first', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.option(fc.constant(earlier)), (unread_count, waiting_since) => {
      const patch = rules.applyIncoming({ ...open, unread_count, waiting_since }, now)
      assert.equal(patch.unread_count, unread_count + 1)
      assert.deepEqual(patch.waiting_since, waiting_since ?? now)
    }),
  )
})

const authors: MessageAuthor['type'][] = ['agent', 'ai_agent', 'automation', 'campaign', 'api']
const from = (type: MessageAuthor['type']): MessageAuthor => ({ type, id: '1', name: 'x' })
const waiting = { ...open, unread_count: 3, unread: true, waiting_since: earlier }

test('A reply ends the wait, but only a person’s counts as the first reply and marks the conversation read', () => {
  for (const type of ['agent', 'ai_agent', 'api'] as const) {
    const patch = rules.applyOutgoing(waiting, from(type), false, now)
    assert.equal(patch.waiting_since, null, type)
    assert.deepEqual(patch.awaiting_customer_since, now, type)
    assert.deepEqual(patch.first_reply_at, type === 'agent' ? now : undefined, type)
    assert.equal(patch.unread_count, type === 'agent' ? 0 : undefined, type)
    assert.deepEqual(patch.agent_last_seen_at, type === 'agent' ? now : undefined, type)
    assert.equal(patch.status, undefined)
  }
  const answered = { ...waiting, first_reply_at: earlier }
  assert.equal(rules.applyOutgoing(answered, from('agent'), false, now).first_reply_at, earlier)
})

test('Automation and campaign messages are not replies, so the customer keeps waiting', () => {
  for (const type of ['automation', 'campaign'] as const)
    assert.deepEqual(rules.applyOutgoing(waiting, from(type), false, now), { last_activity_at: now }, type)
})

test('A message after resolution starts a new opening, and one during a snooze does not', () => {
  assert.deepEqual(rules.applyIncoming(inStatus('resolved'), now).opened_at, now)
  assert.deepEqual(rules.reopen(inStatus('resolved'), now)?.opened_at, now)
  assert.deepEqual(rules.snooze(inStatus('resolved'), later, now).opened_at, now)
  assert.deepEqual(rules.pend(inStatus('resolved'), now)?.opened_at, now)
  for (const status of ['open', 'pending', 'snoozed'] as const) {
    assert.ok(!('opened_at' in rules.applyIncoming(inStatus(status), now)), status)
    assert.ok(!('opened_at' in (rules.reopen(inStatus(status), now) ?? {})), status)
  }
  assert.equal(rules.applyIncoming(waiting, now).awaiting_customer_since, null)
})

test('A private note is not a reply, so the customer keeps waiting for the first one', () => {
  for (const type of authors) {
    const patch = rules.applyOutgoing(waiting, from(type), true, now)
    assert.ok(!('waiting_since' in patch) && !('first_reply_at' in patch), type)
    assert.equal(patch.unread_count, type === 'agent' ? 0 : undefined)
  }
})

test('The last activity never moves back when messages arrive late', () => {
  const moment = fc.date({ noInvalidDate: true, min: new Date('2020-01-01'), max: new Date('2030-01-01') })
  fc.assert(
    fc.property(moment, moment, fc.boolean(), (before, at, incoming) => {
      const conversation = { ...open, last_activity_at: before.toISOString() }
      const patch = incoming
        ? rules.applyIncoming(conversation, at)
        : rules.applyOutgoing(conversation, from('agent'), false, at)
      const moved = patch.last_activity_at as Date
      assert.equal(moved.getTime(), Math.max(before.getTime(), at.getTime()))
    }),
  )
})

test('A status moves from sent to delivered to read, fails only before delivery, and can recover from failure', () => {
  const allowed = new Set([
    'scheduled pending',
    'scheduled sent',
    'scheduled delivered',
    'scheduled read',
    'scheduled failed',
    'pending sent',
    'pending delivered',
    'pending read',
    'pending failed',
    'sent delivered',
    'sent read',
    'sent failed',
    'delivered read',
    'failed delivered',
    'failed read',
  ])
  for (const before of message_statuses)
    for (const after of message_statuses)
      assert.equal(rules.canAdvance(before, after), allowed.has(`${before} ${after}`), `${before} → ${after}`)
})

test('Status reports in any order end at the highest status', () => {
  const height = { scheduled: 0, pending: 0, failed: 0, sent: 0, delivered: 1, read: 2 }
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...message_statuses), { maxLength: 10 }), (reports) => {
      let status: MessageStatus = 'sent'
      for (const report of reports) {
        const next: MessageStatus = rules.canAdvance(status, report) ? report : status
        assert.ok(height[next] >= height[status])
        assert.ok(!(status !== 'sent' && next === 'sent'))
        status = next
      }
      assert.equal(height[status], Math.max(0, ...reports.map((report) => height[report])))
    }),
  )
})

test('Only people with a session count as agents, and programs do not', () => {
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

test('A message needs text or an attachment', () => {
  assert.equal(rules.checkContent(' Hola ', []), ' Hola ')
  assert.equal(rules.checkContent(undefined, ['token']), null)
  assert.equal(rules.checkContent(' \n', ['token']), null)
  for (const content of [undefined, '', '  ', '\n\t']) {
    const problem = refused(() => rules.checkContent(content, []))
    assert.equal(problem.code, 'missing_field')
    assert.equal(problem.extra.errors?.[0]?.field, 'content')
  }
})

test('A visitor has a placeholder name in the workspace language until they give theirs', () => {
  assert.equal(rules.visitorName('es', 'a1b2-c3d4'), 'Visitante c3d4')
  assert.equal(rules.visitorName('en', 'a1b2-c3d4'), 'Visitor c3d4')
  assert.match(rules.visitorName('es', '¿?'), /^Visitante/)
})

test('A customer’s message opens the reply window, and an older one does not shorten it', () => {
  const closed = { reply_window: null }
  assert.deepEqual(rules.openWindow(closed, now, 24), {
    reply_window_opened_at: now,
    reply_window_closes_at: new Date('2026-11-16T15:00:00.000Z'),
  })
  const window = (closes_at: string) => ({ reply_window: { open: true, closes_at, may_send: ['text' as const] } })
  assert.deepEqual(rules.openWindow(window('2026-11-16T15:00:00.000Z'), now, 24), {})
  assert.deepEqual(rules.openWindow(window('2026-11-16T15:00:00.001Z'), now, 24), {})
  assert.ok(rules.openWindow(window('2026-11-16T14:59:59.999Z'), now, 24).reply_window_closes_at)
})

test('Outside the reply window an automatic message fails unless the channel allows its kind', () => {
  const window = (...may_send: ('text' | 'template' | 'human_agent')[]) => ({
    channel: 'whatsapp' as const,
    reply_window: { open: false, closes_at: earlier, may_send },
  })
  const text = { direction: 'outgoing', content_type: 'text' }
  const refused = rules.refusalOfWindow(window('template'), text)
  assert.deepEqual(
    [refused?.status, refused?.failure.code, refused?.failure.retryable],
    ['failed', 'window_closed', false],
  )
  for (const message of [
    { ...text, content_type: 'template' },
    { ...text, private: true },
    { ...text, external_id: 'wamid.1' },
    { ...text, direction: 'incoming' },
  ])
    assert.equal(rules.refusalOfWindow(window('template'), message), undefined)
  assert.equal(rules.refusalOfWindow(window('text'), text), undefined)
  assert.ok(rules.refusalOfWindow(window('text'), { ...text, content_type: 'template' }))
  const byPerson = { ...text, delivery: { human_agent: true } }
  assert.equal(rules.refusalOfWindow(window('human_agent'), byPerson), undefined)
  assert.ok(rules.refusalOfWindow(window('template'), byPerson))
  assert.equal(rules.refusalOfWindow({ channel: 'api', reply_window: null }, text), undefined)
})

function patchOf(step: string, before: Conversation): rules.Patch | undefined {
  if (step === 'resolve') return rules.resolve(before, now)
  if (step === 'reopen') return rules.reopen(before, now)
  if (step === 'snooze') return rules.snooze(before, later, now)
  if (step === 'pend') return rules.pend(before, now)
  if (step === 'receive') return rules.applyIncoming(before, now)
  return rules.applyOutgoing(before, from('agent'), step === 'note', now)
}

/** The conversation with the columns of the patch, as the database would give it back. */
function applyPatch(before: Conversation, patch: rules.Patch | undefined): Conversation {
  const columns = Object.entries(patch ?? {}).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ])
  return { ...before, ...(Object.fromEntries(columns) as Partial<Conversation>) }
}
