import { CalendarDays } from '#web/ui/icons.ts'
import { cx } from '#web/ui/cx.ts'
import { inputClass } from '#web/ui/input-class.ts'
import { Select } from '#web/ui/select.tsx'
import type { ContactFilters, Period } from '#web/screens/contacts/contact-filters.ts'
import { useContactsScreenWords } from '#web/screens/contacts/words.ts'

type Props = { filters: ContactFilters; onChange: (filters: ContactFilters) => void }

/** Filters by creation date. */
export function PeriodFilter({ filters, onChange }: Props) {
  const { filters: words } = useContactsScreenWords()
  const { period = 'all_time', from = '', to = '' } = filters
  const setDay = (name: 'from' | 'to') => (event: { target: HTMLInputElement }) =>
    onChange({ ...filters, [name]: event.target.value })

  return (
    <>
      <Select<Period>
        label={words.period}
        value={period}
        choices={words.periods}
        onChange={(next) => onChange({ ...filters, period: next })}
        icon={<CalendarDays size={14} aria-hidden />}
        marked={period !== 'all_time'}
      />
      {period === 'custom' && (
        <span className="flex items-center gap-1.5 text-sm text-ink-3">
          <input type="date" aria-label={words.from} value={from} onChange={setDay('from')} className={dayClass} />
          –
          <input type="date" aria-label={words.to} value={to} onChange={setDay('to')} className={dayClass} />
        </span>
      )}
    </>
  )
}

const dayClass = cx(inputClass, 'h-8 w-36! text-sm pointer-coarse:h-10')
