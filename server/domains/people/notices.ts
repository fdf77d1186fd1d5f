import type { EmailedKind } from '#contract/records/notification.ts'
import * as emails from '#domains/access/emails/store.ts'
import * as preferences from '#domains/people/preferences.ts'
import type { Context } from '#kernel/operation.ts'

/** A notification e-mail to a member. The key, such as an event id, ensures it is sent once. */
export type Notice = Pick<emails.NewEmail, 'key' | 'subject' | 'paragraphs' | 'link'>

/**
 * E-mails an active member, if their preferences allow it. Skips what they did themselves or through an API key of
 * theirs. Returns whether an e-mail was queued.
 */
export async function notify(ctx: Context, kind: EmailedKind, user_id: string, mail: Notice): Promise<boolean> {
  const { type, id, account } = ctx.actor
  if (type === 'user' && id === user_id) return false
  const key_id = type === 'api_key' ? id : null
  const [person] = await ctx.sql<{ name: string; email: string }>`
    select u.name, u.email from memberships m join users u on u.id = m.user_id and u.disabled_at is null
     where m.account_id = ${account.id} and m.user_id = ${user_id} and m.deactivated_at is null
       and not exists (select from api_keys k where k.account_id = m.account_id and k.user_id = m.user_id and k.id = ${key_id})`
  if (!person || !(await preferences.get(ctx, user_id)).kinds[kind].email) return false
  const key = `${kind}:${mail.key}:${user_id}`
  return emails.queue(ctx, { ...mail, key, kind, to_address: person.email, to_name: person.name })
}
