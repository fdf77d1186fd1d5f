import type { EmailText } from '#domains/access/emails/email-templates.ts'
import * as emails from '#domains/access/emails/store.ts'
import type { Context } from '#kernel/operation.ts'

/** Queues an e-mail to every administrator of the workspace, once per key. */
export async function emailAdministrators(ctx: Context, kind: string, key: string, text: EmailText): Promise<void> {
  const people = await ctx.sql<{ id: string; name: string; email: string }>`
    select u.id, u.name, u.email from memberships m join users u on u.id = m.user_id and u.disabled_at is null
     where m.account_id = ${ctx.actor.account.id} and m.role = 'administrator' and m.deactivated_at is null`
  for (const { id, name, email } of people)
    await emails.queue(ctx, { ...text, key: `${key}:${id}`, kind, to_address: email, to_name: name })
}
