import { z } from 'zod'
import { NotificationPreferences } from '#contract/records/notification.ts'
import * as preferences from '#domains/people/preferences.ts'
import { operation } from '#kernel/operation.ts'

export const get_notification_preferences = operation({
  summary: 'Get how you are notified in this workspace: each kind, and quiet hours.',
  rest: 'GET /me/notifications',
  permission: 'personal',
  tool: false,
  input: z.strictObject({}),
  output: NotificationPreferences,

  run: (ctx) => preferences.get(ctx, ctx.actor.user_id),
})
