import { Contact } from '#contract/records/contact.ts'
import { Conversation } from '#contract/records/conversation.ts'
import type { Channel, WidgetSettings } from '#contract/records/inbox.ts'
import type { CustomAttribute } from '#contract/records/workspace.ts'
import type { Fields as Inbox } from '#domains/workspace/inboxes.ts'
import type { Fields as Team } from '#domains/workspace/teams.ts'
import { reject } from '#kernel/problem.ts'

export const new_inbox: Inbox = { name: '', auto_assign: true, ai_agent_enabled: false, settings: {} }
export const new_team: Team = { name: '', description: null, allow_auto_assign: true }

type InboxPatch = {
  name?: string | undefined
  auto_assign?: boolean | undefined
  ai_agent_enabled?: boolean | undefined
  settings?: { [S in keyof WidgetSettings]: WidgetSettings[S] | null } | undefined
}

/** The inbox as it will be: settings sent are merged with those there, and null clears one. */
export function reviseInbox(before: Inbox, { name, auto_assign, ai_agent_enabled, settings = {} }: InboxPatch): Inbox {
  const merged = Object.entries({ ...before.settings, ...settings }).filter(([, value]) => value != null)
  return {
    name: named(name ?? before.name, 'An inbox'),
    auto_assign: auto_assign ?? before.auto_assign,
    ai_agent_enabled: ai_agent_enabled ?? before.ai_agent_enabled,
    settings: Object.fromEntries(merged),
  }
}

/** Channels that need an account elsewhere bring their inboxes themselves. */
export function checkChannel(channel: Channel): void {
  if (channel === 'web_widget' || channel === 'api') return
  reject('invalid_value', `An inbox for ${channel} arrives with its channel; here choose web_widget or api.`, 'channel')
}

type TeamPatch = {
  name?: string | undefined
  description?: string | null | undefined
  allow_auto_assign?: boolean | undefined
}

export function reviseTeam(before: Team, { name, description, allow_auto_assign }: TeamPatch): Team {
  return {
    name: named(name ?? before.name, 'A team'),
    description: description === undefined ? before.description : description?.trim() || null,
    allow_auto_assign: allow_auto_assign ?? before.allow_auto_assign,
  }
}

function named(name: string, what: string, field = 'name'): string {
  return name.trim() || reject('missing_field', `${what} needs a ${field}.`, field)
}

/** What an agent types after a slash: one word. */
export function shortCode(text: string, field = 'short_code'): string {
  const code = named(text, 'A canned response', field)
  if (code.startsWith('/')) reject('invalid_value', 'Write the short code without the leading slash.', field)
  if (code.length > 50 || /\s/.test(code))
    reject('invalid_value', 'A short code has 1 to 50 characters and no spaces.', field)
  return code
}

export function content(text: string, field = 'content'): string {
  return named(text, 'A canned response', field)
}

/** What contacts and conversations have by themselves; no attribute may be called so. */
const built_in: Record<CustomAttribute['model'], object> = {
  contact_attribute: Contact.shape,
  conversation_attribute: Conversation.shape,
}

export type Definition = Omit<CustomAttribute, 'id' | 'created_at' | 'updated_at'>

/** A definition as it will be kept: a key of its own, and choices where the type is a list and only there. */
export function definition(sent: Definition): Definition {
  const key = sent.key.trim()
  if (!/^[a-z][a-z0-9_]{0,49}$/.test(key))
    reject(
      'invalid_value',
      'A key is 1 to 50 of a-z, 0-9 and _, and begins with a letter, such as policy_number.',
      'key',
    )
  if (Object.hasOwn(built_in[sent.model], key))
    reject('invalid_value', `${key} is a built-in field; choose another key.`, 'key')
  const values = [...new Set(sent.values.map((value) => value.trim()).filter(Boolean))]
  if (sent.type === 'list' && values.length === 0)
    reject('missing_field', 'A list needs its choices; give them in values.', 'values')
  if (sent.type !== 'list' && values.length > 0)
    reject('invalid_value', 'Only a list has choices; leave values out, or choose the type list.', 'values')
  const display_name = named(sent.display_name, 'An attribute', 'display_name')
  return { ...sent, key, values, display_name, description: sent.description?.trim() || null }
}
