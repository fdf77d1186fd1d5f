import type { Account } from '#contract/records/access.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import { slimInbox } from '#doors/classic/shapes/channels.ts'

/** An inbox for classic clients. Features we do not have get the value for “off”. */
export function classicInbox(inbox: Inbox, account: Account, webhook_url: string | null = null) {
  return {
    ...slimInbox(inbox, inbox.channel),
    greeting_enabled: false,
    greeting_message: null,
    working_hours_enabled: inbox.business_hours !== null,
    working_hours: week.map((day) => classicDay(day, inbox.business_hours)),
    timezone: inbox.business_hours?.time_zone ?? account.time_zone,
    out_of_office_message: inbox.business_hours?.out_of_office_message ?? null,
    enable_auto_assignment: inbox.auto_assign,
    auto_assignment_config: {},
    csat_survey_enabled: inbox.csat.enabled,
    csat_config: { display_type: 'star', message: inbox.csat.message ?? '' },
    enable_email_collect: inbox.settings.pre_chat ?? false,
    allow_messages_after_resolved: true,
    lock_to_single_conversation: inbox.settings.single_conversation ?? false,
    callback_webhook_url: null,
    sender_name_type: 'friendly',
    business_name: null,
    phone_number: null,
    ...(inbox.channel === 'web_widget' && widget(inbox)),
    ...(inbox.channel === 'api' && { ...api(inbox), webhook_url }),
  }
}

/** Days of the week, from Sunday. */
const week = [0, 1, 2, 3, 4, 5, 6]

/** The hours of a day. Classic clients know one interval: from first opening to last closing. */
function classicDay(day_of_week: number, hours: Inbox['business_hours']) {
  const all = [{ from: '00:00', to: '24:00' }]
  const spans = hours ? hours.intervals.filter(({ day }) => day % 7 === day_of_week) : all
  const from = spans.map((span) => span.from).toSorted()[0]
  const to = spans
    .map((span) => span.to)
    .toSorted()
    .at(-1)
  const open_all_day = spans.length === 1 && from === '00:00' && to === '24:00'
  // Their day ends at 23:59.
  const [open, close] = [clock(from), clock(to === '24:00' ? '23:59' : to)]
  return {
    day_of_week,
    closed_all_day: spans.length === 0,
    open_hour: open?.hour ?? null,
    open_minutes: open?.minutes ?? null,
    close_hour: close?.hour ?? null,
    close_minutes: close?.minutes ?? null,
    open_all_day,
  }
}

function clock(time: string | undefined): { hour: number; minutes: number } | undefined {
  return time ? { hour: Number(time.slice(0, 2)), minutes: Number(time.slice(3)) } : undefined
}

function widget({ token, settings }: Inbox) {
  return {
    website_token: token,
    website_url: settings.allowed_domains?.[0] ?? null,
    widget_color: settings.color ?? null,
    welcome_title: settings.greeting_title ?? null,
    welcome_tagline: settings.greeting_message ?? null,
    pre_chat_form_enabled: settings.pre_chat ?? false,
    hmac_mandatory: settings.identity_verification === 'required',
  }
}

function api({ token, settings }: Inbox) {
  return {
    inbox_identifier: token,
    hmac_mandatory: settings.identity_verification === 'required',
    additional_attributes: {},
  }
}
