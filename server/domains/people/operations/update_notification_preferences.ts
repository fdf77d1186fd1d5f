import { NotificationPreferences } from '#contract/records/people.ts'
import * as preferences from '#domains/people/preferences.ts'
import { operation } from '#kernel/operation.ts'

export const update_notification_preferences = operation({
  summary: 'Choose what you are told by mail in this workspace. Only what is given changes.',
  rest: 'PATCH /me/notifications',
  permission: 'personal',
  tool: false,
  destructive: true,
  idempotent: true,
  input: NotificationPreferences.partial().strict(),
  output: NotificationPreferences,

  run: (ctx, changes) => preferences.update(ctx, ctx.actor.user_id, changes),
})
