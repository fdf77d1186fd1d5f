import type { Campaign } from '#contract/records/campaign.ts'
import { useTime } from '#web/time.ts'
import { useSettingsWords } from '#web/screens/settings/words.ts'

/** When it left or will leave. */
export function useMoment({ status, scheduled_at, started_at, finished_at, created_at }: Campaign) {
  const { campaigns: words } = useSettingsWords()
  const time = useTime()
  if (status === 'scheduled' && scheduled_at) return words.scheduledFor(time.full(scheduled_at))
  if (status === 'done' && finished_at) return words.finishedAt(time.full(finished_at))
  if (started_at) return words.startedAt(time.full(started_at))
  return words.createdAt(time.ago(created_at))
}
