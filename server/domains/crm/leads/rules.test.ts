import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { lead_statuses, type stage_types } from '#contract/records/crm.ts'
import { refused } from '#test/refusal.ts'
import * as rules from './rules.ts'

const stage = (type: (typeof stage_types)[number]) => ({
  id: `to-${type}`,
  type,
  probability: 50,
  pipeline_id: '1',
})
const lead = (status: (typeof lead_statuses)[number], type: (typeof stage_types)[number] = 'open') => ({
  status,
  lost_reason: status === 'unqualified' ? 'Caro' : null,
  opportunity: status === 'converted' ? { id: '9', name: 'Venta' } : null,
  stage: { id: `from-${type}`, type },
})

describe('Lead states', () => {
  test('any | move to a won stage | qualified', () => {
    for (const status of lead_statuses) {
      const moved = rules.move(lead(status), stage('won'))
      assert.deepEqual(moved, { pipeline_id: '1', stage_id: 'to-won', status: 'qualified', lost_reason: null }, status)
    }
  })

  test('any | move to a lost stage | unqualified', () => {
    for (const status of lead_statuses)
      assert.equal(rules.move(lead(status), stage('lost')).status, 'unqualified', status)
  })

  test('any | move to an open stage | unchanged, but new when it returns from won or lost', () => {
    for (const [from, type, to] of [
      ['new', 'open', 'new'],
      ['qualified', 'open', 'qualified'],
      ['qualified', 'won', 'new'],
      ['unqualified', 'lost', 'new'],
      ['unqualified', 'open', 'new'],
      ['converted', 'open', 'converted'],
      ['converted', 'won', 'converted'],
    ] as const)
      assert.equal(rules.move(lead(from, type), stage('open')).status, to, `${from} ${type}`)
  })

  test('not converted | mark lost | unqualified, in the lost stage if there is one', () => {
    for (const status of ['new', 'qualified', 'unqualified'] as const) {
      const lost = rules.lose(lead(status), stage('lost'), 'Muy lejos')
      assert.deepEqual(lost, { pipeline_id: '1', stage_id: 'to-lost', status: 'unqualified', lost_reason: 'Muy lejos' })
      const stays = rules.lose(lead(status), undefined, 'Muy lejos')
      assert.deepEqual(stays, { status: 'unqualified', lost_reason: 'Muy lejos' })
    }
    assert.equal(rules.lose(lead('new'), stage('lost'), null).lost_reason, null)
    assert.equal(rules.lose(lead('unqualified'), stage('lost'), null).lost_reason, 'Caro', 'the reason is kept')
    assert.equal(rules.lose(lead('unqualified', 'lost'), stage('lost'), null).stage_id, undefined, 'the stage is kept')
  })

  test('converted | mark lost | refused with the id of the opportunity', () => {
    const problem = refused(() => rules.lose(lead('converted'), stage('lost'), null))
    assert.equal(problem.code, 'invalid_state')
    assert.equal(problem.status, 409)
    assert.match(problem.message, /opportunity 9/)
  })

  test('lost (unqualified) | reopen | new, in the first open stage', () => {
    const reopened = rules.reopen(lead('unqualified', 'lost'), stage('open'))
    assert.deepEqual(reopened, { pipeline_id: '1', stage_id: 'to-open', status: 'new', lost_reason: null })
    for (const status of ['new', 'qualified', 'converted'] as const) {
      const problem = refused(() => rules.reopen(lead(status), stage('open')))
      assert.equal(problem.code, 'invalid_state', status)
      assert.match(problem.message, new RegExp(status))
    }
  })

  test('any | update with status | that status, but converted only if it has an opportunity', () => {
    for (const from of lead_statuses)
      for (const to of lead_statuses) {
        if (to === 'converted' && from !== 'converted') {
          assert.equal(refused(() => rules.setStatus(lead(from), to)).code, 'invalid_state')
          continue
        }
        const { status, lost_reason } = rules.setStatus(lead(from), to)
        assert.equal(status, to)
        assert.equal(lost_reason, from === 'unqualified' && to === 'unqualified' ? 'Caro' : null)
      }
  })

  test('lead | convert | needs a name, a client and a business context, and lists everything missing', () => {
    rules.checkConversion({ name: true, client: true, context: true })
    const problem = refused(() => rules.checkConversion({ name: false, client: false, context: false }))
    assert.equal(problem.code, 'conversion_requirements')
    assert.equal(problem.status, 422)
    assert.deepEqual(
      problem.extra.errors?.map(({ field }) => field),
      ['name', 'confirmed_contact_id', 'amount'],
    )
    assert.match(problem.message, /a name; and a client .* and a business context/)
    const one = refused(() => rules.checkConversion({ name: true, client: false, context: true }))
    assert.doesNotMatch(one.message, /business context|a name/)
  })
})

test('A converted lead is expected to close in thirty days of the workspace time zone', () => {
  // In Bogotá it is still the 14th.
  const clock = { now: new Date('2026-11-15T03:30:00Z'), time_zone: 'America/Bogota' }
  assert.equal(rules.expectedClose(clock), '2026-12-14')
})
