import type { Stage } from '#contract/records/crm.ts'
import type { Money } from '#contract/records/report.ts'
import { money, rate, type Sum } from '#domains/reports/rules.ts'

/** Deals that are in one stage, were in the same ones, and have one currency. */
export type Group = Sum & { stage_id: string; reached_stage_ids: string[]; last_open_stage_id: string | null }

type Known = Pick<Stage, 'id' | 'name' | 'type'>

export type Step = {
  stage: Known
  count: number
  amount: Money
  reached_count: number | null
  reached_amount: Money | null
  conversion_to_next: number | null
  cumulative_conversion: number | null
}

/**
 * The stages of a pipeline in their order, with what is in each, and what came at least so far. A deal came as far as the
 * furthest stage it ever was in, by the order of today: who skips a stage has passed it, and who goes back has still been there.
 */
export function steps(stages: readonly Known[], groups: readonly Group[], currency: string): Step[] {
  const line = inLine(stages)
  const far = groups.map((group) => furthest(line, group))
  const reached = line.map((_, i) => groups.filter((__, j) => far[j]! >= i))
  const first = countOf(reached[0] ?? [])
  return stages.map((stage) => {
    const here = groups.filter(({ stage_id }) => stage_id === stage.id)
    const i = line.indexOf(stage)
    const own = reached[i]
    const next = reached[i + 1]
    return {
      stage: { id: stage.id, name: stage.name, type: stage.type },
      count: countOf(here),
      amount: money(here, currency),
      reached_count: own ? countOf(own) : null,
      reached_amount: own ? money(own, currency) : null,
      conversion_to_next: own && next && stage.type === 'open' ? rate(countOf(next), countOf(own)) : null,
      cumulative_conversion: own ? rate(countOf(own), first) : null,
    }
  })
}

/** What leads to winning. The stages in which deals are won come last, and the first of them is reached by all that were. */
function inLine(stages: readonly Known[]): Known[] {
  return [...stages.filter(({ type }) => type === 'open'), ...stages.filter(({ type }) => type === 'won')]
}

/** Where nothing is known of a deal but that it was lost, it came to the first stage. */
function furthest(line: readonly Known[], { stage_id, reached_stage_ids }: Group): number {
  const held = [stage_id, ...reached_stage_ids].map((id) => line.findIndex((stage) => stage.id === id))
  return Math.max(0, ...held)
}

export type LostFrom = { stage: { id: string; name: string } | null; count: number; amount: Money }

/** Where deals that are lost were before, in the order of the stages; those of stages that are gone or unknown last. */
export function lostFrom(
  stages: readonly Known[],
  elsewhere: readonly Pick<Stage, 'id' | 'name'>[],
  groups: readonly Group[],
  currency: string,
): LostFrom[] {
  const lost = groups.filter(({ stage_id }) => stages.some(({ id, type }) => id === stage_id && type === 'lost'))
  const known = [...stages, ...elsewhere]
  const by = Map.groupBy(lost, ({ last_open_stage_id }) => known.findIndex(({ id }) => id === last_open_stage_id))
  return [...by]
    .sort(([a], [b]) => (a < 0 ? 1 : b < 0 ? -1 : a - b))
    .map(([place, own]) => {
      const stage = known[place]
      return {
        stage: stage ? { id: stage.id, name: stage.name } : null,
        count: countOf(own),
        amount: money(own, currency),
      }
    })
}

/** What of it is in stages of this type. */
export function inType(stages: readonly Known[], groups: readonly Group[], type: Stage['type']): Group[] {
  const ids = new Set(stages.filter((stage) => stage.type === type).map(({ id }) => id))
  return groups.filter(({ stage_id }) => ids.has(stage_id))
}

export function countOf(groups: readonly Pick<Sum, 'count'>[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0)
}
