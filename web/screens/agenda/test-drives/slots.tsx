import { useState } from 'react'
import { Trash2 } from '#web/ui/icons.ts'
import { addDays, dayOf } from '#contract/periods.ts'
import type { TestDriveSlot, TestDriveVehicle } from '#contract/records/test-drive.ts'
import { describeError } from '#web/app/i18n.ts'
import { useAct, usePages } from '#web/app/query.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { useAccount } from '#web/app/session.ts'
import { useTime } from '#web/app/format/time.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogBody } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useAgendaWords } from '#web/screens/agenda/words.ts'
import { splitDay } from './split-day.ts'

/** Slots of a vehicle; new ones are created for one day at a time. */
export function Slots({ vehicle }: { vehicle: TestDriveVehicle }) {
  const { testDrives: words } = useAgendaWords()
  const list = usePages('list_test_drive_slots', { vehicle_id: vehicle.id, limit: 50 })
  return (
    <DialogBody>
      <AddSlots vehicle={vehicle} />
      {list.items?.length === 0 && <p className="mt-4 text-sm text-ink-3">{words.noneSlots}</p>}
      <ul className="mt-4 divide-y divide-line">
        {list.items?.map((slot) => (
          <Slot key={slot.id} slot={slot} />
        ))}
      </ul>
      {list.hasNextPage && <LoadMore list={list} />}
    </DialogBody>
  )
}

function Slot({ slot: { id, starts_at, ends_at, booking_id } }: { slot: TestDriveSlot }) {
  const { testDrives: words } = useAgendaWords()
  const time = useTime()
  const remove = useAct('delete_test_drive_slot', { invalidates: ['list_test_drive_slots'] })
  const when = time.full(starts_at)
  return (
    <li className="flex min-h-10 items-center gap-2 py-1 text-sm tabular-nums">
      <span className="min-w-0 flex-1">
        {when} – {time.clock(ends_at)}
      </span>
      <Badge tone={booking_id ? 'accent' : 'plain'}>{booking_id ? words.booked : words.free}</Badge>
      {!booking_id && (
        <IconButton
          size="sm"
          label={words.removeSlot(when)}
          busy={remove.isPending}
          onClick={() => remove.mutate({ slot_id: id })}
        >
          <Trash2 size={14} aria-hidden />
        </IconButton>
      )}
    </li>
  )
}

const lengths = ['30', '45', '60', '90'] as const
type Length = (typeof lengths)[number]

function AddSlots({ vehicle }: { vehicle: TestDriveVehicle }) {
  const { testDrives: words } = useAgendaWords()
  const { time_zone } = useAccount()
  const [day, setDay] = useState(() => addDays(dayOf(new Date(), time_zone), 1))
  const [from, setFrom] = useState('09:00')
  const [to, setTo] = useState('12:00')
  const [length, setLength] = useState<Length>('60')
  const spans = splitDay(day, from, to, Number(length), time_zone)
  const create = useAct('create_test_drive_slots', {
    silent: true,
    invalidates: ['list_test_drive_slots'],
    onSuccess: ({ items }) => toast.good(words.created(items.length)),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (spans.length > 0) create.mutate({ vehicle_id: vehicle.id, slots: spans })
      }}
      className="grid grid-cols-2 items-end gap-3 rounded-xl bg-sunken p-3"
    >
      <TextField label={words.day} type="date" value={day} onChange={(event) => setDay(event.target.value)} />
      <SelectField<Length>
        label={words.each}
        value={length}
        choices={lengths.map((each) => [each, words.minutes(Number(each))] as const)}
        onChange={setLength}
      />
      <TextField label={words.from} type="time" value={from} onChange={(event) => setFrom(event.target.value)} />
      <TextField label={words.to} type="time" value={to} onChange={(event) => setTo(event.target.value)} />
      <div className="col-span-2 flex flex-wrap items-center justify-end gap-2">
        {create.error && (
          <div className="min-w-0 flex-1">
            <Notice>{describeError(create.error, 'slots')}</Notice>
          </div>
        )}
        <Button look="primary" type="submit" disabled={spans.length === 0} busy={create.isPending}>
          {words.create(spans.length)}
        </Button>
      </div>
    </form>
  )
}
