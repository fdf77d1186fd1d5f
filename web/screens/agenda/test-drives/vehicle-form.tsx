import { useState } from 'react'
import type { TestDriveVehicle } from '#contract/records/test-drive.ts'
import { useWords } from '#web/app/i18n.ts'
import { TextField } from '#web/ui/field.tsx'
import { useSave } from '#web/ui/form/use-save.ts'
import { Switch } from '#web/ui/switch.tsx'
import { useAgendaWords } from '#web/screens/agenda/words.ts'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'

type Props = { vehicle?: TestDriveVehicle; onDone: () => void }

export function VehicleForm({ vehicle, onDone }: Props) {
  const { common } = useWords()
  const { testDrives: words } = useAgendaWords()
  const [active, setActive] = useState(vehicle?.active ?? true)
  const options = {
    invalidates: ['list_test_drive_vehicles', 'list_test_drives', 'list_test_drive_slots'],
    onSaved: onDone,
    message: () => words.saved,
  } as const
  const create = useSave('create_test_drive_vehicle', options)
  const update = useSave('update_test_drive_vehicle', options)
  const { errors, problem, isPending } = vehicle ? update : create
  const save = ({ code = '', name = '', location = '' }: Record<string, string>) => {
    const fields = { code: code.trim(), name: name.trim(), location: location.trim() || null, active }
    if (vehicle) update.save({ vehicle_id: vehicle.id, ...fields })
    else create.save(fields)
  }
  return (
    <DialogForm onSubmit={save} onCancel={onDone} submit={common.save} busy={isPending} problem={problem}>
      <TextField
        autoFocus
        label={words.name}
        hint={words.nameHint}
        name="name"
        defaultValue={vehicle?.name ?? ''}
        error={errors['name']}
      />
      <TextField label={words.code} name="code" defaultValue={vehicle?.code ?? ''} error={errors['code']} />
      <TextField
        label={words.location}
        optional={common.optional}
        name="location"
        defaultValue={vehicle?.location ?? ''}
        error={errors['location']}
      />
      <Switch label={words.active} checked={active} onChange={setActive} />
    </DialogForm>
  )
}
