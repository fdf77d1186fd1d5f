import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { lead_statuses, opportunity_statuses, stage_types } from '#contract/records/crm.ts'
import * as rules from '#domains/crm/rules.ts'
import { refused } from '#test/refusal.ts'

const now = new Date('2026-11-15T03:30:00Z') // In Bogotá it is still the 14th.
const when = { now, time_zone: 'America/Bogota' }
const reason = { id: '4', name: 'Otro' }

const place = (type: (typeof stage_types)[number], probability = 50) => ({
  id: `to-${type}`,
  type,
  probability,
  pipeline_id: '1',
})
const lead = (status: (typeof lead_statuses)[number], type: (typeof stage_types)[number] = 'open') => ({
  status,
  lost_reason: status === 'unqualified' ? 'Caro' : null,
  opportunity: status === 'converted' ? { id: '9', name: 'Venta' } : null,
  stage: { id: `from-${type}`, type },
})

describe('the table of lead states', () => {
  test('any | move to a won-type stage | qualified', () => {
    for (const status of lead_statuses) {
      const moved = rules.moveLead(lead(status), place('won'))
      assert.deepEqual(moved, { pipeline_id: '1', stage_id: 'to-won', status: 'qualified', lost_reason: null }, status)
    }
  })

  test('any | move to a lost-type stage | unqualified', () => {
    for (const status of lead_statuses)
      assert.equal(rules.moveLead(lead(status), place('lost')).status, 'unqualified', status)
  })

  test('any | move to an open-type stage | what it was, but new where it comes back from won or lost', () => {
    for (const [from, type, to] of [
      ['new', 'open', 'new'],
      ['qualified', 'open', 'qualified'],
      ['qualified', 'won', 'new'],
      ['unqualified', 'lost', 'new'],
      ['unqualified', 'open', 'new'],
      ['converted', 'open', 'converted'],
      ['converted', 'won', 'converted'],
    ] as const)
      assert.equal(rules.moveLead(lead(from, type), place('open')).status, to, `${from} ${type}`)
  })

  test('not converted | mark lost | unqualified, in the lost stage where there is one', () => {
    for (const status of ['new', 'qualified', 'unqualified'] as const) {
      const lost = rules.loseLead(lead(status), place('lost'), 'Muy lejos')
      assert.deepEqual(lost, { pipeline_id: '1', stage_id: 'to-lost', status: 'unqualified', lost_reason: 'Muy lejos' })
      const stays = rules.loseLead(lead(status), undefined, 'Muy lejos')
      assert.deepEqual(stays, { status: 'unqualified', lost_reason: 'Muy lejos' })
    }
    assert.equal(rules.loseLead(lead('new'), place('lost'), null).lost_reason, null)
    assert.equal(
      rules.loseLead(lead('unqualified'), place('lost'), null).lost_reason,
      'Caro',
      'it keeps the one it has',
    )
    assert.equal(rules.loseLead(lead('unqualified', 'lost'), place('lost'), null).stage_id, undefined, 'and its stage')
  })

  test('converted | mark lost | refused, naming the opportunity', () => {
    const problem = refused(() => rules.loseLead(lead('converted'), place('lost'), null))
    assert.equal(problem.code, 'invalid_state')
    assert.equal(problem.status, 409)
    assert.match(problem.message, /opportunity 9/)
  })

  test('lost (unqualified) | reopen | new, in the first open stage', () => {
    const reopened = rules.reopenLead(lead('unqualified', 'lost'), place('open'))
    assert.deepEqual(reopened, { pipeline_id: '1', stage_id: 'to-open', status: 'new', lost_reason: null })
    for (const status of ['new', 'qualified', 'converted'] as const) {
      const problem = refused(() => rules.reopenLead(lead(status), place('open')))
      assert.equal(problem.code, 'invalid_state', status)
      assert.match(problem.message, new RegExp(status))
    }
  })

  test('any | update with status | the given status, but converted only to what has an opportunity', () => {
    for (const from of lead_statuses)
      for (const to of lead_statuses) {
        if (to === 'converted' && from !== 'converted') {
          assert.equal(refused(() => rules.setLeadStatus(lead(from), to)).code, 'invalid_state')
          continue
        }
        const { status, lost_reason } = rules.setLeadStatus(lead(from), to)
        assert.equal(status, to)
        assert.equal(lost_reason, from === 'unqualified' && to === 'unqualified' ? 'Caro' : null)
      }
  })

  test('lead | convert | needs a name, a client and a business context, and says all that is missing', () => {
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

const deal = (status: (typeof opportunity_statuses)[number]) => ({
  status,
  closed_at: status === 'open' ? null : '2026-01-02T10:00:00.000Z',
  actual_close_date: status === 'open' ? null : '2026-01-02',
  lost_reason: status === 'lost' ? 'Caro' : null,
  stage: { id: `from-${status}` },
})
const cleared = { closed_at: null, actual_close_date: null, lost_reason: null, lost_reason_id: null }

describe('the table of opportunity states', () => {
  test('any | move to a won-type stage | won, today where the account is', () => {
    for (const status of opportunity_statuses) {
      const moved = rules.moveOpportunity(deal(status), place('won', 100), undefined, when)
      assert.equal(moved.status, 'won')
      assert.equal(moved.actual_close_date, status === 'won' ? '2026-01-02' : '2026-11-14', 'a day is kept')
      assert.deepEqual([moved.lost_reason, moved.probability, moved.stage_id], [null, 100, 'to-won'])
    }
  })

  test('any | move to a lost-type stage | lost, and never without a reason', () => {
    for (const status of opportunity_statuses) {
      const moved = rules.moveOpportunity(deal(status), place('lost', 0), reason, when)
      assert.deepEqual([moved.status, moved.lost_reason, moved.lost_reason_id], ['lost', 'Otro', '4'])
      assert.equal(moved.actual_close_date, status === 'lost' ? '2026-01-02' : '2026-11-14')
      const problem = refused(() => rules.moveOpportunity(deal(status), place('lost'), undefined, when))
      assert.equal(problem.code, 'lost_reason_required', status)
      assert.equal(problem.status, 422)
      assert.match(problem.message, /list_crm_lost_reasons/)
    }
    const there = { ...deal('lost'), stage: { id: 'to-lost' } }
    assert.deepEqual(rules.moveOpportunity(there, place('lost'), undefined, when), {}, 'where it is it may stay')
  })

  test('any | move to an open-type stage | open, as if it had never been closed', () => {
    for (const status of opportunity_statuses)
      assert.deepEqual(rules.moveOpportunity(deal(status), place('open', 40), undefined, when), {
        pipeline_id: '1',
        stage_id: 'to-open',
        status: 'open',
        probability: 40,
        ...cleared,
      })
  })

  test('any | outcome won | won, with its close date, in the won stage', () => {
    for (const status of opportunity_statuses) {
      const closed = rules.closeOpportunity(deal(status), 'won', place('won', 100), undefined, when)
      assert.deepEqual([closed.status, closed.stage_id, closed.probability], ['won', 'to-won', 100])
      assert.equal(closed.actual_close_date, status === 'won' ? '2026-01-02' : '2026-11-14')
      assert.equal(closed.lost_reason, null)
    }
  })

  test('any | outcome lost | lost, for a reason, in the lost stage', () => {
    for (const status of opportunity_statuses) {
      const closed = rules.closeOpportunity(deal(status), 'lost', place('lost', 0), reason, when)
      assert.deepEqual([closed.status, closed.stage_id, closed.lost_reason], ['lost', 'to-lost', 'Otro'])
      const problem = refused(() => rules.closeOpportunity(deal(status), 'lost', place('lost'), undefined, when))
      assert.equal(problem.code, 'lost_reason_required')
    }
    const stays = rules.closeOpportunity(deal('open'), 'lost', undefined, reason, when)
    assert.deepEqual([stays.stage_id, stays.probability], [undefined, 0])
  })

  test('lost or won | status=open | open, with the odds of its stage', () => {
    const reopened = rules.reopenOpportunity(place('open', 60), 0)
    assert.deepEqual(reopened, { pipeline_id: '1', stage_id: 'to-open', status: 'open', probability: 60, ...cleared })
    assert.equal(rules.reopenOpportunity(undefined, 30).probability, 30)
  })
})

test('an opportunity says which of contact, expected close date and owner it lacks', () => {
  for (const [lacking, field] of [
    [{ contact: null }, 'contact_id'],
    [{ expected_close_date: '' }, 'expected_close_date'],
    [{ owner: undefined }, 'owner'],
  ] as const) {
    const problem = refused(() => rules.checkOpportunity(lacking))
    assert.equal(problem.code, 'missing_field')
    assert.equal(problem.extra.errors?.[0]?.field, field)
  }
  rules.checkOpportunity({})
})

test('only what is open has odds to change', () => {
  rules.checkProbability('open', 70)
  rules.checkProbability('won', undefined)
  assert.equal(refused(() => rules.checkProbability('lost', 70)).code, 'invalid_state')
})

test('a currency is three letters that somebody pays with', () => {
  assert.equal(rules.currency(' usd '), 'USD')
  for (const code of ['', 'PESO', 'XX', '$'])
    assert.equal(refused(() => rules.currency(code)).code, 'invalid_value', code)
})

test('money is kept to the cent', () => {
  assert.equal(rules.money(0.1 + 0.2), 0.3)
  assert.equal(rules.money(null), null)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (cents) => {
      assert.equal(rules.money(cents / 100), cents / 100)
    }),
  )
})

test('records are compared by their ids, all else by what it is', () => {
  const before = { owner: { id: '1', name: 'Ana' }, name: 'x', tags: { a: 1 } }
  const renamed = { owner: { id: '1', name: 'Ana María' }, name: 'x', tags: { a: 1 } }
  assert.deepEqual(rules.changes(before, renamed, ['owner', 'name', 'tags']), {})
  const after = { owner: { id: '2', name: 'Beto' }, name: 'y', tags: { a: 2 } }
  assert.deepEqual(rules.changes(before, after, ['owner', 'name']), {
    owner: { from: before.owner, to: after.owner },
    name: { from: 'x', to: 'y' },
  })
})

test('a custom attribute may be called id, and what is beside it is seen all the same', () => {
  const [before, after] = [{ custom_attributes: { id: 'A7', zona: 'Suba' } }, { custom_attributes: { id: 'A7' } }]
  assert.deepEqual(rules.changes(before, after as typeof before, ['custom_attributes']), {
    custom_attributes: { from: { id: 'A7', zona: 'Suba' }, to: { id: 'A7' } },
  })
})

test('what was converted is expected to close in thirty days, counted where the account is', () => {
  assert.equal(rules.expectedClose(when), '2026-12-14')
})

test('a moment is never before what is known already', () => {
  assert.equal(rules.notBefore('2026-11-15T03:30:01.000Z', now).toISOString(), '2026-11-15T03:30:01.000Z')
  assert.equal(rules.notBefore('2026-11-15T03:29:00.000Z', now), now)
})
