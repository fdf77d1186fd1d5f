import { NotificationChanges, NotificationPreferences } from '#contract/records/notification.ts'
import * as preferences from '#domains/people/preferences.ts'
import { operation } from '#kernel/operation.ts'

export const update_notification_preferences = operation({
  summary: 'Update how you are notified in this workspace. Omitted fields stay unchanged.',
  rest: 'PATCH /me/notifications',
  permission: 'personal',
  tool: false,
  destructive: true,
  idempotent: true,
  input: NotificationChanges,
  output: NotificationPreferences,

  run: (ctx, changes) => preferences.update(ctx, ctx.actor.user_id, changes),
})
