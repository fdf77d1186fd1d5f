import { useEffect, useEffectEvent, useRef } from 'react'
import { useRouter } from '@tanstack/react-router'
import type { Notification } from '#contract/records/notification.ts'
import { useNotifications } from '#web/features/notifications/use-notifications.ts'
import { pathOf } from '#web/app/path.ts'
import { isQuiet } from '#contract/quiet-hours.ts'
import { closeDesktop, playSound, showDesktop } from '#web/features/notifications/device.ts'
import { closeRead, onOpened, push, renewPush } from '#web/features/notifications/push.ts'
import { useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { useNotificationCentreWords } from './words.ts'

/** Announces notifications that arrive while the app is open: by sound, and on the desktop if the app is not in view. */
export function useAlerts() {
  const words = useNotificationCentreWords()
  const router = useRouter()
  const { id: account_id } = useAccount()
  const { data } = useNotifications()
  const { data: preferences } = useRead('get_notification_preferences', {})
  const latest = useRef<string>(undefined)
  const announce = useEffectEvent((items: readonly Notification[]) => {
    const known = latest.current
    latest.current = items[0]?.created_at ?? ''
    if (known === undefined) return
    const fresh = items.filter(({ read_at, created_at }) => !read_at && created_at > known)
    if (fresh.length === 0) return
    if (!preferences || isQuiet(preferences.quiet_hours, new Date())) return
    const { kinds, show_text } = preferences
    if (fresh.some(({ kind }) => kinds[kind].sound)) playSound()
    if (document.visibilityState === 'visible') return
    // The service worker shows those that this browser is also pushed.
    const isPushed = push.get() === 'on'
    const shown = fresh.filter(({ kind }) => kinds[kind].desktop && !(isPushed && kinds[kind].push)).slice(0, 3)
    for (const { id, kind, subject, actor, text } of shown) {
      const title = words.kinds[kind](actor.name, subject.title)
      showDesktop({ id, title, body: show_text ? text : null, url: subject.url }, (url) =>
        router.history.push(pathOf(url)),
      )
    }
  })
  useEffect(() => {
    if (!data) return
    announce(data.items)
    const isRead = (id: string) => data.items.some((item) => item.id === id && item.read_at !== null)
    closeDesktop(isRead)
    void closeRead(isRead)
  }, [data])
  const open = useEffectEvent((path: string) => router.history.push(path))
  useEffect(() => onOpened((path) => open(path)), [])
  // Without a connection to the push service the old subscription stays.
  useEffect(() => void renewPush(account_id).catch(() => {}), [account_id])
}
