import { z } from 'zod'
import { Author } from '#contract/records/author.ts'
import { id, line, timestamp } from '#contract/scalars.ts'

export const alert_kinds = [
  'conversation_assigned',
  'mention',
  'customer_waiting',
  'customer_replied',
  'owner_changed',
  'sla_due_soon',
  'sla_breached',
  'activity_due',
] as const
export type AlertKind = (typeof alert_kinds)[number]

export const notification_subjects = ['conversation', 'lead', 'opportunity', 'contact'] as const

/** An entry of a person's notification centre. */
export const Notification = z
  .object({
    id,
    user_id: id.describe('The person it is for'),
    kind: z.enum(alert_kinds),
    subject: z.object({
      type: z.enum(notification_subjects),
      id,
      title: z.string().describe('Name of the contact, lead or opportunity'),
      url: z.string().describe('Opens the record in the web app'),
    }),
    text: z.string().nullable().describe('Beginning of the message, or the text of the activity'),
    actor: Author,
    count: z.int().describe('Number of events it stands for, such as unread messages of one customer'),
    read_at: timestamp.nullable(),
    created_at: timestamp.describe('Time of the latest event'),
  })
  .meta({ id: 'Notification' })
export type Notification = z.output<typeof Notification>

const channels = z.object({
  app: z.boolean().describe('In the notification centre; the announcements below need it'),
  desktop: z.boolean().describe('A notice of the computer while the app is open but not in view'),
  sound: z.boolean().describe('A sound while the app is open'),
  push: z.boolean().describe('On devices that receive push notifications, also while the app is closed'),
  email: z.boolean(),
})
const without_email = channels.omit({ email: true })

/** How each kind of notification is announced. There is no e-mail for every message of a customer. */
const kinds = {
  conversation_assigned: channels,
  mention: channels,
  customer_waiting: without_email,
  customer_replied: without_email,
  owner_changed: channels,
  sla_due_soon: channels,
  sla_breached: channels,
  activity_due: channels,
} satisfies Record<AlertKind, typeof channels | typeof without_email>
/** Kinds of notifications that are also e-mails. */
export type EmailedKind = Exclude<AlertKind, 'customer_waiting' | 'customer_replied'>

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write the time as HH:MM, from 00:00 to 23:59')
const isTimeZone = (name: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** Daily hours without desktop notices, sounds and push notifications. */
export const QuietHours = z
  .strictObject({
    from: clock,
    to: clock.describe('May be before `from`: then they end on the next day'),
    time_zone: line.refine(isTimeZone, 'Use an IANA time zone such as America/Bogota').describe('That of the person'),
  })
  .refine(({ from, to }) => from !== to, { error: 'Choose an end other than the beginning', path: ['to'] })
  .meta({ id: 'QuietHours' })
export type QuietHours = z.output<typeof QuietHours>

/** How a person is notified in a workspace. */
export const NotificationPreferences = z
  .object({
    kinds: z.object(kinds),
    quiet_hours: QuietHours.nullable(),
    show_text: z.boolean().describe('Show the beginning of messages in desktop notices and push notifications'),
  })
  .meta({ id: 'NotificationPreferences' })
export type NotificationPreferences = z.output<typeof NotificationPreferences>

/** The settings to change; omitted ones stay. */
export const NotificationChanges = z.strictObject({
  kinds: z
    .strictObject({
      conversation_assigned: changesOf(channels),
      mention: changesOf(channels),
      customer_waiting: changesOf(without_email),
      customer_replied: changesOf(without_email),
      owner_changed: changesOf(channels),
      sla_due_soon: changesOf(channels),
      sla_breached: changesOf(channels),
      activity_due: changesOf(channels),
    } satisfies Record<AlertKind, unknown>)
    .partial()
    .optional(),
  quiet_hours: QuietHours.nullable().optional(),
  show_text: z.boolean().optional(),
})

function changesOf<S extends z.ZodRawShape>(settings: z.ZodObject<S>) {
  return settings.partial().strict()
}

/** A browser that receives push notifications. */
export const PushSubscription = z
  .object({
    id,
    device: z.string().nullable().describe('The browser, as it names itself'),
    current: z.boolean().describe('The browser of this session'),
    created_at: timestamp,
  })
  .meta({ id: 'PushSubscription' })
export type PushSubscription = z.output<typeof PushSubscription>
