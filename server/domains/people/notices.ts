import type { NotificationKind } from '#contract/records/people.ts'
import * as emails from '#domains/access/emails.ts'
import * as preferences from '#domains/people/preferences.ts'
import type { Context } from '#kernel/operation.ts'

/** A mail to somebody who works here. The key says what it is about, such as the id of the event: each is told once. */
export type Notice = Pick<emails.New, 'key' | 'subject' | 'paragraphs' | 'link'>

/**
 * Tells somebody by mail, if they work here and want to know of such things. Who did it themselves, or by a key that acts
 * for them, knows. Answers whether a mail was put into the outbox.
 */
export async function notify(ctx: Context, kind: NotificationKind, user_id: string, mail: Notice): Promise<boolean> {
  const { type, id, account } = ctx.actor
  if (type === 'user' && id === user_id) return false
  const key_id = type === 'api_key' ? id : null
  const [person] = await ctx.sql<{ name: string; email: string }>`
    select u.name, u.email from memberships m join users u on u.id = m.user_id and u.disabled_at is null
     where m.account_id = ${account.id} and m.user_id = ${user_id} and m.deactivated_at is null
       and not exists (select from api_keys k where k.account_id = m.account_id and k.user_id = m.user_id and k.id = ${key_id})`
  if (!person || !(await preferences.get(ctx, user_id))[kind]) return false
  const key = `${kind}:${mail.key}:${user_id}`
  return emails.queue(ctx, { ...mail, key, kind, to_address: person.email, to_name: person.name })
}
