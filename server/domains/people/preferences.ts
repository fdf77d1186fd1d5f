import type { NotificationPreferences } from '#contract/records/people.ts'
import type { Context } from '#kernel/operation.ts'

/** What people are told by mail until they say otherwise: what is meant for them, not what they see anyway. */
const defaults: NotificationPreferences = {
  conversation_assigned: false,
  mention: true,
  owner_changed: true,
  sla_breached: false,
  activity_due: true,
}

export type Changes = { [K in keyof NotificationPreferences]?: boolean | undefined }

export async function get({ sql, actor }: Context, user_id: string | null): Promise<NotificationPreferences> {
  const [row] = await sql<{ notifications: Changes }>`
    select notifications from memberships where account_id = ${actor.account.id} and user_id = ${user_id}`
  return { ...defaults, ...row?.notifications }
}

export async function update(ctx: Context, user_id: string | null, changes: Changes): Promise<NotificationPreferences> {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  await ctx.sql`
    update memberships set notifications = notifications || ${given} where account_id = ${ctx.actor.account.id} and user_id = ${user_id}`
  return get(ctx, user_id)
}
