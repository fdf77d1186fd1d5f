import type { Campaign } from '#contract/records/campaign.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useCampaignWords } from './words.ts'

const tones = { draft: 'plain', scheduled: 'accent', running: 'accent', stopped: 'warn', done: 'good' } as const

export function CampaignStatus({ status }: Pick<Campaign, 'status'>) {
  const words = useCampaignWords()
  return (
    <Badge tone={tones[status]}>
      {status === 'running' && <Spinner size={12} />}
      {words.statuses[status]}
    </Badge>
  )
}

/** Polls while the campaign is running. */
export const pollInterval = (isRunning: boolean | undefined) => (isRunning ? 2_000 : false)
