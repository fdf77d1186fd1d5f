import { z } from 'zod'
import { timestamp } from '#contract/scalars.ts'
import * as feeds from '#domains/crm/calendar-feeds.ts'
import { operation } from '#kernel/operation.ts'

export const get_calendar_feed = operation({
  summary: 'Get the secret address of your calendar, which is made when there is none.',
  description:
    'Calendar programs subscribe to it. Whoever knows it reads what you have planned; reset_calendar_feed changes it.',
  // It may make one, so that it is no read.
  rest: 'POST /me/calendar-feed',
  permission: 'personal',
  tool: false,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({}),
  output: z.object({ url: z.string(), created_at: timestamp }),

  run: (ctx) => feeds.get(ctx),
})
