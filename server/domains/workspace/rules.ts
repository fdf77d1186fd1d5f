import { isTimeZone } from '#contract/periods.ts'
import { Contact } from '#contract/records/contact.ts'
import { Conversation } from '#contract/records/conversation.ts'
import { Lead, Opportunity } from '#contract/records/crm.ts'
import type { Channel } from '#contract/channels.ts'
import type { WidgetSettings } from '#contract/records/inbox.ts'
import type { CustomAttribute } from '#contract/records/workspace.ts'
import type { Fields as Inbox } from './inboxes/store.ts'
import type { Fields as Team } from './teams.ts'
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

/** Applies a patch to an inbox. Settings are merged; null clears one. */
export function reviseInbox(before: Inbox, { name, settings = {}, ...patch }: InboxPatch): Inbox {
  const merged = Object.entries({ ...before.settings, ...settings }).filter(([, value]) => value != null)
  return {
    name: requireName(name ?? before.name, 'An inbox'),
    auto_assign: patch.auto_assign ?? before.auto_assign,
    ai_agent_enabled: patch.ai_agent_enabled ?? before.ai_agent_enabled,
    settings: Object.fromEntries(merged),
    business_hours: patch.business_hours === undefined ? before.business_hours : checkHours(patch.business_hours),
    sla: patch.sla ? checkSla(patch.sla) : before.sla,
    csat: patch.csat ?? before.csat,
  }
}

/** Sorts the intervals; rejects unknown time zones and overlapping intervals. */
function checkHours(hours: Inbox['business_hours']): Inbox['business_hours'] {
  if (!hours) return null
  if (!isTimeZone(hours.time_zone))
    reject('invalid_value', 'Unknown time zone; use an IANA name such as America/Bogota.', 'business_hours/time_zone')
  const intervals = hours.intervals.toSorted((a, b) => a.day - b.day || a.from.localeCompare(b.from))
  for (const [i, { day, from, to }] of intervals.entries()) {
    if (from >= to)
      reject(
        'invalid_value',
        `${from} to ${to} is not a valid interval; split one that spans midnight in two.`,
        'business_hours/intervals',
      )
    const next = intervals[i + 1]
    if (next?.day === day && next.from < to)
      reject(
        'invalid_value',
        `${from} to ${to} and ${next.from} to ${next.to} on day ${day} overlap; merge or correct them.`,
        'business_hours/intervals',
      )
  }
  return { ...hours, intervals }
}

function checkSla(sla: Inbox['sla']): Inbox['sla'] {
  if (new Set(sla.targets.map(({ priority }) => priority)).size < sla.targets.length)
    reject('invalid_value', 'Give only one target per priority.', 'sla/targets')
  return sla
}

/** Refuses an inbox of a provider without credentials, and credentials where there is no provider. */
export function checkCredentials(channel: Channel, credentials: object | undefined): void {
  const isOwn = channel === 'web_widget' || channel === 'api'
  if (isOwn && credentials)
    reject('invalid_value', `An inbox of ${channel} needs no credentials; leave them out.`, 'credentials')
  if (!isOwn && !credentials) reject('missing_field', `Give the credentials of the ${channel} account.`, 'credentials')
}

type TeamPatch = {
  name?: string | undefined
  description?: string | null | undefined
  allow_auto_assign?: boolean | undefined
}

export function reviseTeam(before: Team, { name, description, allow_auto_assign }: TeamPatch): Team {
  return {
    name: requireName(name ?? before.name, 'A team'),
    description: description === undefined ? before.description : description?.trim() || null,
    allow_auto_assign: allow_auto_assign ?? before.allow_auto_assign,
  }
}

function requireName(name: string, noun: string, field = 'name'): string {
  return name.trim() || reject('missing_field', `${noun} needs a ${field}.`, field)
}

/** The word an agent types after a slash. */
export function shortCode(text: string, field = 'short_code'): string {
  const code = requireName(text, 'A canned response', field)
  if (code.startsWith('/')) reject('invalid_value', 'Give the short code without the leading slash.', field)
  if (code.length > 50 || /\s/.test(code))
    reject('invalid_value', 'A short code has 1 to 50 characters and no spaces.', field)
  return code
}

export function content(text: string, field = 'content'): string {
  return requireName(text, 'A canned response', field)
}

/** Built-in fields, whose names a custom attribute must not use. */
const built_in: Record<CustomAttribute['model'], object> = {
  contact_attribute: Contact.shape,
  conversation_attribute: Conversation.shape,
  lead_attribute: Lead.shape,
  opportunity_attribute: Opportunity.shape,
}

export type Definition = Omit<CustomAttribute, 'id' | 'created_at' | 'updated_at'>

/** Validates a definition: the key is not a built-in field, and only lists have choices. */
export function definition(input: Definition): Definition {
  const key = input.key.trim()
  if (!/^[a-z][a-z0-9_]{0,49}$/.test(key))
    reject(
      'invalid_value',
      'A key has 1 to 50 characters of a-z, 0-9 and _, starting with a letter, such as policy_number.',
      'key',
    )
  if (Object.hasOwn(built_in[input.model], key))
    reject('invalid_value', `${key} is a built-in field; choose another key.`, 'key')
  const values = [...new Set(input.values.map((value) => value.trim()).filter(Boolean))]
  if (input.type === 'list' && values.length === 0)
    reject('missing_field', 'A list needs choices; give them in values.', 'values')
  if (input.type !== 'list' && values.length > 0)
    reject('invalid_value', 'Only a list has choices; omit values, or use the type list.', 'values')
  const display_name = requireName(input.display_name, 'An attribute', 'display_name')
  return { ...input, key, values, display_name, description: input.description?.trim() || null }
}

type DefinitionPatch = { [F in keyof Definition]?: Definition[F] | undefined }

/** Applies a patch to a definition. Key, model and type can't change, because records already hold values. */
export function reviseDefinition(before: Definition, { key, model, type, ...patch }: DefinitionPatch): Definition {
  if (key !== undefined && key.trim() !== before.key)
    rejectChange('key', 'records store their values under it. Create another attribute instead.')
  if (model !== undefined && model !== before.model)
    rejectChange('model', 'existing values belong to the other model. Create another attribute instead.')
  if (type !== undefined && type !== before.type)
    rejectChange('type', 'existing values might not fit the new type. Create another attribute instead.')
  return definition({
    ...before,
    display_name: patch.display_name ?? before.display_name,
    description: patch.description === undefined ? before.description : patch.description,
    values: patch.values ?? before.values,
  })
}

function rejectChange(field: string, why: string): never {
  return reject('invalid_value', `The ${field} of an attribute cannot change: ${why}`, field)
}
