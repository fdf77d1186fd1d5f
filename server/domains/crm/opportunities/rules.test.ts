import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { opportunity_statuses, type stage_types } from '#contract/records/crm.ts'
import { refused } from '#test/refusal.ts'
import * as rules from './rules.ts'

// In Bogotá it is still the 14th.
const clock = { now: new Date('2026-11-15T03:30:00Z'), time_zone: 'America/Bogota' }
const reason = { id: '4', name: 'Otro' }

const stage = (type: (typeof stage_types)[number], probability = 50) => ({
  id: `to-${type}`,
  type,
  probability,
  pipeline_id: '1',
})
const deal = (status: (typeof opportunity_statuses)[number]) => ({
  status,
  closed_at: status === 'open' ? null : '2026-01-02T10:00:00.000Z',
  actual_close_date: status === 'open' ? null : '2026-01-02',
  lost_reason: status === 'lost' ? 'Caro' : null,
  stage: { id: `from-${status}` },
})
const cleared = { closed_at: null, actual_close_date: null, lost_reason: null, lost_reason_id: null }

describe('Opportunity states', () => {
  test('any | move to a won stage | won today, in the time zone of the workspace', () => {
    for (const status of opportunity_statuses) {
      const moved = rules.move(deal(status), stage('won', 100), undefined, clock)
      assert.equal(moved.status, 'won')
      assert.equal(
        moved.actual_close_date,
        status === 'won' ? '2026-01-02' : '2026-11-14',
        'an existing close date is kept',
      )
      assert.deepEqual([moved.lost_reason, moved.probability, moved.stage_id], [null, 100, 'to-won'])
    }
  })

  test('any | move to a lost stage | lost, never without a reason', () => {
    for (const status of opportunity_statuses) {
      const moved = rules.move(deal(status), stage('lost', 0), reason, clock)
      assert.deepEqual([moved.status, moved.lost_reason, moved.lost_reason_id], ['lost', 'Otro', '4'])
      assert.equal(moved.actual_close_date, status === 'lost' ? '2026-01-02' : '2026-11-14')
      const problem = refused(() => rules.move(deal(status), stage('lost'), undefined, clock))
      assert.equal(problem.code, 'lost_reason_required', status)
      assert.equal(problem.status, 422)
      assert.match(problem.message, /list_crm_lost_reasons/)
    }
    const there = { ...deal('lost'), stage: { id: 'to-lost' } }
    assert.deepEqual(rules.move(there, stage('lost'), undefined, clock), {}, 'it may stay in its stage')
  })

  test('any | move to an open stage | open, with its outcome cleared', () => {
    for (const status of opportunity_statuses)
      assert.deepEqual(rules.move(deal(status), stage('open', 40), undefined, clock), {
        pipeline_id: '1',
        stage_id: 'to-open',
        status: 'open',
        probability: 40,
        ...cleared,
      })
  })

  test('any | outcome won | won, with a close date, in the won stage', () => {
    for (const status of opportunity_statuses) {
      const closed = rules.close(deal(status), 'won', stage('won', 100), undefined, clock)
      assert.deepEqual([closed.status, closed.stage_id, closed.probability], ['won', 'to-won', 100])
      assert.equal(closed.actual_close_date, status === 'won' ? '2026-01-02' : '2026-11-14')
      assert.equal(closed.lost_reason, null)
    }
  })

  test('any | outcome lost | lost, with a reason, in the lost stage', () => {
    for (const status of opportunity_statuses) {
      const closed = rules.close(deal(status), 'lost', stage('lost', 0), reason, clock)
      assert.deepEqual([closed.status, closed.stage_id, closed.lost_reason], ['lost', 'to-lost', 'Otro'])
      const problem = refused(() => rules.close(deal(status), 'lost', stage('lost'), undefined, clock))
      assert.equal(problem.code, 'lost_reason_required')
    }
    const stays = rules.close(deal('open'), 'lost', undefined, reason, clock)
    assert.deepEqual([stays.stage_id, stays.probability], [undefined, 0])
  })

  test('lost or won | status=open | open, with the probability of its stage', () => {
    const reopened = rules.reopen(stage('open', 60), 0)
    assert.deepEqual(reopened, { pipeline_id: '1', stage_id: 'to-open', status: 'open', probability: 60, ...cleared })
    assert.equal(rules.reopen(undefined, 30).probability, 30)
  })
})

test('An opportunity without a contact, expected close date or owner is refused', () => {
  for (const [lacking, field] of [
    [{ contact: null }, 'contact_id'],
    [{ expected_close_date: '' }, 'expected_close_date'],
    [{ owner: undefined }, 'owner'],
  ] as const) {
    const problem = refused(() => rules.checkMandatory(lacking))
    assert.equal(problem.code, 'missing_field')
    assert.equal(problem.extra.errors?.[0]?.field, field)
  }
  rules.checkMandatory({})
})

test('Only the probability of an open opportunity can change', () => {
  rules.checkProbability('open', 70)
  rules.checkProbability('won', undefined)
  assert.equal(refused(() => rules.checkProbability('lost', 70)).code, 'invalid_state')
})
