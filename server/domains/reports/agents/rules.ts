import type { ReplyTimes } from '#contract/records/report.ts'
import { mean, rate, total } from '#domains/reports/rules.ts'

type Count = { measure: string; agent_id: string; count: number; resolved: number; seconds: number }
type ReassignmentCount = { agent_id: string; count: number; resolved: number }

/** Work of one agent: assigned and resolved conversations, messages, and time to the first response. */
export function summariseWork(
  agent_id: string,
  counts: readonly Count[],
  reassigned: readonly ReassignmentCount[],
  times: ReplyTimes,
) {
  const of = (measure: string) => counts.find((each) => each.agent_id === agent_id && each.measure === measure)
  const again = reassigned.find((each) => each.agent_id === agent_id)
  const [first, working] = [of('assigned'), of('working_reply')]
  const assigned = (first?.count ?? 0) + (again?.count ?? 0)
  const resolved = (first?.resolved ?? 0) + (again?.resolved ?? 0)
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

/** Answers to waiting customers, and how long these had waited. */
export function summariseAnswers(counts: readonly Pick<Count, 'count' | 'seconds'>[]) {
  const count = total(counts, 'count')
  return { count, mean_seconds: mean(total(counts, 'seconds'), count) }
}

/** Ids of the agents in the counts and in the keys of the reply times. */
export function agentIds(
  times: ReadonlyMap<string, unknown>,
  ...counts: readonly (readonly { agent_id: string }[])[]
): string[] {
  const timed = [...times.keys()].map((key) => key.split(':')[1]!)
  const ids = new Set([...timed, ...counts.flat().map(({ agent_id }) => agent_id)])
  return [...ids].filter((id) => id !== '0')
}
