import { lazy, Suspense, useState } from 'react'
import { CarFront, Plus } from '#web/ui/icons.ts'
import { addDays, dayOf } from '#contract/periods.ts'
import type { TestDrive } from '#contract/records/test-drive.ts'
import { useCommands } from '#web/commands/commands.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { usePages, useRead } from '#web/app/query.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { useAccount } from '#web/app/session.ts'
import { useTime } from '#web/app/format/time.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BrokenThread, Spool } from '#web/ui/thread-art.tsx'
import type { PaneProps } from '#web/screens/agenda/agenda.tsx'
import type { AgendaFilters } from '#web/screens/agenda/agenda-filters.ts'
import { useAgendaWords } from '#web/screens/agenda/words.ts'
import { TestDriveRow } from './test-drive-row.tsx'

const BookDialog = lazy(async () => ({ default: (await import('./book-dialog.tsx')).BookDialog }))
const VehiclesDialog = lazy(async () => ({ default: (await import('./vehicles-dialog.tsx')).VehiclesDialog }))

/** Test drives by day, with booking and vehicle management. */
export function TestDrives({ filters, onChange, tabs }: PaneProps) {
  const { title, testDrives: words } = useAgendaWords()
  const [openDialog, show] = useState<'book' | 'vehicles'>()
  const [last, setLast] = useState<'book' | 'vehicles'>()
  if (openDialog && openDialog !== last) setLast(openDialog)
  const close = () => show(undefined)
  useCommands([
    { name: words.book, key: 'c', icon: Plus, run: () => show('book') },
    { name: words.manage, icon: CarFront, run: () => show('vehicles') },
  ])
  return (
    <>
      <PageHeader title={title} aside={tabs}>
        <Button
          look="outline"
          icon={<CarFront size={16} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => show('vehicles')}
        >
          {words.manage}
        </Button>
        <Button
          look="primary"
          icon={<Plus size={16} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => show('book')}
        >
          {words.book}
          <Kbd onAccent>C</Kbd>
        </Button>
      </PageHeader>
      <Toolbar filters={filters} onChange={onChange} />
      <List filters={filters} onBook={() => show('book')} />
      <Suspense>
        {last === 'book' && <BookDialog open={openDialog === 'book'} onClose={close} vehicle_id={filters.vehicle} />}
        {last === 'vehicles' && <VehiclesDialog open={openDialog === 'vehicles'} onClose={close} />}
      </Suspense>
    </>
  )
}

function Toolbar({ filters, onChange }: Omit<PaneProps, 'tabs'>) {
  const { testDrives: words } = useAgendaWords()
  const vehicles = useRead('list_test_drive_vehicles', { only_active: false, limit: 100 }).data?.items ?? []
  const { which = 'upcoming', vehicle = 'any' } = filters
  const { which: _which, vehicle: _vehicle, ...others } = filters
  const set = (next: { which: string; vehicle: string }) =>
    onChange({
      ...others,
      ...(next.which !== 'upcoming' && { which: next.which as 'past' }),
      ...(next.vehicle !== 'any' && { vehicle: next.vehicle }),
    })
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-2 md:px-5">
      <Select
        label={words.status}
        value={which}
        choices={{ upcoming: words.upcoming, past: words.past, cancelled: words.cancelled }}
        onChange={(next) => set({ which: next, vehicle })}
        marked={which !== 'upcoming'}
      />
      <Select
        label={words.vehicle}
        value={vehicle}
        choices={[['any', words.anyVehicle], ...vehicles.map(({ id, name }) => [id, name] as const)]}
        onChange={(next) => set({ which, vehicle: next })}
        marked={vehicle !== 'any'}
      />
    </div>
  )
}

function List({ filters, onBook }: { filters: AgendaFilters; onBook: () => void }) {
  const { common } = useWords()
  const { testDrives: words } = useAgendaWords()
  const time = useTime()
  const { time_zone } = useAccount()
  const list = usePages('list_test_drives', { ...toInput(filters, dayOf(new Date(), time_zone)), limit: 100 })
  const isFiltered = Boolean(filters.which ?? filters.vehicle)
  if (list.error && !list.items)
    return (
      <EmptyState
        art={<BrokenThread />}
        title={words.failed}
        actions={<Button onClick={() => void list.refetch()}>{common.retry}</Button>}
      >
        {describeError(list.error)}
      </EmptyState>
    )
  if (!list.items) return <Waiting label={common.loading} />
  if (list.items.length === 0)
    return (
      <EmptyState
        art={<Spool />}
        title={words.none}
        actions={
          !isFiltered && (
            <Button look="primary" onClick={onBook}>
              {words.book}
            </Button>
          )
        }
      >
        {isFiltered ? words.noneHere : words.noneHint}
      </EmptyState>
    )
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <div className="mx-auto max-w-3xl px-4 py-4 md:px-5">
        {[...inDays(list.items, time_zone, filters.which === undefined)].map(([day, drives]) => (
          <section key={day} aria-labelledby={`drives-${day}`} className="mb-6">
            <h2 id={`drives-${day}`} className="mb-1.5 text-sm font-semibold">
              {time.calendarDay(day)}
            </h2>
            <ul
              className="divide-y divide-line rounded-xl ring-1 ring-line ring-inset *:[contain-intrinsic-size:auto_4.5rem]
                *:[content-visibility:auto]"
            >
              {drives.map((drive) => (
                <TestDriveRow key={drive.id} drive={drive} />
              ))}
            </ul>
          </section>
        ))}
        <LoadMore list={list} />
      </div>
    </div>
  )
}

function toInput({ which, vehicle }: AgendaFilters, today: string) {
  const time = which === 'past' ? { to: addDays(today, -1) } : which === 'cancelled' ? {} : { from: today }
  const status: TestDrive['status'] = which === 'cancelled' ? 'cancelled' : 'booked'
  return { status, ...time, ...(vehicle && { vehicle_id: vehicle }) }
}

/** Test drives by day: upcoming ones soonest first, past ones latest first. */
function inDays(drives: readonly TestDrive[], time_zone: string, comes: boolean) {
  const sign = comes ? 1 : -1
  const sorted = drives.toSorted((one, other) => sign * one.slot.starts_at.localeCompare(other.slot.starts_at))
  return Map.groupBy(sorted, ({ slot }) => dayOf(new Date(slot.starts_at), time_zone))
}

const Waiting = ({ label }: { label: string }) => (
  <div role="status" aria-label={label} className="mx-auto w-full max-w-3xl space-y-3 px-4 py-5 md:px-5">
    {[0, 1, 2, 3].map((each) => (
      <Skeleton key={each} className="h-16 w-full rounded-xl!" />
    ))}
  </div>
)
