import { z } from 'zod'
import { notification_subjects } from '#contract/records/notification.ts'
import { id } from '#contract/scalars.ts'
import * as notifications from '#domains/people/notifications/store.ts'
import { operation } from '#kernel/operation.ts'

export const mark_notifications_read = operation({
  summary: 'Mark your notifications as read: the given ones, those about a record, or all.',
  rest: 'POST /me/notifications/read',
  permission: 'personal',
  tool: false,
  idempotent: true,
  input: z.strictObject({
    notification_ids: z.array(id).max(100).optional(),
    subject: z
      .strictObject({ type: z.enum(notification_subjects), id })
      .optional()
      .describe('The record they are about'),
  }),
  output: z.object({ marked: z.int().describe('Notifications that were unread') }),

  run: async (ctx, input) => ({ marked: await notifications.markRead(ctx, input) }),
})
