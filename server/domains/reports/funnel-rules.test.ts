import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countOf, type Group, lostFrom, steps } from '#domains/reports/funnel-rules.ts'

const stages = [
  { id: '1', name: 'Nuevo', type: 'open' },
  { id: '2', name: 'Oferta', type: 'open' },
  { id: '3', name: 'Cierre', type: 'open' },
  { id: '4', name: 'Ganado', type: 'won' },
  { id: '5', name: 'Ganado a crédito', type: 'won' },
  { id: '6', name: 'Perdido', type: 'lost' },
] as const

function group(stage_id: string, reached_stage_ids: string[], more: Partial<Group> = {}): Group {
  const one = { currency: 'COP', count: 1, amount: 10, without_amount: 0, last_open_stage_id: null }
  return { stage_id, reached_stage_ids, ...one, ...more }
}

test('a deal came as far as the furthest stage it ever was in', () => {
  const table: [sentence: string, at: string, held: string[], reached: number[]][] = [
    ['it is where it began', '1', ['1'], [1, 0, 0, 0, 0]],
    ['it passed what it skipped', '3', ['1', '3'], [1, 1, 1, 0, 0]],
    ['it went back', '1', ['3', '1'], [1, 1, 1, 0, 0]],
    ['it was won', '4', ['1', '4'], [1, 1, 1, 1, 0]],
    ['it was won the other way', '5', ['1', '5'], [1, 1, 1, 1, 1]],
    ['it was won once, and is open again', '2', ['1', '4', '2'], [1, 1, 1, 1, 0]],
    ['it was lost from the second', '6', ['1', '2', '6'], [1, 1, 0, 0, 0]],
    ['nothing is known of its past', '3', [], [1, 1, 1, 0, 0]],
    ['nothing is known of its past, and it is won', '4', [], [1, 1, 1, 1, 0]],
    ['nothing is known of its past, and it is lost', '6', [], [1, 0, 0, 0, 0]],
    ['it came from stages of another pipeline', '6', ['77', '78', '6'], [1, 0, 0, 0, 0]],
  ]
  for (const [sentence, at, held, reached] of table) {
    const told = steps(stages, [group(at, held)], 'COP')
    assert.deepEqual(
      told.map(({ reached_count }) => reached_count),
      [...reached, null],
      sentence,
    )
    assert.equal(told.find(({ stage }) => stage.id === at)!.count, 1, sentence)
  }
})

test('the last open stage leads to all that were won, in whichever stage', () => {
  const told = steps(stages, [group('3', ['3']), group('4', ['4']), group('5', ['5'])], 'COP')
  assert.deepEqual(
    told.map(({ conversion_to_next }) => conversion_to_next),
    [100, 100, 66.7, null, null, null],
  )
})

test('whatever the deals, every one is somewhere, and each step reaches no more than the one before', () => {
  const id = fc.constantFrom('1', '2', '3', '4', '5', '6')
  const some = fc.array(
    fc
      .record({ at: id, held: fc.uniqueArray(fc.constantFrom('1', '2', '3', '4', '5', '6', '77')), count: fc.nat(9) })
      .map(({ at, held, count }) => group(at, held, { count })),
  )
  fc.assert(
    fc.property(some, (groups) => {
      const told = steps(stages, groups, 'COP')
      assert.equal(countOf(told), countOf(groups))
      const reached = told.slice(0, 5).map(({ reached_count }) => reached_count!)
      assert.equal(reached[0], countOf(groups))
      assert.deepEqual(
        reached,
        reached.toSorted((a, b) => b - a),
      )
      for (const { conversion_to_next, cumulative_conversion } of told)
        for (const rate of [conversion_to_next, cumulative_conversion])
          assert.ok(rate === null || (rate >= 0 && rate <= 100))
    }),
  )
})

test('what is lost is told by where it was before: in the order of the stages, then elsewhere, then unknown', () => {
  const lost = (last_open_stage_id: string | null, count: number) => group('6', [], { last_open_stage_id, count })
  const groups = [lost(null, 1), lost('88', 2), lost('3', 3), lost('77', 4), lost('1', 5), group('2', ['2'])]
  const told = lostFrom(stages, [{ id: '77', name: 'Visita' }], groups, 'COP')
  assert.deepEqual(
    told.map(({ stage, count }) => [stage?.name, count]),
    [
      ['Nuevo', 5],
      ['Cierre', 3],
      ['Visita', 4],
      // The stage that is gone and none at all are the same: not known.
      [undefined, 3],
    ],
  )
})
