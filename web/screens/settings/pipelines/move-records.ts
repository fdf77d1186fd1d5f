import type { StageTotals } from '#contract/records/crm.ts'
import { call } from '#web/app/api.ts'

type Move = { pipeline_id: string; from: string; to: string }

const AT_ONCE = 100

/** Moves all records of a stage to another in batches, reporting progress. */
export async function moveRecords(
  account_id: string,
  { pipeline_id, from, to }: Move,
  onMoved: (count: number) => void,
) {
  const place = { pipeline: pipeline_id, stage: to }
  const input = { stage_id: from, limit: AT_ONCE }
  let count = 0
  for (;;) {
    const [leads, opportunities] = await Promise.all([
      call(account_id, 'crm_list_leads', input),
      call(account_id, 'crm_list_opportunities', input),
    ])
    const lead_ids = leads.items.map(({ id }) => id)
    const opportunity_ids = opportunities.items.map(({ id }) => id)
    if (lead_ids.length + opportunity_ids.length === 0) return
    if (lead_ids.length > 0) await call(account_id, 'update_leads', { lead_ids, ...place })
    if (opportunity_ids.length > 0) await call(account_id, 'update_opportunities', { opportunity_ids, ...place })
    count += lead_ids.length + opportunity_ids.length
    onMoved(count)
  }
}

/** The number of leads and deals. */
export function countIn(totals: readonly StageTotals[], stage_id?: string): number {
  const counted = stage_id === undefined ? totals : totals.filter(({ stage }) => stage.id === stage_id)
  return counted.reduce((sum, { leads, opportunities }) => sum + leads.count + opportunities.count, 0)
}
