/* Records of the other server, as far as they are read. Moments are seconds. */

export type SourceAgent = { id: number; name: string; email: string; role: string }
export type SourceTeam = { id: number; name: string; description?: string | null; allow_auto_assign?: boolean }
export type SourceLabel = { id: number; title: string; description?: string | null; color?: string }
export type SourceCanned = { id: number; short_code: string; content: string }
export type SourceRating = {
  id: number
  rating: number
  feedback_message?: string | null
  conversation_id: number
  assigned_agent?: { id: number } | null
  created_at?: number
}
export type SourceAttribute = {
  id: number
  attribute_display_name: string
  attribute_display_type: string
  attribute_description?: string | null
  attribute_key: string
  attribute_values?: unknown[] | null
  attribute_model: 'contact_attribute' | 'conversation_attribute'
}
export type SourceInbox = {
  id: number
  name: string
  channel_type: string
  website_token?: string
  inbox_identifier?: string
  widget_color?: string | null
  welcome_title?: string | null
  welcome_tagline?: string | null
  pre_chat_form_enabled?: boolean
  hmac_mandatory?: boolean
  hmac_token?: string | null
  enable_auto_assignment?: boolean
}
export type SourceNote = {
  id: number
  content: string
  user?: { id: number | null; name?: string } | null
  created_at?: number
}
export type SourceContact = {
  id: number
  thumbnail?: string | null
  name?: string | null
  email?: string | null
  phone_number?: string | null
  identifier?: string | null
  blocked?: boolean
  custom_attributes?: Record<string, unknown>
  additional_attributes?: Record<string, unknown> | null
  created_at?: number
  last_activity_at?: number
  contact_inboxes?: { source_id: string; inbox: { id: number } }[]
}
export type SourceConversation = {
  id: number
  inbox_id: number
  status: string
  priority?: string | null
  labels?: string[]
  custom_attributes?: Record<string, unknown>
  additional_attributes?: Record<string, unknown>
  created_at?: number
  timestamp?: number
  last_activity_at?: number
  snoozed_until?: string | number | null
  unread_count?: number
  agent_last_seen_at?: number
  contact_last_seen_at?: number
  first_reply_created_at?: number
  meta: { sender: SourceContact; assignee?: { id: number } | null; team?: { id: number } | null }
  last_non_activity_message?: { conversation?: { contact_inbox?: { source_id?: string } } } | null
}
export type SourceMessage = {
  id: number
  content: string | null
  message_type: number
  content_type?: string
  content_attributes?: Record<string, unknown> | null
  private?: boolean
  status?: string
  source_id?: string | null
  created_at: number
  sender?: { id: number; name?: string; type?: string } | null
  attachments?: SourceAttachment[]
}
export type SourceAttachment = { id: number; file_type?: string; data_url?: string | null; file_size?: number }

/** Text PostgreSQL can store, cut to a length. */
export function clean(text: unknown, length: number): string {
  return String(text ?? '')
    .toWellFormed()
    .replaceAll('\0', '')
    .slice(0, length)
    .toWellFormed()
}

/** Attributes with plain values; lists and objects become their JSON text. */
export function plainAttributes(
  given: Record<string, unknown> | null | undefined,
): Record<string, string | number | boolean> {
  const entries = Object.entries(given ?? {}).flatMap(([key, value]) => {
    if (value === null || value === undefined || value === '') return []
    const isPlain = typeof value === 'number' || typeof value === 'boolean'
    const plain = isPlain ? value : clean(typeof value === 'string' ? value : JSON.stringify(value), 5000)
    return isSafeKey(key) ? [[clean(key, 100), plain] as const] : []
  })
  return Object.fromEntries(entries.slice(0, 500))
}

/** JSON without characters PostgreSQL cannot store. */
export function cleanJson<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value ?? {}, (_key, each: unknown) => (typeof each === 'string' ? clean(each, 20_000) : each)),
  ) as T
}

function isSafeKey(key: string): boolean {
  return key !== '' && !['__proto__', 'constructor', 'prototype'].includes(key)
}

/** A moment of the other server: seconds, or text. Undefined for none, which it writes as 0 too. */
export function moment(value: unknown): Date | undefined {
  if (value === null || value === undefined || value === 0 || value === '') return undefined
  const at = new Date(typeof value === 'number' ? value * 1000 : String(value))
  return Number.isNaN(at.getTime()) ? undefined : at
}
