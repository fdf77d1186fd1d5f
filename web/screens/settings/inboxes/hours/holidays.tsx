import { useState } from 'react'
import { Plus, X } from '#web/ui/icons.ts'
import { toLocal } from '#web/app/format/zone.ts'
import { useAccount } from '#web/app/session.ts'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { Holiday } from './hours-draft.ts'
import { useDay } from './use-day.ts'

type Props = { holidays: Holiday[]; onChange: (holidays: Holiday[]) => void }

/** Holidays; past ones are collapsed. */
export function Holidays({ holidays, onChange }: Props) {
  const { hours: words } = useInboxWords()
  const { time_zone } = useAccount()
  const today = toLocal(new Date().toISOString(), time_zone).slice(0, 10)
  const past = holidays.filter(({ date }) => date < today)
  const ahead = holidays.filter(({ date }) => date >= today)
  const remove = (holiday: Holiday) => onChange(holidays.filter((each) => each !== holiday))
  const add = (holiday: Holiday) =>
    onChange(
      [...holidays.filter(({ date }) => date !== holiday.date), holiday].toSorted((a, b) =>
        a.date.localeCompare(b.date),
      ),
    )
  return (
    <Panel title={words.holidays} hint={words.holidaysHint}>
      <AddHoliday from={today} onAdd={add} />
      {ahead.length > 0 ? (
        <Days label={words.holidays} holidays={ahead} onRemove={remove} />
      ) : (
        <p className="mt-4 text-sm text-ink-3">{words.noHolidays}</p>
      )}
      {past.length > 0 && (
        <details className="mt-3">
          <summary className="w-fit rounded text-sm text-ink-2 hover:text-ink">{words.past(past.length)}</summary>
          <Days label={words.past(past.length)} holidays={past} onRemove={remove} />
        </details>
      )}
    </Panel>
  )
}

function AddHoliday({ from, onAdd }: { from: string; onAdd: (holiday: Holiday) => void }) {
  const { hours: words } = useInboxWords()
  const [date, setDate] = useState('')
  const [name, setName] = useState('')
  const [isMissing, setMissing] = useState(false)
  const add = () => {
    setMissing(!date || !name.trim())
    if (!date || !name.trim()) return
    onAdd({ date, name: name.trim() })
    setDate('')
    setName('')
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="w-40">
        <TextField
          label={words.holidayDate}
          type="date"
          min={from}
          value={date}
          onChange={(event) => setDate(event.target.value)}
        />
      </div>
      <div className="min-w-40 flex-1">
        <TextField
          label={words.holidayName}
          autoComplete="off"
          maxLength={255}
          value={name}
          onChange={(event) => setName(event.target.value)}
          // Enter adds the day instead of saving the page.
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
      </div>
      <Button look="outline" size="lg" className="h-9!" icon={<Plus size={15} aria-hidden />} onClick={add}>
        {words.holidayAdd}
      </Button>
      <p role="status" className="w-full text-xs text-danger-text empty:hidden">
        {isMissing && words.holidayMissing}
      </p>
    </div>
  )
}

type DaysProps = { label: string; holidays: Holiday[]; onRemove: (holiday: Holiday) => void }

function Days({ label, holidays, onRemove }: DaysProps) {
  const { hours: words } = useInboxWords()
  const day = useDay()
  return (
    <ul aria-label={label} className="mt-4 grid gap-x-6 @xl:grid-cols-2">
      {holidays.map((holiday) => (
        <li key={holiday.date} className="flex items-center gap-2 border-b border-line py-1 text-sm">
          <span className="w-28 shrink-0 text-ink-3 tabular-nums">{day(holiday.date)}</span>
          <span className="min-w-0 flex-1 truncate">{holiday.name}</span>
          <IconButton size="sm" label={words.holidayRemove(holiday.name)} onClick={() => onRemove(holiday)}>
            <X size={14} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
