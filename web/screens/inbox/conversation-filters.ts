import type { Condition, Operator } from '#contract/filters.ts'
import type { Channel } from '#contract/records/inbox.ts'
import type { Conversation, Status } from '#contract/records/conversation.ts'

export type Folder = (typeof folders)[number]
export const folders = [
  'mine',
  'unassigned',
  'open',
  'unread',
  'waiting',
  'following',
  'pending',
  'snoozed',
  'resolved',
] as const

export type Sort = (typeof sorts)[number]
export const sorts = [
  '-last_activity_at',
  'last_activity_at',
  'waiting_since',
  '-created_at',
  'created_at',
  '-priority',
] as const

/** What the list shows, as it stands in the address. */
export type ConversationFilters = Partial<{
  /** Where one looks: a folder, or a saved view. Without either, all that are open. */
  folder: Folder
  view: string
  status: Status | 'all'
  inbox: string
  channel: Channel
  /** Somebody's id, `me`, or `none`. */
  assignee: string
  team: string
  label: string | string[]
  priority: Conversation['priority']
  unread: 'yes'
  follower: string
  contact: string
  /** Words a message must have. */
  said: string
  created_from: string
  created_to: string
  updated_from: string
  updated_to: string
  /** Conditions over any field: `city:contains:Bogotá`. */
  where: string | string[]
  sort: Sort
  /** What is searched for, in all folders. */
  q: string
  in: 'messages'
}>
export type Kept = Omit<ConversationFilters, 'label' | 'where'> & { label?: string[]; where?: string[] }

/** Reads an address that anyone may have typed: what makes no sense is left out. */
export function readConversationFilters(search: ConversationFilters): Kept {
  const label = texts(search.label)
  const where = texts(search.where).filter((text) => readCondition(text))
  const words = ['view', 'inbox', 'assignee', 'team', 'follower', 'contact', 'said', 'q'] as const
  return {
    ...known('folder', search.folder, folders),
    ...known('status', search.status, statuses),
    ...known('channel', search.channel, channels),
    ...known('priority', search.priority, priorities),
    ...known('unread', search.unread, ['yes'] as const),
    ...known('sort', search.sort, sorts),
    ...known('in', search.in, ['messages'] as const),
    ...Object.fromEntries(words.flatMap((key) => (search[key] ? [[key, String(search[key])]] : []))),
    ...Object.fromEntries(days.flatMap((key) => (isDay(search[key]) ? [[key, search[key]]] : []))),
    ...(label.length > 0 && { label }),
    ...(where.length > 0 && { where }),
  }
}

/** What narrows the place one looks at, and can be taken away. */
export function isFiltered(filters: Kept): boolean {
  const { folder: _folder, view: _view, sort: _sort, q: _q, in: _in, ...others } = filters
  return Object.keys(others).length > 0
}

/** The same place with nothing narrowing it. */
export const cleared = ({ folder, view, sort }: Kept): Kept => ({
  ...(folder && { folder }),
  ...(view && { view }),
  ...(sort && { sort }),
})

/** A condition as it stands in the address. Values are parted by commas. */
export function writeCondition({ field, operator, values }: Condition): string {
  const written = values.map((value) => String(value).replaceAll('%', '%25').replaceAll(',', '%2C'))
  return [field, operator, ...(written.length > 0 ? [written.join()] : [])].join(':')
}

export function readCondition(text: string): Condition | undefined {
  const [, field, operator, written = ''] = pattern.exec(text) ?? []
  if (!field || !operator) return undefined
  return { field, operator: operator as Operator, values: written ? written.split(',').map(readValue) : [] }
}

function readValue(written: string) {
  const text = written.replaceAll('%2C', ',').replaceAll('%25', '%')
  return text === 'true' || text === 'false' ? text === 'true' : text
}

const operators = [
  'equal_to',
  'not_equal_to',
  'contains',
  'does_not_contain',
  'is_present',
  'is_not_present',
  'is_greater_than',
  'is_less_than',
  'days_before',
  'starts_with',
] as const satisfies Operator[]
const pattern = new RegExp(`^(.{1,110}?):(${operators.join('|')})(?::(.*))?$`, 's')

export const statuses = ['open', 'pending', 'snoozed', 'resolved', 'all'] as const satisfies (Status | 'all')[]
export const priorities = ['urgent', 'high', 'medium', 'low', 'none'] as const satisfies Conversation['priority'][]
export const channels = [
  'web_widget',
  'whatsapp',
  'instagram',
  'messenger',
  'telegram',
  'email',
  'api',
] as const satisfies Channel[]
export const days = ['created_from', 'created_to', 'updated_from', 'updated_to'] as const

/** What an address names, if there is such a one. */
function known<K extends string, T extends string>(key: K, given: unknown, choices: readonly T[]): { [_ in K]?: T } {
  const choice = choices.find((each) => each === given)
  return (choice ? { [key]: choice } : {}) as { [_ in K]?: T }
}

const texts = (given: unknown): string[] => [given ?? []].flat().map(String).filter(Boolean)
const isDay = (text: unknown): text is string => typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text)
