import { isQuiet } from '#contract/quiet-hours.ts'
import { part } from '#db/sql.ts'
import * as preferences from '#domains/people/preferences.ts'
import * as push from '#domains/people/push/store.ts'
import type { Context } from '#kernel/operation.ts'
import { type Event, subscriber } from '#kernel/subscriber.ts'

/** Requests a push message for each browser that should show a notification, or close one that was read elsewhere. */
export const push_notifications = subscriber({
  on: ['notification.created', 'notification.read'],
  when: part`exists (
    select from push_subscriptions p where p.account_id = e.account_id
       and p.user_id = coalesce(e.payload #>> '{notification,user_id}', e.payload #>> '{reader,user_id}')::bigint)`,
  async run({ inTransaction }, event) {
    await inTransaction('push_notifications', event.actor, async (ctx) => {
      const { subscription_ids, notification_ids } = await recipients(ctx, event)
      for (const subscription_id of subscription_ids) ctx.emit('push.requested', { subscription_id, notification_ids })
    })
  },
})

async function recipients(ctx: Context, event: Event<'notification.created' | 'notification.read'>) {
  if (event.name === 'notification.read') {
    const { reader, notification_ids } = event.payload
    return { notification_ids, subscription_ids: await push.listIds(ctx, reader.user_id, notification_ids) }
  }
  const { id, user_id, kind } = event.payload.notification
  const subscription_ids = await push.listIds(ctx, user_id)
  const isWanted = subscription_ids.length > 0 && (await wants(ctx, user_id, kind))
  return { notification_ids: [id], subscription_ids: isWanted ? subscription_ids : [] }
}

async function wants(
  ctx: Context,
  user_id: string,
  kind: Event<'notification.created'>['payload']['notification']['kind'],
) {
  const { kinds, quiet_hours } = await preferences.get(ctx, user_id)
  return kinds[kind].push && !isQuiet(quiet_hours, ctx.now)
}
