import type { Lead, Opportunity, Stage } from '#contract/records/crm.ts'
import { useWords } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import type { BoardQuery } from '#web/screens/pipeline/board-query.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { toast } from '#web/ui/toast.tsx'
import { useBulkError } from './use-bulk-error.ts'

type Change = {
  owner_id?: string | null
  stage?: string
  lost_reason?: string
  probability?: number
  /** Of a lead. */
  status?: Lead['status']
}

/** Changes all selected records, or none if one is rejected; offers to undo it. */
export function useBulk(query: BoardQuery, selected: readonly (Lead | Opportunity)[], onDone: () => void) {
  const { common } = useWords()
  const { bulk: words } = usePipelineWords()
  const describe = useBulkError(query.kind)
  const leads = useAct('update_leads', { silent: true })
  const deals = useAct('update_opportunities', { silent: true })

  const send = async (ids: string[], { status, ...change }: Change) => {
    if (query.kind === 'opportunities') return deals.mutateAsync({ opportunity_ids: ids, ...change })
    const moved = await leads.mutateAsync({ lead_ids: ids, ...change })
    return status ? leads.mutateAsync({ lead_ids: ids, status }) : moved
  }

  const refuse = (error: unknown, records: readonly (Lead | Opportunity)[]) => toast.bad(describe(error, records))
  const run = async (change: Change, before: (record: Lead | Opportunity) => Change) => {
    const groups = Map.groupBy(selected, (record) => JSON.stringify(before(record)))
    const since = Date.now()
    try {
      const { updated_count } = await send(
        selected.map(({ id }) => id),
        change,
      )
      onDone()
      const revert = async () => {
        for (const [previous, records] of groups) {
          const ids = records.map(({ id }) => id)
          await send(ids, JSON.parse(previous) as Change).catch((error: unknown) => refuse(error, records))
        }
      }
      toast.undo(words.changed(updated_count), common.undo, () => void revert(), { since })
    } catch (error) {
      // The selection stays.
      refuse(error, selected)
    }
  }

  return {
    isPending: leads.isPending || deals.isPending,
    assign: (owner_id: string | null) => void run({ owner_id }, (record) => ({ owner_id: record.owner?.id ?? null })),
    move: (stage: Stage, lost_reason?: string) =>
      void run({ stage: stage.id, ...(lost_reason && { lost_reason }) }, (record) => ({
        stage: record.stage.id,
        ...setByStage(record),
      })),
  }
}

/** Entering a stage sets the status of a lead, and the probability or lost reason of a deal. */
function setByStage(record: Lead | Opportunity): Change {
  if (!('probability' in record)) return record.status === 'converted' ? {} : { status: record.status }
  if (record.status === 'open') return { probability: record.probability }
  return record.stage.type === 'lost' && record.lost_reason ? { lost_reason: record.lost_reason } : {}
}
