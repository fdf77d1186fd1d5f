import { useEffect, useEffectEvent } from 'react'
import type { Notification } from '#contract/records/notification.ts'
import { useAct, useRead } from '#web/app/query.ts'

/** The newest notifications of this person, and the number of unread ones. */
export function useNotifications() {
  return useRead('list_notifications', {})
}

export function useMarkNotificationsRead() {
  return useAct('mark_notifications_read', { invalidates: ['list_notifications'], silent: true })
}

/** Marks the notifications about an open record as read, also those that arrive while it is open and looked at. */
export function useReadNotificationsOf(type: Notification['subject']['type'], id: string) {
  const { data } = useNotifications()
  const { mutate } = useMarkNotificationsRead()
  const isUnread = data?.items.some(({ subject, read_at }) => !read_at && subject.type === type && subject.id === id)
  const mark = useEffectEvent(() => {
    if (isUnread && document.visibilityState === 'visible') mutate({ subject: { type, id } })
  })
  useEffect(() => {
    const listen = () => mark()
    listen()
    document.addEventListener('visibilitychange', listen)
    return () => document.removeEventListener('visibilitychange', listen)
  }, [isUnread, id])
}
