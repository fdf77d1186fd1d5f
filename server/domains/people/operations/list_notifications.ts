import { z } from 'zod'
import { Notification } from '#contract/records/notification.ts'
import { cursor, limit, page } from '#contract/scalars.ts'
import * as notifications from '#domains/people/notifications/store.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const list_notifications = operation({
  summary: 'List your notifications, newest first, with the number of unread ones.',
  rest: 'GET /me/notifications/entries',
  permission: 'personal',
  tool: false,
  input: z.strictObject({
    unread: z.boolean().optional().describe('Only unread ones'),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: page(Notification).extend({ unread_count: z.int().describe('Unread notifications, counted up to 100') }),

  async run(ctx, input) {
    const { after, limit } = readPage(ctx, input)
    const [rows, unread_count] = await Promise.all([
      notifications.list(ctx, input, after, limit),
      notifications.countUnread(ctx),
    ])
    return { ...toPage(ctx, input, rows, ({ created_at, id }) => [created_at, id]), unread_count }
  },
})
