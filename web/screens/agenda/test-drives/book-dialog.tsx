import { useState } from 'react'
import type { Contact } from '#web/app/api.ts'
import { useWords } from '#web/app/i18n.ts'
import { useRead } from '#web/app/query.ts'
import { ContactCard } from '#web/features/contacts/contact-card.tsx'
import { ContactPicker } from '#web/features/contacts/contact-picker.tsx'
import { useSession } from '#web/app/session.ts'
import { useTime } from '#web/app/format/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { useSave } from '#web/ui/form/use-save.ts'
import { Notice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { useAgendaWords } from '#web/screens/agenda/words.ts'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { driveQueries } from './drive-reads.ts'

type Props = { open: boolean; onClose: () => void; vehicle_id?: string | undefined }

export function BookDialog({ open, onClose, vehicle_id }: Props) {
  const { testDrives: words } = useAgendaWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.bookTitle}>
      <BookForm onClose={onClose} vehicle_id={vehicle_id} />
    </Dialog>
  )
}

const reminders = ['none', '60', '180', '1440'] as const
type Reminder = (typeof reminders)[number]
const NOBODY = 'nobody'

function BookForm({ onClose, vehicle_id }: Omit<Props, 'open'>) {
  const { common } = useWords()
  const { testDrives: words } = useAgendaWords()
  const { user } = useSession()
  const [contact, setContact] = useState<Contact>()
  const [agent, setAgent] = useState(user.id)
  const [notes, setNotes] = useState('')
  const [remind, setRemind] = useState<Reminder>('60')
  const free = useFreeSlots(vehicle_id)
  const agents = useRead('list_agents', {}).data?.items ?? []
  const { save, errors, problem, isPending } = useSave('book_test_drive', {
    invalidates: driveQueries,
    onSaved: onClose,
    message: () => words.wasBooked,
  })
  const submit = () =>
    contact &&
    free.slot &&
    save({
      slot_id: free.slot,
      contact_id: contact.id,
      agent: agent === NOBODY ? null : agent,
      ...(notes.trim() && { notes }),
      remind_minutes: remind === 'none' ? null : Number(remind),
    })
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submit={words.book}
      busy={isPending}
      disabled={!contact || !free.slot}
      problem={problem}
    >
      <div className="grid gap-1.5">
        <p className="text-sm font-medium">{words.contact}</p>
        {contact ? (
          <ContactCard
            contact={contact}
            aside={
              <Button size="sm" onClick={() => setContact(undefined)}>
                {common.clear}
              </Button>
            }
          />
        ) : (
          <ContactPicker label={words.findContact} except="" onPick={setContact} />
        )}
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label={words.vehicle}
          value={free.vehicle}
          choices={free.vehicles}
          onChange={free.setVehicle}
          placeholder={words.vehicle}
        />
        <SelectField
          label={words.slot}
          value={free.slot}
          choices={free.slots}
          onChange={free.setSlot}
          placeholder={words.chooseSlot}
          error={errors['slot_id']}
        />
      </div>
      {free.isEmpty && <Notice tone="plain">{words.noSlots}</Notice>}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label={words.agent}
          value={agent}
          choices={[...agents.map(({ id, name }) => [id, name] as const), [NOBODY, words.alone]]}
          onChange={setAgent}
        />
        <SelectField<Reminder>
          label={words.remind}
          value={remind}
          choices={reminders.map((each) => [each, words.reminds[each]] as const)}
          onChange={setRemind}
          error={errors['remind_minutes']}
        />
      </div>
      <TextArea
        rows={2}
        label={words.notes}
        optional={common.optional}
        value={notes}
        onChange={(event) => setNotes(event.target.value)}
      />
    </DialogForm>
  )
}

/** Active vehicles, and the free slots of the selected one. */
function useFreeSlots(initial: string | undefined) {
  const time = useTime()
  const vehicles = useRead('list_test_drive_vehicles', { limit: 100 }).data?.items ?? []
  const [vehicle = initial ?? vehicles[0]?.id ?? '', choose] = useState<string>()
  const [slot, setSlot] = useState('')
  const { data } = useRead(
    'list_test_drive_slots',
    { vehicle_id: vehicle, available_only: true, limit: 50 },
    { enabled: vehicle !== '' },
  )
  return {
    vehicle,
    vehicles: vehicles.map(({ id, name }) => [id, name] as const),
    setVehicle: (id: string) => {
      choose(id)
      setSlot('')
    },
    slot,
    slots: (data?.items ?? []).map(({ id, starts_at }) => [id, time.full(starts_at)] as const),
    setSlot,
    isEmpty: data?.items.length === 0,
  }
}
