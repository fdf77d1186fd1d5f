import type { Campaign } from '#contract/records/campaign.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useSettingsWords } from '#web/screens/settings/words.ts'

const tones = { draft: 'plain', scheduled: 'accent', running: 'accent', stopped: 'warn', done: 'good' } as const

export function CampaignStatus({ status }: Pick<Campaign, 'status'>) {
  const { campaigns: words } = useSettingsWords()
  return (
    <Badge tone={tones[status]}>
      {status === 'running' && <Spinner size={12} />}
      {words.statuses[status]}
    </Badge>
  )
}

/** While one is under way, what it has come to is asked for again and again. */
export const whileRunning = (isRunning: boolean | undefined) => (isRunning ? 2_000 : false)
