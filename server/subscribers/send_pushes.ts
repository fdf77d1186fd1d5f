import * as preferences from '#domains/people/preferences.ts'
import { encrypt } from '#domains/people/push/encrypt.ts'
import { mayClose, toMessage } from '#domains/people/push/rules.ts'
import * as push from '#domains/people/push/store.ts'
import { authorization, createVapid } from '#domains/people/push/vapid.ts'
import type { Outbound } from '#gateways/outbound.ts'
import { subscriber, type SubscriberContext } from '#kernel/subscriber.ts'

/** Push services keep a message for a browser that is closed this long. */
const KEPT_SECONDS = 12 * 3_600

/**
 * Sends push messages. They wait some seconds: a notification read meanwhile, such as that of a conversation the person
 * looks at, is not sent. A crash after sending repeats the message, which the browser recognises.
 */
export function send_pushes(outbound: Pick<Outbound, 'post'>) {
  return subscriber({
    on: ['push.requested'],
    delaySeconds: 5,
    retries: [5, 30, 300, 1800],

    async run(context, { account_id, actor, payload: { subscription_id, notification_ids } }) {
      const { sql, secret, base_url } = context
      const target = await push.findTarget(sql, secret, account_id, subscription_id)
      if (!target) return // Its session ended, or the person left.
      const { user_id, language, endpoint } = target
      const { show_text } = await context.withoutTransaction('send_pushes', actor, (ctx) =>
        preferences.get(ctx, user_id),
      )
      const how = { language, show_text, closes: mayClose(endpoint) }
      const next = async () => {
        const { pushed, unread } = await push.readState(sql, account_id, subscription_id, user_id, notification_ids)
        return toMessage(pushed, unread, how)
      }
      // Read again after sending: a notification read meanwhile is closed at once.
      for (let message = await next(); message; message = await next()) {
        const isGone = await post(outbound, { secret, base_url }, target, JSON.stringify(message))
        if (isGone) return push.remove(sql, account_id, subscription_id)
        await push.recordShown(sql, account_id, subscription_id, message)
      }
    },
  })
}

type Sender = Pick<SubscriberContext, 'secret' | 'base_url'>

/** Returns whether the subscription has ended. */
async function post(
  outbound: Pick<Outbound, 'post'>,
  sender: Sender,
  target: push.Target,
  text: string,
): Promise<boolean> {
  const { endpoint, keys } = target
  const headers = {
    authorization: authorization(createVapid(sender.secret), endpoint, sender.base_url, new Date()),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(KEPT_SECONDS),
    urgency: 'high',
  }
  const { status } = await outbound.post(endpoint, encrypt(text, keys), headers)
  if (status === 404 || status === 410) return true
  if (status < 200 || status > 299) throw new Error(`The push service answered ${status}.`)
  return false
}
