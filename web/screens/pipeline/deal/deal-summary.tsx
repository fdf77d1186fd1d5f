import { Hourglass } from '#web/ui/icons.ts'
import type { StageVisit } from '#contract/records/crm.ts'
import { useMoney } from '#web/app/format/money.ts'
import { Badge } from '#web/ui/badge.tsx'
import { InlineEdit } from '#web/ui/inline-edit.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { amountOf, isClosed, type Deal, type Stage } from '#web/features/deals/deal.ts'
import { useDealWords } from '#web/features/deals/words.ts'
import { useSave } from './deal-actions.ts'
import { StageSteps } from './stage-steps.tsx'
import { useDrawerWords } from './words.ts'

type Props = { deal: Deal; history: StageVisit[] | undefined; onMove: (stage: Stage) => void }

/** Name, amount, status and stage of a deal. */
export function DealSummary({ deal, history, onMove }: Props) {
  const words = useDrawerWords()
  const { fields, rotting } = useDealWords()
  const money = useMoney()
  const save = useSave(deal)
  const amount = amountOf(deal)
  const days = Math.max(0, Math.floor((Date.now() - Date.parse(deal.stage_entered_at)) / 86_400_000))
  return (
    <div className="border-b border-line px-4 pt-4 pb-4 md:px-5">
      <h2 className="-mx-2">
        <InlineEdit
          title
          label={fields.name}
          value={deal.name}
          placeholder={words.untitled}
          save={(name) => save({ name })}
        />
      </h2>
      <div className="mt-0.5 mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
        <span className="text-base font-semibold text-ink tabular-nums">
          {amount === null ? (
            <span className="font-normal text-ink-3">{words.zero}</span>
          ) : (
            money.full(amount, deal.currency)
          )}
        </span>
        <StatusBadge deal={deal} />
        <span className="text-ink-3">{days === 0 ? words.sinceToday : words.inStage(words.days(days))}</span>
        {deal.rotting && !isClosed(deal) && (
          <Tooltip text={words.rottingHint}>
            <span tabIndex={0} className="rounded-full">
              <Badge tone="warn">
                <Hourglass size={12} aria-hidden />
                {rotting}
              </Badge>
            </span>
          </Tooltip>
        )}
        {deal.lost_reason && <span className="text-ink-3">{words.becauseOf(deal.lost_reason)}</span>}
      </div>
      <StageSteps deal={deal} history={history} onMove={onMove} />
    </div>
  )
}

export function StatusBadge({ deal: { status } }: { deal: Deal }) {
  const { statuses } = useDealWords()
  return <Badge tone={tones[status]}>{statuses[status]}</Badge>
}

const tones = {
  new: 'accent',
  open: 'accent',
  qualified: 'good',
  won: 'good',
  converted: 'good',
  unqualified: 'bad',
  lost: 'bad',
} as const
