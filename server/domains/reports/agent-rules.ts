import type { ReplyTimes } from '#contract/records/report.ts'
import { mean, rate, total } from '#domains/reports/rules.ts'

type Count = { measure: string; agent_id: string; count: number; resolved: number; seconds: number }
type Again = { agent_id: string; count: number; resolved: number }

/** The work of one agent: what they were given and what became of it, what they wrote, how fast they answered first. */
export function workOf(agent_id: string, counts: readonly Count[], again: readonly Again[], times: ReplyTimes) {
  const of = (measure: string) => counts.find((each) => each.agent_id === agent_id && each.measure === measure)
  const repeated = again.find((each) => each.agent_id === agent_id)
  const [given, working] = [of('assigned'), of('working_reply')]
  const assigned = (given?.count ?? 0) + (repeated?.count ?? 0)
  const resolved = (given?.resolved ?? 0) + (repeated?.resolved ?? 0)
  return {
    assigned,
    resolved,
    resolution_rate: rate(resolved, assigned),
    first_responses: times.count,
    first_response_mean_seconds: times.mean_seconds,
    first_response_median_seconds: times.median_seconds,
    business_hours_mean_seconds: mean(working?.seconds ?? 0, working?.count ?? 0),
    messages: of('human')?.count ?? 0,
  }
}

/** How often customers who waited were answered, and how long they had. */
export function answersOf(counts: readonly Pick<Count, 'count' | 'seconds'>[]) {
  const count = total(counts, 'count')
  return { count, mean_seconds: mean(total(counts, 'seconds'), count) }
}

/** Whoever left something behind on these days: in counts, or by the keys of their times. */
export function idsOf(
  times: ReadonlyMap<string, unknown>,
  ...counts: readonly (readonly { agent_id: string }[])[]
): string[] {
  const timed = [...times.keys()].map((key) => key.split(':')[1]!)
  const ids = new Set([...timed, ...counts.flat().map(({ agent_id }) => agent_id)])
  return [...ids].filter((id) => id !== '0')
}
