import type { Stage } from '#contract/records/crm.ts'
import type { Money } from '#contract/records/report.ts'
import { money, rate, type Sum, total } from '#domains/reports/rules.ts'

/** Deals with the same current stage, reached stages and currency. */
export type Group = Sum & { stage_id: string; reached_stage_ids: string[]; last_open_stage_id: string | null }

type StageSummary = Pick<Stage, 'id' | 'name' | 'type'>

export type Step = {
  stage: StageSummary
  count: number
  amount: Money
  reached_count: number | null
  reached_amount: Money | null
  conversion_to_next: number | null
  cumulative_conversion: number | null
}

/**
 * The stages of a pipeline in order, with the deals in each and those that reached it. A deal has reached every stage up to
 * the furthest one it ever was in, by the current order: skipped stages count, and going back does not undo it.
 */
export function toSteps(stages: readonly StageSummary[], groups: readonly Group[], currency: string): Step[] {
  const path = winningPath(stages)
  const furthest = groups.map((group) => furthestIndex(path, group))
  const reached = path.map((_, i) => groups.filter((__, j) => furthest[j]! >= i))
  const first = total(reached[0] ?? [], 'count')
  return stages.map((stage) => {
    const here = groups.filter(({ stage_id }) => stage_id === stage.id)
    const i = path.indexOf(stage)
    const own = reached[i]
    const next = reached[i + 1]
    return {
      stage: { id: stage.id, name: stage.name, type: stage.type },
      count: total(here, 'count'),
      amount: money(here, currency),
      reached_count: own ? total(own, 'count') : null,
      reached_amount: own ? money(own, currency) : null,
      conversion_to_next: own && next && stage.type === 'open' ? rate(total(next, 'count'), total(own, 'count')) : null,
      cumulative_conversion: own ? rate(total(own, 'count'), first) : null,
    }
  })
}

/** The path to winning: open stages, then won stages. Every won deal reached the first won stage. */
function winningPath(stages: readonly StageSummary[]): StageSummary[] {
  return [...stages.filter(({ type }) => type === 'open'), ...stages.filter(({ type }) => type === 'won')]
}

/** A lost deal without history counts as having reached the first stage. */
function furthestIndex(path: readonly StageSummary[], { stage_id, reached_stage_ids }: Group): number {
  const indexes = [stage_id, ...reached_stage_ids].map((id) => path.findIndex((stage) => stage.id === id))
  return Math.max(0, ...indexes)
}

export type LostStage = { stage: { id: string; name: string } | null; count: number; amount: Money }

/** Lost deals by the last open stage they were in, in stage order; deleted and unknown stages last. */
export function lostByStage(
  stages: readonly StageSummary[],
  elsewhere: readonly Pick<Stage, 'id' | 'name'>[],
  groups: readonly Group[],
  currency: string,
): LostStage[] {
  const lost = groups.filter(({ stage_id }) => stages.some(({ id, type }) => id === stage_id && type === 'lost'))
  const known = [...stages, ...elsewhere]
  const by = Map.groupBy(lost, ({ last_open_stage_id }) => known.findIndex(({ id }) => id === last_open_stage_id))
  return [...by]
    .sort(([a], [b]) => (a < 0 ? 1 : b < 0 ? -1 : a - b))
    .map(([place, own]) => {
      const stage = known[place]
      return {
        stage: stage ? { id: stage.id, name: stage.name } : null,
        count: total(own, 'count'),
        amount: money(own, currency),
      }
    })
}

/** Deals in stages of this type. */
export function inStagesOfType(
  stages: readonly StageSummary[],
  groups: readonly Group[],
  type: Stage['type'],
): Group[] {
  const ids = new Set(stages.filter((stage) => stage.type === type).map(({ id }) => id))
  return groups.filter(({ stage_id }) => ids.has(stage_id))
}
