import { z } from 'zod'
import { timestamp } from '#contract/scalars.ts'
import * as feeds from '#domains/crm/activities/calendar-feeds.ts'
import { operation } from '#kernel/operation.ts'

export const reset_calendar_feed = operation({
  summary: 'Replace the secret address of your calendar feed. The old one stops working at once.',
  rest: 'POST /me/calendar-feed/reset',
  permission: 'personal',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({}),
  output: z.object({ url: z.string(), created_at: timestamp }),

  run: (ctx) => feeds.reset(ctx),
})
