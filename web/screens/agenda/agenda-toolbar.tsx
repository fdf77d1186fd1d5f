import { ChevronDown, ChevronLeft, ChevronRight, UserRound } from '#web/ui/icons.ts'
import { dateFormat } from '#web/app/format/intl.ts'
import { language } from '#web/app/i18n.ts'
import { useRead } from '#web/app/query.ts'
import { useSession } from '#web/app/session.ts'
import { useActivityTypes } from '#web/features/activities/activity-kinds.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Picker } from '#web/ui/picker.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Select } from '#web/ui/select.tsx'
import type { AgendaFilters, View } from './agenda-filters.ts'
import { visibleDays, stepDay } from './calendar-days.ts'
import { useAgendaWords } from './words.ts'

type Props = { filters: AgendaFilters; onChange: (filters: AgendaFilters) => void; view: View; day: string }

/** View, person, type and state filters. */
export function AgendaToolbar({ filters, onChange, view, day }: Props) {
  const words = useAgendaWords()
  const own = useActivityTypes()
  const { type = 'any', state = 'pending' } = filters
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-2 md:px-5">
      <Segmented<View>
        label={words.view}
        value={view}
        choices={words.views}
        onChange={(next) => onChange(next === 'list' ? without(filters, 'view', 'day') : { ...filters, view: next })}
      />
      {view !== 'list' && <Turning filters={filters} onChange={onChange} view={view} day={day} />}
      <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
        <Person filters={filters} onChange={onChange} />
        <Select<string>
          label={words.type}
          value={type}
          choices={[
            ['any', words.anyType],
            ...Object.entries(words.types),
            ...own.map(({ id, name }) => [id, name] as const),
          ]}
          onChange={(next) => onChange(next === 'any' ? without(filters, 'type') : { ...filters, type: next })}
          marked={type !== 'any'}
        />
        <Select
          label={words.state}
          value={state}
          choices={words.states}
          onChange={(next) => onChange(next === 'done' ? { ...filters, state: next } : without(filters, 'state'))}
          marked={state === 'done'}
        />
      </div>
    </div>
  )
}

const without = (filters: AgendaFilters, ...keys: (keyof AgendaFilters)[]): AgendaFilters =>
  Object.fromEntries(Object.entries(filters).filter(([key]) => !keys.includes(key as keyof AgendaFilters)))

/** Names the visible week or month and steps to the next or previous one. */
function Turning({ filters, onChange, view, day }: Omit<Props, 'view'> & { view: 'week' | 'month' }) {
  const words = useAgendaWords()
  const name = useSpanName(view, day)
  const turn = (step: 1 | -1) => onChange({ ...filters, day: stepDay(view, day, step) })
  const { day: _day, ...others } = filters
  return (
    <div className="flex items-center gap-1">
      <IconButton label={words.previous} onClick={() => turn(-1)}>
        <ChevronLeft size={16} aria-hidden />
      </IconButton>
      <Button look="outline" onClick={() => onChange(others)} className="font-normal">
        {words.today}
      </Button>
      <IconButton label={words.next} onClick={() => turn(1)}>
        <ChevronRight size={16} aria-hidden />
      </IconButton>
      <h2 aria-live="polite" className="ml-1 text-sm font-semibold first-letter:uppercase">
        {name}
      </h2>
    </div>
  )
}

function useSpanName(view: 'week' | 'month', day: string) {
  const locale = language.use() === 'es' ? 'es-419' : 'en-US'
  if (view === 'month')
    return dateFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(day))
  const days = visibleDays('week', day)
  const format = dateFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  return format.formatRange(new Date(days[0]!), new Date(days[6]!))
}

function Person({ filters, onChange }: Pick<Props, 'filters' | 'onChange'>) {
  const words = useAgendaWords()
  const { user } = useSession()
  const agents = useRead('list_agents', {}).data?.items ?? []
  const { person = user.id, ...others } = filters
  const toChoice = (id: string, name: string) => ({ id, name, icon: <Avatar name={name} size="sm" /> })
  const all = { id: 'all', name: words.everyone, icon: <UserRound size={16} aria-hidden className="mx-1.5" /> }
  const colleagues = agents.filter(({ id }) => id !== user.id).map(({ id, name }) => toChoice(id, name))
  const choices = [{ ...toChoice(user.id, user.name), name: words.me }, all, ...colleagues]
  const label = choices.find(({ id }) => id === person)?.name ?? words.person
  return (
    <Picker
      label={words.findPerson}
      nothing={words.nobody}
      choices={choices}
      value={person}
      onPick={(id) => onChange(id === user.id ? others : { ...others, person: id })}
      trigger={
        <Button
          look="outline"
          aria-label={`${words.person}: ${label}`}
          className={cx('font-normal', person !== user.id && 'bg-accent-soft! text-accent-text!')}
        >
          <span className="max-w-36 truncate">{label}</span>
          <ChevronDown size={14} aria-hidden className="-mr-0.5 opacity-70" />
        </Button>
      }
    />
  )
}
