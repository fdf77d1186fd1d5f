import { useRefusal } from '#web/screens/pipeline/board/use-refusal.ts'
import { explain } from '#web/i18n.ts'
import type { Deal } from './deal.ts'
import { useStages } from './stage-steps.tsx'

/** Why it could not end: what the stage it goes to asks for, or what else stands in the way. */
export function useEndRefusal(deal: Deal, type: 'won' | 'lost', stage_id: string | undefined) {
  const refusal = useRefusal()
  const stages = useStages(deal)
  const stage = stages?.find((each) => (stage_id ? each.id === stage_id : each.type === type))
  return (error: unknown) => (stage ? refusal(error, stage) : explain(error))
}
