import { lazy, Suspense, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { CarFront, X } from '#web/ui/icons.ts'
import type { TestDrive } from '#contract/records/test-drive.ts'
import { useAccount } from '#web/app/session.ts'
import { useTime } from '#web/app/format/time.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { useAgendaWords } from '#web/screens/agenda/words.ts'

const CancelDialog = lazy(async () => ({ default: (await import('./cancel-dialog.tsx')).CancelDialog }))

export function TestDriveRow({ drive }: { drive: TestDrive }) {
  const { testDrives: words } = useAgendaWords()
  const { id: account_id } = useAccount()
  const time = useTime()
  const [isConfirming, setConfirming] = useState<boolean>()
  const { slot, vehicle, contact, agent, notes, status, cancel_reason } = drive
  const isToCome = status === 'booked' && Date.parse(slot.starts_at) > Date.now()
  const details = [vehicle.location, agent ? words.with(agent.name) : words.alone]
  return (
    <li className="flex items-start gap-3 px-3 py-2.5">
      <div className="w-24 shrink-0 pt-px text-sm tabular-nums">
        <time dateTime={slot.starts_at} className="font-medium">
          {time.clock(slot.starts_at)}
        </time>
        <span className="block text-xs text-ink-3">{time.clock(slot.ends_at)}</span>
      </div>
      <div className="min-w-0 flex-1">
        <Link
          to="/app/$account_id/contacts/$contact_id"
          params={{ account_id, contact_id: contact.id }}
          className="block truncate text-sm font-medium hover:underline"
        >
          {contact.name}
        </Link>
        <p className="flex items-center gap-1.5 text-sm text-ink-2">
          <CarFront size={14} aria-hidden className="shrink-0 text-ink-3" />
          <span className="truncate">
            {vehicle.name} · {vehicle.code}
          </span>
        </p>
        <p className="truncate text-xs text-ink-3">{details.filter(Boolean).join(' · ')}</p>
        {notes && <p className="line-clamp-2 text-xs text-ink-2">{notes}</p>}
        {cancel_reason && <p className="text-xs text-ink-3">{words.because(cancel_reason)}</p>}
      </div>
      {status === 'cancelled' && <Badge tone="bad">{words.cancelledBadge}</Badge>}
      {isToCome && (
        <Button
          size="sm"
          icon={<X size={14} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setConfirming(true)}
          aria-label={words.cancel}
        >
          <span className="max-sm:hidden">{words.cancel}</span>
        </Button>
      )}
      {isConfirming !== undefined && (
        <Suspense>
          <CancelDialog open={isConfirming} onClose={() => setConfirming(false)} drive={drive} />
        </Suspense>
      )}
    </li>
  )
}
