import { X } from '#web/ui/icons.ts'
import { useTime } from '#web/app/format/time.ts'
import { readCondition } from '#web/features/conditions/condition-param.ts'
import { conditionText } from '#web/features/conditions/condition-text.ts'
import { useConditionWords } from '#web/features/conditions/words.ts'
import type { BoardQuery } from '#web/screens/pipeline/board-query.ts'
import type { ActiveFilters } from '#web/screens/pipeline/pipeline-filters.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { useSalesFields } from './use-sales-fields.ts'

type Props = { query: BoardQuery; where: readonly string[]; onChange: (filters: ActiveFilters) => void }

/** The conditions of the address, such as those of a report, each with a button to remove it. */
export function ConditionChips({ query: { kind, filters }, where, onChange }: Props) {
  const { filters: words } = usePipelineWords()
  const conditions = useConditionWords()
  const fields = useSalesFields(kind)
  const time = useTime()
  const without = (text: string): ActiveFilters => {
    const { where: _, ...others } = filters
    const left = where.filter((each) => each !== text)
    return left.length > 0 ? { ...others, where: left } : others
  }
  return (
    <ul aria-label={words.conditions} className="flex w-full flex-wrap items-center gap-1.5">
      {where.map((text) => {
        const condition = readCondition(text)
        if (!condition) return null
        const name = conditionText(condition, fields, conditions, time.day)
        return (
          <li key={text} className={chipClass}>
            <span className="truncate">{name}</span>
            <button
              type="button"
              aria-label={words.remove(name)}
              onClick={() => onChange(without(text))}
              className="-mr-1.5 grid size-6 shrink-0 place-items-center rounded-full hover:bg-press pointer-coarse:size-8"
            >
              <X size={12} aria-hidden />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

const chipClass =
  'inline-flex h-6 max-w-full items-center gap-1.5 rounded-full bg-accent-soft px-2.5 text-xs font-medium ' +
  'text-accent-text pointer-coarse:h-8'
