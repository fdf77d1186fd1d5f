import { ArrowRight } from '#web/ui/icons.ts'
import type { Activity } from '#contract/records/crm.ts'
import { useMoney } from '#web/app/format/money.ts'
import { useTime } from '#web/app/format/time.ts'
import { useOrigins } from '#web/features/origins/use-origins.ts'
import { useDealWords } from '#web/features/deals/words.ts'
import { useDrawerWords } from '#web/screens/pipeline/deal/words.ts'
import { readChanges, type Change } from '#web/features/deals/read-changes.ts'

export function Move({ activity: { changes, body } }: { activity: Activity }) {
  const stage = changes?.['stage'] as { from: { name: string } | null; to: { name: string } | null } | undefined
  return (
    <>
      <p className="flex flex-wrap items-center gap-1.5 text-sm">
        <span className="text-ink-2">{stage?.from?.name}</span>
        <ArrowRight size={13} aria-hidden className="text-ink-3" />
        <span className="font-medium">{stage?.to?.name}</span>
      </p>
      {body && <p className="text-base wrap-anywhere whitespace-pre-wrap text-ink-2">{body}</p>}
    </>
  )
}

/** Changed fields with their old and new values, without those a stage move implies. */
export function Changes({ activity, currency }: { activity: Activity; currency: string }) {
  const words = useDrawerWords()
  const { fields } = useDealWords()
  const format = useFormatValue(currency)
  const changed = readChanges(activity)
  const names: Record<string, string> = fields
  return (
    <ul className="text-sm">
      {changed.map((each) => (
        <li key={each.field} className="wrap-anywhere">
          {each.field === 'items' && (each.from === null || each.to === null) ? (
            each.from === null ? (
              words.timeline.added(format(each, each.to))
            ) : (
              words.timeline.removed(format(each, each.from))
            )
          ) : (
            <Difference
              name={each.label ?? names[each.field] ?? each.field}
              from={format(each, each.from)}
              to={format(each, each.to)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

const Difference = ({ name, from, to }: { name: string; from: string; to: string }) => (
  <>
    <span className="text-ink-3">{name}: </span>
    <span className="text-ink-2">{from}</span>
    <ArrowRight size={12} aria-hidden className="mx-1 inline text-ink-3" />
    <span className="font-medium">{to}</span>
  </>
)

/** Formats a value by its field. */
function useFormatValue(currency: string) {
  const { timeline: words, attributes } = useDrawerWords()
  const { statuses } = useDealWords()
  const money = useMoney()
  const time = useTime()
  const origins = useOrigins()
  return ({ field }: Change, value: unknown): string => {
    if (value === null || value === undefined || value === '') return words.empty
    if (field === 'amount' || field === 'estimated_value') return money.full(Number(value), currency)
    if (field === 'status') return statuses[value as keyof typeof statuses] ?? String(value)
    if (field === 'probability') return `${String(value)} %`
    if (typeof value === 'boolean') return value ? attributes.yes : attributes.no
    if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return time.calendarDay(value)
    if (typeof value === 'object') return String((value as { name?: unknown }).name ?? JSON.stringify(value))
    return origins.valueOf(field, value) ?? String(value)
  }
}
