import { useAccount } from '#web/app/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { InfoTooltip } from '#web/ui/info-tooltip.tsx'
import { useReportWords } from '#web/screens/reports/words.ts'

/** Tells people with restricted visibility whose figures they see. */
export function VisibilityNote() {
  const words = useReportWords()
  const { visibility } = useAccount()
  if (visibility === 'all') return null
  const [text, hint] =
    visibility === 'own' ? [words.onlyYours, words.onlyYoursHint] : [words.onlyTeams, words.onlyTeamsHint]
  return (
    <span className="flex items-center gap-2">
      <Badge tone="accent">{text}</Badge>
      <InfoTooltip label={words.explain(text)} text={hint} />
    </span>
  )
}
