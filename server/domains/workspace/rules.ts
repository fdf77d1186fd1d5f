import { isTimeZone } from '#contract/periods.ts'
import { Contact } from '#contract/records/contact.ts'
import { Conversation } from '#contract/records/conversation.ts'
import type { Channel, WidgetSettings } from '#contract/records/inbox.ts'
import type { CustomAttribute } from '#contract/records/workspace.ts'
import type { Fields as Inbox } from '#domains/workspace/inboxes.ts'
import type { Fields as Team } from '#domains/workspace/teams.ts'
import { reject } from '#kernel/problem.ts'

export const new_inbox: Inbox = {
  name: '',
  auto_assign: true,
  ai_agent_enabled: false,
  settings: {},
  business_hours: null,
  sla: {
    business_hours_only: true,
    targets: [{ priority: null, first_response_minutes: 15, next_response_minutes: null, resolution_minutes: null }],
  },
  csat: { enabled: false, message: null },
}
export const new_team: Team = { name: '', description: null, allow_auto_assign: true }

export type InboxPatch = {
  name?: string | undefined
  auto_assign?: boolean | undefined
  ai_agent_enabled?: boolean | undefined
  settings?: { [S in keyof WidgetSettings]: WidgetSettings[S] | null } | undefined
  business_hours?: Inbox['business_hours'] | undefined
  sla?: Inbox['sla'] | undefined
  csat?: Inbox['csat'] | undefined
}

/** The inbox as it will be: settings sent are merged with those there, and null clears one. */
export function reviseInbox(before: Inbox, { name, settings = {}, ...patch }: InboxPatch): Inbox {
  const merged = Object.entries({ ...before.settings, ...settings }).filter(([, value]) => value != null)
  return {
    name: named(name ?? before.name, 'An inbox'),
    auto_assign: patch.auto_assign ?? before.auto_assign,
    ai_agent_enabled: patch.ai_agent_enabled ?? before.ai_agent_enabled,
    settings: Object.fromEntries(merged),
    business_hours: patch.business_hours === undefined ? before.business_hours : checkHours(patch.business_hours),
    sla: patch.sla ? checkSla(patch.sla) : before.sla,
    csat: patch.csat ?? before.csat,
  }
}

/** Hours of a real time zone, in order, none of a day overlapping another. */
function checkHours(hours: Inbox['business_hours']): Inbox['business_hours'] {
  if (!hours) return null
  if (!isTimeZone(hours.time_zone))
    reject('invalid_value', 'Name a time zone such as America/Bogota.', 'business_hours/time_zone')
  const intervals = hours.intervals.toSorted((a, b) => a.day - b.day || a.from.localeCompare(b.from))
  for (const [i, { day, from, to }] of intervals.entries()) {
    if (from >= to)
      reject(
        'invalid_value',
        `${from} to ${to} is no interval; what spans midnight is two.`,
        'business_hours/intervals',
      )
    const next = intervals[i + 1]
    if (next?.day === day && next.from < to)
      reject(
        'invalid_value',
        `${from} to ${to} and ${next.from} to ${next.to} of day ${day} overlap.`,
        'business_hours/intervals',
      )
  }
  return { ...hours, intervals }
}

function checkSla(sla: Inbox['sla']): Inbox['sla'] {
  if (new Set(sla.targets.map(({ priority }) => priority)).size < sla.targets.length)
    reject('invalid_value', 'Give one target for each priority.', 'sla/targets')
  return sla
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

type DefinitionPatch = { [F in keyof Definition]?: Definition[F] | undefined }

/** A definition as it will be. What records already hold was kept by its key and type, so that these stay. */
export function reviseDefinition(before: Definition, { key, model, type, ...patch }: DefinitionPatch): Definition {
  if (key !== undefined && key.trim() !== before.key)
    fixed('key', 'records hold their values under it. Define another attribute instead.')
  if (model !== undefined && model !== before.model)
    fixed('model', 'the records of the other kind have no values for it. Define another attribute instead.')
  if (type !== undefined && type !== before.type)
    fixed('type', 'values that records already hold might not fit another. Define another attribute instead.')
  return definition({
    ...before,
    display_name: patch.display_name ?? before.display_name,
    description: patch.description === undefined ? before.description : patch.description,
    values: patch.values ?? before.values,
  })
}

function fixed(field: string, why: string): never {
  return reject('invalid_value', `The ${field} of an attribute cannot change: ${why}`, field)
}
