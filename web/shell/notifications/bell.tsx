import { lazy, Suspense, useEffect, useState } from 'react'
import { useNotifications } from '#web/features/notifications/use-notifications.ts'
import { cx } from '#web/ui/cx.ts'
import { Bell as Icon } from '#web/ui/icons.ts'
import { Popover } from '#web/ui/popover.tsx'
import { setUnreadInTitle } from '#web/ui/use-title.ts'
import { showBadge } from '#web/features/notifications/device.ts'
import { useAlerts } from './use-alerts.ts'
import { useNotificationCentreWords } from './words.ts'

const Panel = lazy(async () => ({ default: (await import('./panel.tsx')).Panel }))

/** Opens the notification centre, and shows the number of unread notifications here and in the browser tab. */
export function Bell({ className }: { className: string }) {
  const words = useNotificationCentreWords()
  const [isOpen, setOpen] = useState(false)
  const { data } = useNotifications()
  const unread = data?.unread_count ?? 0
  const side = window.matchMedia('(min-width: 40rem)').matches ? 'right' : 'top'
  useAlerts()
  useEffect(() => {
    setUnreadInTitle(unread)
    showBadge(unread)
  }, [unread])
  const trigger = (
    <button type="button" aria-label={words.open(unread)} className={cx('relative', className)}>
      <Icon size={18} aria-hidden />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute top-0.5 left-1/2 min-w-4 rounded-full bg-danger px-1 text-2xs/4 font-semibold text-on-accent"
        >
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </button>
  )
  return (
    <Popover trigger={trigger} label={words.title} open={isOpen} onOpenChange={setOpen} side={side} align="end">
      <Suspense>
        <Panel onClose={() => setOpen(false)} />
      </Suspense>
    </Popover>
  )
}
