import { type AlertKind, alert_kinds, type NotificationPreferences } from '#contract/records/notification.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'

/** Defaults: announce everything, and e-mail what is addressed to the person, not what they see in the inbox anyway. */
const announced = { app: true, desktop: true, sound: true, push: true }
const mailed = {
  conversation_assigned: false,
  mention: true,
  owner_changed: true,
  sla_due_soon: false,
  sla_breached: false,
  activity_due: true,
}

type Channels = Partial<Record<'app' | 'desktop' | 'sound' | 'push' | 'email', boolean | undefined>>
export type Changes = {
  kinds?: { [K in AlertKind]?: Channels | undefined } | undefined
  quiet_hours?: NotificationPreferences['quiet_hours'] | undefined
  show_text?: boolean | undefined
}

type StoredPreferences = {
  /** Whether a kind is e-mailed. */
  notifications: Partial<Record<AlertKind, boolean>>
  notification_settings: Changes
}

export async function get(ctx: Context, user_id: string | null): Promise<NotificationPreferences> {
  const { notifications, notification_settings } = await read(ctx, user_id)
  const { kinds = {}, quiet_hours = null, show_text = true } = notification_settings
  const emails: Partial<Record<AlertKind, boolean>> = { ...mailed, ...notifications }
  const channelsOf = (kind: AlertKind) => ({
    ...announced,
    ...kinds[kind],
    ...(emails[kind] !== undefined && { email: emails[kind] }),
  })
  const chosen = Object.fromEntries(alert_kinds.map((kind) => [kind, channelsOf(kind)]))
  return { kinds: chosen as NotificationPreferences['kinds'], quiet_hours, show_text }
}

/** Changes the given settings. E-mail settings are stored apart, where the previous version reads them. */
export async function update(ctx: Context, user_id: string | null, changes: Changes): Promise<NotificationPreferences> {
  // Locked, so that two changes at once both count.
  const { notifications, notification_settings } = await read(ctx, user_id, part`for update`)
  const { kinds = {}, ...others } = changes
  const emails = { ...notifications }
  const settings: Changes = { ...notification_settings, ...pickGiven(others) }
  for (const [kind, { email, ...channels }] of Object.entries(kinds) as [AlertKind, Channels][]) {
    if (email !== undefined) emails[kind] = email
    settings.kinds = { ...settings.kinds, [kind]: { ...settings.kinds?.[kind], ...pickGiven(channels) } }
  }
  await ctx.sql`
    update memberships set notifications = ${emails}, notification_settings = ${settings}
     where account_id = ${ctx.actor.account.id} and user_id = ${user_id}`
  return get(ctx, user_id)
}

async function read(
  { sql, actor }: Context,
  user_id: string | null,
  lock: Part = emptyPart,
): Promise<StoredPreferences> {
  const [row] = await sql<StoredPreferences>`
    select notifications, notification_settings from memberships where account_id = ${actor.account.id} and user_id = ${user_id} ${lock}`
  return row ?? { notifications: {}, notification_settings: {} }
}

function pickGiven<T extends object>(changes: T): Partial<T> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<T>
}
