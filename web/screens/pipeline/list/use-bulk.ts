import type { Lead, Opportunity, Stage } from '#contract/records/crm.ts'
import { useWords } from '#web/i18n.ts'
import { useAct } from '#web/query.ts'
import type { Sales } from '#web/screens/pipeline/sales.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { toast } from '#web/ui/toast.tsx'

type Change = { owner_id?: string | null; stage?: string; lost_reason?: string }

/** Changes all that is selected, or nothing when one is refused; what was changed can be put back. */
export function useBulk(sales: Sales, chosen: readonly (Lead | Opportunity)[], onDone: () => void) {
  const { common } = useWords()
  const { bulk: words } = usePipelineWords()
  const leads = useAct('update_leads')
  const deals = useAct('update_opportunities')

  const send = async (ids: string[], { lost_reason, ...change }: Change) =>
    sales.kind === 'leads'
      ? leads.mutateAsync({ lead_ids: ids, ...change })
      : deals.mutateAsync({ opportunity_ids: ids, ...change, ...(lost_reason && { lost_reason }) })

  const run = async (change: Change, before: (record: Lead | Opportunity) => Change) => {
    const groups = Map.groupBy(chosen, (record) => JSON.stringify(before(record)))
    try {
      const { updated_count } = await send(
        chosen.map(({ id }) => id),
        change,
      )
      onDone()
      const back = async () => {
        for (const [former, records] of groups)
          await send(
            records.map(({ id }) => id),
            JSON.parse(former) as Change,
          )
      }
      // A refusal says why by itself.
      toast.undo(words.changed(updated_count), common.undo, () => void back().catch(() => {}))
    } catch {
      // So does this one; what is selected stays so.
    }
  }

  return {
    isPending: leads.isPending || deals.isPending,
    give: (owner_id: string | null) => void run({ owner_id }, (record) => ({ owner_id: record.owner?.id ?? null })),
    move: (stage: Stage, lost_reason?: string) =>
      void run({ stage: stage.id, ...(lost_reason && { lost_reason }) }, (record) => ({
        stage: record.stage.id,
        ...(record.stage.type === 'lost' && record.lost_reason && { lost_reason: record.lost_reason }),
      })),
  }
}
