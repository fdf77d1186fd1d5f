import { lazy, Suspense, useState } from 'react'
import { CalendarDays, CalendarPlus, CalendarRange, ListTodo, Rss, UserRound } from '#web/ui/icons.ts'
import { dayOf } from '#contract/periods.ts'
import { useCommands } from '#web/commands/commands.ts'
import { useWords } from '#web/app/i18n.ts'
import { useAccount } from '#web/app/session.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { LoadingScreen } from '#web/shell/fallbacks.tsx'
import type { PaneProps } from './agenda.tsx'
import { AgendaList } from './agenda-list.tsx'
import type { View } from './agenda-filters.ts'
import { AgendaToolbar } from './agenda-toolbar.tsx'
import { stepDay } from './calendar-days.ts'
import { useAgendaWords } from './words.ts'

const Calendar = lazy(async () => ({ default: (await import('./calendar/calendar.tsx')).Calendar }))
const FeedDialog = lazy(async () => ({ default: (await import('./feed-dialog.tsx')).FeedDialog }))
const ScheduleDialog = lazy(async () => ({
  default: (await import('#web/features/activities/schedule-dialog.tsx')).ScheduleDialog,
}))

type OpenDialog = { dialog: 'schedule'; day?: string | undefined } | { dialog: 'feed' }

/** Calls, meetings and tasks as a list, week or month. */
export function Activities({ filters, onChange, tabs }: PaneProps) {
  const words = useAgendaWords()
  const { time_zone } = useAccount()
  const [openDialog, show] = useState<OpenDialog>()
  const [last, setLast] = useState<OpenDialog>()
  if (openDialog && openDialog !== last) setLast(openDialog)
  const view: View = filters.view ?? 'list'
  const day = filters.day ?? dayOf(new Date(), time_zone)
  const schedule = (on?: string) => show({ dialog: 'schedule', day: on })
  const close = () => show(undefined)
  useAgendaCommands({
    filters,
    onChange,
    day,
    view,
    schedule: () => schedule(),
    showFeed: () => show({ dialog: 'feed' }),
  })

  return (
    <>
      <PageHeader title={words.title} aside={tabs}>
        <IconButton label={words.feed.open} aria-haspopup="dialog" onClick={() => show({ dialog: 'feed' })}>
          <Rss size={16} aria-hidden />
        </IconButton>
        <Button
          look="primary"
          icon={<CalendarPlus size={16} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => schedule()}
        >
          {words.schedule}
          <Kbd onAccent>C</Kbd>
        </Button>
      </PageHeader>
      <AgendaToolbar filters={filters} onChange={onChange} view={view} day={day} />
      {view === 'list' ? (
        <AgendaList filters={filters} onSchedule={() => schedule()} />
      ) : (
        <Suspense fallback={<LoadingScreen />}>
          <Calendar
            span={view}
            day={day}
            filters={filters}
            onPickDay={(next) => onChange({ ...filters, day: next })}
            onSchedule={schedule}
          />
        </Suspense>
      )}
      <Suspense>
        {last?.dialog === 'schedule' && (
          <ScheduleDialog open={openDialog?.dialog === 'schedule'} onClose={close} day={last.day} />
        )}
        {last?.dialog === 'feed' && <FeedDialog open={openDialog?.dialog === 'feed'} onClose={close} />}
      </Suspense>
    </>
  )
}

type CommandProps = Omit<PaneProps, 'tabs'> & { day: string; view: View; schedule: () => void; showFeed: () => void }

function useAgendaCommands({ filters, onChange, day, view, schedule, showFeed }: CommandProps) {
  const words = useAgendaWords()
  const { commands } = useWords()
  const { view: _view, day: _day, ...others } = filters
  const turn = (step: 1 | -1) => view !== 'list' && onChange({ ...filters, day: stepDay(view, day, step) })
  const isPaged = () => view !== 'list'
  const hasRows = () => document.querySelector('[data-activity]') !== null
  useCommands(
    [
      { name: words.schedule, key: 'c', icon: CalendarPlus, run: schedule },
      { name: words.views.list, key: '1', icon: ListTodo, run: () => onChange(others) },
      { name: words.views.week, key: '2', icon: CalendarRange, run: () => onChange({ ...others, view: 'week', day }) },
      { name: words.views.month, key: '3', icon: CalendarDays, run: () => onChange({ ...others, view: 'month', day }) },
      { name: words.today, key: 't', run: () => onChange({ ...others, ...(filters.view && { view: filters.view }) }) },
      { name: words.previous, key: 'ArrowLeft', run: () => void turn(-1), isPossible: isPaged },
      { name: words.next, key: 'ArrowRight', run: () => void turn(1), isPossible: isPaged },
      { name: words.nextRow, key: 'j', run: () => moveFocus(1), isPossible: hasRows },
      { name: words.previousRow, key: 'k', run: () => moveFocus(-1), isPossible: hasRows },
      { name: words.everyone, icon: UserRound, run: () => onChange({ ...filters, person: 'all' }) },
      { name: words.feed.open, icon: Rss, run: showFeed },
    ].map((command) => ({ ...command, group: commands.actions })),
  )
}

/** Moves the focus to the next or previous activity, by its first button. */
function moveFocus(step: 1 | -1) {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-activity]')]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = rows[at < 0 ? 0 : at + step]
  next?.querySelector<HTMLElement>('button, a')?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
