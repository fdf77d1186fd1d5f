import { useMoveError } from '#web/screens/pipeline/use-move-error.ts'
import { describeError } from '#web/app/i18n.ts'
import type { Deal } from '#web/features/deals/deal.ts'
import { useStages } from './stage-steps.tsx'

/** Explains why a deal could not be closed, such as fields its stage requires. */
export function useOutcomeError(deal: Deal, type: 'won' | 'lost', stage_id: string | undefined) {
  const describe = useMoveError()
  const stages = useStages(deal)
  const stage = stages?.find((each) => (stage_id ? each.id === stage_id : each.type === type))
  return (error: unknown) => (stage ? describe(error, stage) : describeError(error))
}
