import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { available } from '#contract/webhook-bodies.ts'
import { readConfig } from '#server/boot/config.ts'
import { refused } from '#test/refusal.ts'
import * as rules from '#domains/webhooks/rules.ts'

const now = new Date('2026-11-15T12:00:00Z')
const schedule = readConfig({}).webhook_schedule
const answer = (status: number, headers: Record<string, string> = {}) =>
  rules.toOutcome({ status, headers, body: '' }, now)

test('There are ten attempts over three days', () => {
  assert.equal(schedule.length + 1, 10)
  assert.equal(
    schedule.reduce((sum, each) => sum + each, 0),
    75 * 3600 + 35 * 60 + 5,
  )
  assert.deepEqual(schedule.slice(0, 4), [5, 300, 1800, 7200])
})

test('Each retry delay is within ten percent of the schedule, and after the last there is none', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.double({ min: 0, max: 1, noNaN: true }), (tries, chance) => {
      const planned = schedule[tries - 1]!
      const pause = rules.retryDelay(schedule, tries, null, chance)!
      assert.ok(pause >= planned * 0.9 - 1e-6 && pause <= planned * 1.1 + 1e-6)
    }),
  )
  assert.equal(rules.retryDelay(schedule, 10, null, 0.5), undefined)
  assert.equal(rules.retryDelay(schedule, 10, 60, 0.5), undefined)
})

test('An endpoint can ask for a longer delay, up to a day', () => {
  const pauses = [
    '60',
    '7',
    '0',
    '999999',
    'Sun, 15 Nov 2026 13:00:00 GMT',
    'Sat, 14 Nov 2026 12:00:00 GMT',
    'mañana',
  ].map((header) => rules.retryDelay(schedule, 1, answer(503, { 'retry-after': header }).retry_after, 0.5))
  assert.deepEqual(pauses, [60, 7, 5, 86_400, 3600, 5, 5])
})

test('Only 2xx is success, and 410 or a response header stops retries', () => {
  for (const status of [200, 201, 202, 204, 299]) assert.equal(answer(status).error_class, null)
  for (const status of [100, 199, 300, 301, 302, 304, 400, 404, 410, 429, 500, 502, 504])
    assert.equal(answer(status).error_class, 'http', String(status))
  assert.equal(answer(410).stop, 'endpoint')
  assert.equal(answer(200, { 'webhook-delivery': 'disable' }).stop, 'endpoint')
  assert.equal(answer(500, { 'webhook-delivery': ' Abort-Message ' }).stop, 'message')
  for (const wish of ['', 'retry', 'disabled']) assert.equal(answer(500, { 'webhook-delivery': wish }).stop, null)
})

test('A missing response is described by a short reason', () => {
  const words = (
    [
      [{ code: 'blocked', message: 'no' }, 'blocked'],
      [{ code: 'ENOTFOUND', message: 'no' }, 'dns'],
      [{ code: 'EAI_AGAIN', message: 'no' }, 'dns'],
      [{ name: 'TimeoutError', message: 'late', code: 23 }, 'timeout'],
      [{ code: 'UND_ERR_CONNECT_TIMEOUT', message: 'late' }, 'timeout'],
      [{ code: 'ECONNREFUSED', message: 'no' }, 'connect'],
      [{ code: 'UND_ERR_SOCKET', message: 'other side closed' }, 'connect'],
      [{ code: 'CERT_HAS_EXPIRED', message: 'no' }, 'tls'],
      [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT', message: 'no' }, 'tls'],
      [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID', message: 'no' }, 'tls'],
      [{ code: 'EPROTO', message: 'wrong version number' }, 'tls'],
    ] as const
  ).map(([error, word]) => [rules.toFailure(error).error_class, word])
  for (const [found, word] of words) assert.equal(found, word)
})

test('Events can be chosen by name, by group or all, and unknown ones are refused with their position', () => {
  assert.deepEqual(rules.checkEvents('standard', ['contact.created', 'lead.*', '*', 'contact.created']), [
    'contact.created',
    'lead.*',
    '*',
  ])
  for (const wrong of [
    'contact',
    'contact.',
    'team.created',
    'team.*',
    'email.requested',
    'webhook.replay_requested',
    '**',
    '',
  ]) {
    const problem = refused(() => rules.checkEvents('standard', ['label.created', wrong]))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', 'events/1'], wrong)
  }
  for (const none of [undefined, []]) {
    assert.equal(refused(() => rules.checkEvents('standard', none)).code, 'missing_field')
    assert.equal(refused(() => rules.checkEvents('classic', none)).code, 'missing_field')
  }
  assert.deepEqual(rules.checkEvents('classic', ['message_created']), ['message_created'])
  assert.equal(refused(() => rules.checkEvents('classic', ['message.received'])).code, 'invalid_value')
  assert.equal(refused(() => rules.checkEvents('classic', ['*'])).code, 'invalid_value')
  assert.ok(rules.checkEvents('inbox', undefined).includes('message_created'))
  assert.equal(refused(() => rules.checkEvents('inbox', ['message_created'])).code, 'invalid_value')
})

test('Subscriptions in either format expand to Hilo’s event names', () => {
  assert.deepEqual(rules.subscribedEvents({ kind: 'standard', events: ['label.*', 'sla.breached'] }).toSorted(), [
    'label.created',
    'label.deleted',
    'label.updated',
    'sla.breached',
  ])
  assert.equal(rules.subscribedEvents({ kind: 'standard', events: ['*'] }).length, available.length)
  assert.deepEqual(rules.subscribedEvents({ kind: 'classic', events: ['message_created'] }).toSorted(), [
    'message.received',
    'message.sent',
  ])
})

test('Administrators are notified after a day without success and the endpoint is disabled after five, not after one bad hour', () => {
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()
  const fine: rules.Health = {
    enabled: true,
    last_success_at: ago(1),
    failing_since: null,
    failed_attempts: 0,
    warned_at: null,
    created_at: ago(1000),
  }
  const of = (health: Partial<rules.Health>) => rules.healthAction({ ...fine, ...health }, now)
  assert.equal(of({}), undefined)
  assert.equal(of({ failing_since: ago(23.9), failed_attempts: 500 }), undefined)
  assert.equal(of({ failing_since: ago(24), failed_attempts: 3 }), 'warn')
  assert.equal(of({ failing_since: ago(30), failed_attempts: 3, warned_at: ago(6) }), undefined)
  const long = { failing_since: ago(119), last_success_at: ago(120), warned_at: ago(90) }
  assert.equal(of({ ...long, failed_attempts: 20 }), 'disable')
  assert.equal(of({ ...long, failed_attempts: 19 }), undefined)
  assert.equal(of({ ...long, failed_attempts: 20, last_success_at: ago(119) }), undefined)
  assert.equal(of({ ...long, failed_attempts: 20, enabled: false }), undefined)
  assert.equal(of({ failing_since: ago(2), last_success_at: ago(500), failed_attempts: 40 }), undefined, 'it was idle')
  assert.equal(of({ ...long, failed_attempts: 20, last_success_at: null, created_at: ago(100) }), undefined)
})
