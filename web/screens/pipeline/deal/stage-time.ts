import type { StageVisit } from '#contract/records/crm.ts'

const DAY_MILLISECONDS = 86_400_000

/** Days spent in each stage, by stage id, summed over all visits. */
export function daysByStage(visits: readonly StageVisit[], now: number): Map<string, number> {
  const spent = new Map<string, number>()
  for (const { stage, entered_at, left_at, merged } of visits) {
    if (stage.id === null || merged) continue
    const until = left_at === null ? now : Date.parse(left_at)
    spent.set(stage.id, (spent.get(stage.id) ?? 0) + Math.max(0, until - Date.parse(entered_at)))
  }
  return new Map([...spent].map(([id, time]) => [id, Math.floor(time / DAY_MILLISECONDS)]))
}
