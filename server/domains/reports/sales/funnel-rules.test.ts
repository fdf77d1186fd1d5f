import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Group, lostByStage, toSteps } from './funnel-rules.ts'
import { total } from '#domains/reports/rules.ts'

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

test('A deal has reached the furthest stage it ever was in', () => {
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
    const result = toSteps(stages, [group(at, held)], 'COP')
    assert.deepEqual(
      result.map(({ reached_count }) => reached_count),
      [...reached, null],
      sentence,
    )
    assert.equal(result.find(({ stage }) => stage.id === at)!.count, 1, sentence)
  }
})

test('The last open stage converts to all won deals, in any won stage', () => {
  const result = toSteps(stages, [group('3', ['3']), group('4', ['4']), group('5', ['5'])], 'COP')
  assert.deepEqual(
    result.map(({ conversion_to_next }) => conversion_to_next),
    [100, 100, 66.7, null, null, null],
  )
})

test('Every deal is in one stage, and no step is reached more often than the previous', () => {
  const id = fc.constantFrom('1', '2', '3', '4', '5', '6')
  const some = fc.array(
    fc
      .record({ at: id, held: fc.uniqueArray(fc.constantFrom('1', '2', '3', '4', '5', '6', '77')), count: fc.nat(9) })
      .map(({ at, held, count }) => group(at, held, { count })),
  )
  fc.assert(
    fc.property(some, (groups) => {
      const result = toSteps(stages, groups, 'COP')
      assert.equal(total(result, 'count'), total(groups, 'count'))
      const reached = result.slice(0, 5).map(({ reached_count }) => reached_count!)
      assert.equal(reached[0], total(groups, 'count'))
      assert.deepEqual(
        reached,
        reached.toSorted((a, b) => b - a),
      )
      for (const { conversion_to_next, cumulative_conversion } of result)
        for (const rate of [conversion_to_next, cumulative_conversion])
          assert.ok(rate === null || (rate >= 0 && rate <= 100))
    }),
  )
})

test('Lost deals are grouped by their last open stage, in stage order, then elsewhere, then unknown', () => {
  const lost = (last_open_stage_id: string | null, count: number) => group('6', [], { last_open_stage_id, count })
  const groups = [lost(null, 1), lost('88', 2), lost('3', 3), lost('77', 4), lost('1', 5), group('2', ['2'])]
  const result = lostByStage(stages, [{ id: '77', name: 'Visita' }], groups, 'COP')
  assert.deepEqual(
    result.map(({ stage, count }) => [stage?.name, count]),
    [
      ['Nuevo', 5],
      ['Cierre', 3],
      ['Visita', 4],
      // A deleted stage and no stage both count as unknown.
      [undefined, 3],
    ],
  )
})
