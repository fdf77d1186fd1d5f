import { notificationSentencesEn, notificationSentencesEs } from '#contract/notification-sentences.ts'
import type { Notification } from '#contract/records/notification.ts'

/** A notification, and since when the browser shows it. */
export type PushNotification = Notification & { shown_at: string | null }

/** The message the service worker of a browser receives. */
export type PushMessage = {
  show: { id: string; title: string; body: string | null; url: string; at: string }[]
  /** Ids of notifications that were read elsewhere. */
  close: string[]
  /** The number on the icon of the app. */
  unread: number
}

type Preferences = { language: 'es' | 'en'; show_text: boolean; closes: boolean }

/** The message that brings a browser up to date with these notifications; undefined if it is. */
export function toMessage(
  pushed: readonly PushNotification[],
  unread: number,
  how: Preferences,
): PushMessage | undefined {
  const fresh = pushed.filter(({ read_at, created_at, shown_at }) => !read_at && (!shown_at || shown_at < created_at))
  const stale = how.closes ? pushed.filter(({ read_at, shown_at }) => read_at && shown_at) : []
  if (fresh.length === 0 && stale.length === 0) return undefined
  const sentences = how.language === 'en' ? notificationSentencesEn : notificationSentencesEs
  const show = fresh.map(({ id, kind, actor, subject, text, created_at }) => ({
    id,
    title: sentences[kind](actor.name, subject.title),
    body: how.show_text ? text : null,
    url: subject.url,
    at: created_at,
  }))
  return { show, close: stale.map(({ id }) => id), unread }
}

/** Apple ends a subscription whose messages show nothing, so its browsers are not told to close notices. */
export const mayClose = (endpoint: string): boolean => !new URL(endpoint).hostname.endsWith('.push.apple.com')
