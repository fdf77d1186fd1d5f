import { CalendarDays, Copy, Plus, X } from '#web/ui/icons.ts'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { inputClass } from '#web/ui/input-class.ts'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { another, type Shift } from './week.ts'

type Props = {
  name: string
  shifts: Shift[]
  onChange: (shifts: Shift[]) => void
  onCopy: (to: 'week' | 'all') => void
}

export function DayRow({ name, shifts, onChange, onCopy }: Props) {
  const { hours: words } = useInboxWords()
  const isOpen = shifts.length > 0
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 py-2.5">
      <label className="flex h-9 w-32 items-center gap-2.5 text-sm font-medium max-sm:flex-1">
        <Checkbox label={words.open(name)} checked={isOpen} onChange={(open) => onChange(open ? [another([])] : [])} />
        {name}
      </label>
      <div className="grid flex-1 gap-2 max-sm:order-last max-sm:basis-full">
        {isOpen ? (
          shifts.map((shift, index) => (
            <Times
              key={index}
              name={name}
              number={index + 1}
              shift={shift}
              onChange={(next) => onChange(shifts.with(index, next))}
              onRemove={() => onChange(shifts.toSpliced(index, 1))}
            />
          ))
        ) : (
          <span className="flex h-9 items-center text-sm text-ink-3">{words.closed}</span>
        )}
      </div>
      <div className="flex h-9 items-center">
        <IconButton label={words.addShift(name)} onClick={() => onChange([...shifts, another(shifts)])}>
          <Plus size={16} aria-hidden />
        </IconButton>
        <Menu
          trigger={
            <IconButton label={words.copy(name)}>
              <Copy size={15} aria-hidden />
            </IconButton>
          }
        >
          <MenuItem icon={<Copy size={16} aria-hidden />} onSelect={() => onCopy('week')}>
            {words.copyWeek}
          </MenuItem>
          <MenuItem icon={<CalendarDays size={16} aria-hidden />} onSelect={() => onCopy('all')}>
            {words.copyAll}
          </MenuItem>
        </Menu>
      </div>
    </li>
  )
}

type TimesProps = {
  name: string
  number: number
  shift: Shift
  onChange: (shift: Shift) => void
  onRemove: () => void
}

function Times({ name, number, shift, onChange, onRemove }: TimesProps) {
  const { hours: words } = useInboxWords()
  return (
    <div className="flex items-center gap-2">
      <input
        type="time"
        required
        aria-label={words.from(name, number)}
        value={shift.from}
        onChange={({ target }) => target.value && onChange({ ...shift, from: target.value })}
        className={timeClass}
      />
      <span aria-hidden className="text-sm text-ink-3">
        {words.until}
      </span>
      <input
        type="time"
        required
        aria-label={words.to(name, number)}
        value={shift.to}
        onChange={({ target }) => target.value && onChange({ ...shift, to: target.value })}
        className={timeClass}
      />
      <IconButton label={words.removeShift(name, number)} onClick={onRemove}>
        <X size={15} aria-hidden />
      </IconButton>
    </div>
  )
}

const timeClass = cx(inputClass, 'h-9 w-30! tabular-nums pointer-coarse:h-11 pointer-coarse:w-32!')
