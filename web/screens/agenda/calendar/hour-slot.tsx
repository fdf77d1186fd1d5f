import { useTime } from '#web/app/format/time.ts'
import { useAgendaWords } from '#web/screens/agenda/words.ts'
import { cx } from '#web/ui/cx.ts'
import { atHour, HOUR_REM } from './week-layout.ts'

type Props = {
  day: string
  hour: number
  isOver: boolean
  /** The keyboard enters the hours here, and arrow keys lead to the others. */
  isEntry: boolean
  onSchedule: (local: string) => void
}

/** An hour of a day; choosing it plans something then. */
export function HourSlot({ day, hour, isOver, isEntry, onSchedule }: Props) {
  const words = useAgendaWords()
  const time = useTime()
  const at = atHour(day, hour)
  return (
    <button
      type="button"
      data-slot={at}
      tabIndex={isEntry ? 0 : -1}
      aria-label={words.scheduleAt(time.calendarDay(day), `${at.slice(11)}:00`)}
      onClick={() => onSchedule(`${at}:00`)}
      style={{ height: `${HOUR_REM}rem` }}
      className={cx('block w-full border-b border-line', isOver ? 'bg-accent-soft' : 'hover:bg-hover')}
    />
  )
}
