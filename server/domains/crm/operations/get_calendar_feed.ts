import { z } from 'zod'
import { timestamp } from '#contract/scalars.ts'
import * as feeds from '#domains/crm/activities/calendar-feeds.ts'
import { operation } from '#kernel/operation.ts'

export const get_calendar_feed = operation({
  summary: 'Get the secret address of your calendar feed; one is created if you have none.',
  description:
    'Subscribe to it in a calendar app. Anyone with the address can read your activities; reset_calendar_feed replaces it.',
  // POST, because it may create a feed.
  rest: 'POST /me/calendar-feed',
  permission: 'personal',
  tool: false,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({}),
  output: z.object({ url: z.string(), created_at: timestamp }),

  run: (ctx) => feeds.get(ctx),
})
