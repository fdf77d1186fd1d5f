import type { Campaign } from '#contract/records/campaign.ts'
import { useTime } from '#web/app/format/time.ts'
import { useCampaignWords } from './words.ts'

/** The start or scheduled time of a campaign. */
export function useMoment({ status, scheduled_at, started_at, finished_at, created_at }: Campaign) {
  const words = useCampaignWords()
  const time = useTime()
  if (status === 'scheduled' && scheduled_at) return words.scheduledFor(time.full(scheduled_at))
  if (status === 'done' && finished_at) return words.finishedAt(time.full(finished_at))
  if (started_at) return words.startedAt(time.full(started_at))
  return words.createdAt(time.ago(created_at))
}
