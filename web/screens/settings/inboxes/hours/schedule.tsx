import { useMemo } from 'react'
import { language } from '#web/app/i18n.ts'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { timeZones } from '#web/screens/settings/workspace/places.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PickerField } from '#web/ui/picker-field.tsx'
import { DayRow } from './day-row.tsx'
import type { HoursDraft } from './hours-draft.ts'
import { copyShifts, type Shift } from './week.ts'

type Props = Pick<HoursDraft, 'week' | 'time_zone'> & {
  onChange: (next: Partial<HoursDraft>) => void
  error: string | undefined
}

const working = [0, 1, 2, 3, 4]
const all = [...working, 5, 6]

/** The week's schedule: each day closed or with its shifts. */
export function Schedule({ week, time_zone, onChange, error }: Props) {
  const { hours: words } = useInboxWords()
  const locale = language.use()
  const zones = useMemo(() => timeZones(locale, time_zone), [locale, time_zone])
  const set = (day: number, shifts: Shift[]) => onChange({ week: week.with(day, shifts) })
  return (
    <Panel title={words.week}>
      {error && (
        <div className="mb-3">
          <Notice>{error}</Notice>
        </div>
      )}
      <ul className="divide-y divide-line">
        {week.map((shifts, day) => (
          <DayRow
            key={day}
            name={words.days[day] ?? ''}
            shifts={shifts}
            onChange={(next) => set(day, next)}
            onCopy={(to) => onChange({ week: copyShifts(week, day, to === 'week' ? working : all) })}
          />
        ))}
      </ul>
      <div className="mt-4 max-w-sm">
        <PickerField
          label={words.zone}
          search={words.zoneSearch}
          nothing={words.nothing}
          value={time_zone}
          choices={zones}
          onChange={(next) => onChange({ time_zone: next })}
        />
      </div>
    </Panel>
  )
}
