import { notificationSentencesEn } from '#contract/notification-sentences.ts'
import { plural } from '#web/app/plural.ts'
import type { NotificationCentreWords } from './words.es.ts'

export const notificationCentreEn: NotificationCentreWords = {
  title: 'Notifications',
  open: (unread) =>
    unread === 0 ? 'Notifications' : plural(unread, 'Notifications: 1 unread', `Notifications: ${unread} unread`),
  markAll: 'Mark all as read',
  unread: 'Unread',
  empty: 'You’re all caught up',
  emptyHint: 'Conversations assigned to you, mentions, replies from your customers and your tasks appear here.',
  failed: 'We couldn’t load your notifications',
  settings: 'Choose your notifications',
  more: (count) => `and ${count - 1} more`,
  kinds: notificationSentencesEn,
}
