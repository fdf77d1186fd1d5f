import type { Account } from '#contract/records/access.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import { slimInbox } from '#doors/classic/shapes/channels.ts'

/** An inbox as classic clients know it. What is not set up here has the value that means so. */
export function classicInbox(inbox: Inbox, account: Account) {
  return {
    ...slimInbox(inbox, inbox.channel),
    greeting_enabled: false,
    greeting_message: null,
    working_hours_enabled: false,
    working_hours: always,
    timezone: account.time_zone,
    out_of_office_message: null,
    enable_auto_assignment: inbox.auto_assign,
    auto_assignment_config: {},
    csat_survey_enabled: false,
    csat_config: {},
    enable_email_collect: inbox.settings.pre_chat ?? false,
    allow_messages_after_resolved: true,
    lock_to_single_conversation: false,
    callback_webhook_url: null,
    sender_name_type: 'friendly',
    business_name: null,
    phone_number: null,
    ...(inbox.channel === 'web_widget' && widget(inbox)),
    ...(inbox.channel === 'api' && api(inbox)),
  }
}

/** Open every day, all day, from Sunday on. */
const always = Array.from({ length: 7 }, (_, day_of_week) => ({
  day_of_week,
  closed_all_day: false,
  open_hour: 0,
  open_minutes: 0,
  close_hour: 23,
  close_minutes: 59,
  open_all_day: true,
}))

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
    webhook_url: null,
    hmac_mandatory: settings.identity_verification === 'required',
    additional_attributes: {},
  }
}
