import { useState } from 'react'
import { ArrowLeft, CalendarClock, Pencil, Plus } from '#web/ui/icons.ts'
import type { TestDriveVehicle } from '#contract/records/test-drive.ts'
import { usePages } from '#web/app/query.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useAgendaWords } from '#web/screens/agenda/words.ts'
import { Slots } from './slots.tsx'
import { VehicleForm } from './vehicle-form.tsx'

type Step = { at: 'list' } | { at: 'edit'; vehicle?: TestDriveVehicle } | { at: 'slots'; vehicle: TestDriveVehicle }

/** Manages vehicles for test drives and their slots. */
export function VehiclesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { testDrives: words } = useAgendaWords()
  const [step, go] = useState<Step>({ at: 'list' })
  const title =
    step.at === 'slots' ? words.slots(step.vehicle.name) : step.at === 'edit' ? words.vehicleTitle : words.manage
  const back = () => go({ at: 'list' })
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      {step.at === 'list' && <Vehicles onStep={go} />}
      {step.at === 'edit' && <VehicleForm {...(step.vehicle && { vehicle: step.vehicle })} onDone={back} />}
      {step.at === 'slots' && (
        <>
          <Slots vehicle={step.vehicle} />
          <DialogFooter>
            <Button icon={<ArrowLeft size={15} aria-hidden />} onClick={back} className="mr-auto">
              {words.vehicles}
            </Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  )
}

function Vehicles({ onStep }: { onStep: (step: Step) => void }) {
  const { testDrives: words } = useAgendaWords()
  const list = usePages('list_test_drive_vehicles', { only_active: false, limit: 50 })
  return (
    <>
      <DialogBody>
        {!list.items && <Skeleton className="h-14 w-full rounded-xl!" />}
        {list.items?.length === 0 && <p className="text-sm text-ink-3">{words.noVehicles}</p>}
        <ul className="divide-y divide-line">
          {list.items?.map((vehicle) => (
            <li key={vehicle.id} className="flex items-center gap-2 py-2">
              <div className="min-w-0 flex-1">
                <p className="truncate text-sm font-medium">{vehicle.name}</p>
                <p className="truncate text-xs text-ink-3">
                  {[vehicle.code, vehicle.location].filter(Boolean).join(' · ')}
                </p>
              </div>
              {!vehicle.active && <Badge>{words.inactive}</Badge>}
              <Button
                size="sm"
                look="outline"
                icon={<CalendarClock size={14} aria-hidden />}
                onClick={() => onStep({ at: 'slots', vehicle })}
              >
                {words.openSlots}
              </Button>
              <IconButton
                size="sm"
                label={words.editVehicle(vehicle.name)}
                onClick={() => onStep({ at: 'edit', vehicle })}
              >
                <Pencil size={14} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
        {list.hasNextPage && <LoadMore list={list} />}
      </DialogBody>
      <DialogFooter>
        <Button look="primary" icon={<Plus size={16} aria-hidden />} onClick={() => onStep({ at: 'edit' })}>
          {words.addVehicle}
        </Button>
      </DialogFooter>
    </>
  )
}
