import { channels, type Channel } from '#contract/channels.ts'
import type { Conversation, Status } from '#contract/records/conversation.ts'
import { isDay, parseChoice, toTexts } from '#web/app/search-values.ts'
import { readCondition } from '#web/features/conditions/condition-param.ts'

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

export const scopes = ['people', 'messages'] as const
export type SearchScope = (typeof scopes)[number]

/** The list's filters as URL parameters. */
export type ConversationSearch = Partial<{
  /** The open folder or saved view; without either, all open conversations. */
  folder: Folder
  view: string
  status: Status | 'all'
  inbox: string
  channel: Channel
  /** An agent's id, `me` or `none`. */
  assignee: string
  team: string
  label: string | string[]
  priority: Conversation['priority']
  unread: 'yes'
  follower: string
  contact: string
  /** Words that must occur in a message. */
  text: string
  created_from: string
  created_to: string
  updated_from: string
  updated_to: string
  /** Conditions on any field: `city:contains:Bogotá`. */
  where: string | string[]
  sort: Sort
  /** Search text; it applies to all folders. */
  q: string
  /** The kind of matches shown; without it, the best of both. */
  in: SearchScope
}>
export type ConversationFilters = Omit<ConversationSearch, 'label' | 'where'> & { label?: string[]; where?: string[] }

/** Validates URL parameters; invalid ones are dropped. */
export function readConversationFilters(search: ConversationSearch): ConversationFilters {
  const label = toTexts(search.label)
  const where = toTexts(search.where).filter((text) => readCondition(text))
  const textKeys = ['view', 'inbox', 'assignee', 'team', 'follower', 'contact', 'text', 'q'] as const
  return {
    ...parseChoice('folder', search.folder, folders),
    ...parseChoice('status', search.status, statuses),
    ...parseChoice('channel', search.channel, channels),
    ...parseChoice('priority', search.priority, priorities),
    ...parseChoice('unread', search.unread, ['yes'] as const),
    ...parseChoice('sort', search.sort, sorts),
    ...parseChoice('in', search.in, scopes),
    ...Object.fromEntries(textKeys.flatMap((key) => (search[key] ? [[key, String(search[key])]] : []))),
    ...Object.fromEntries(days.flatMap((key) => (isDay(search[key]) ? [[key, search[key]]] : []))),
    ...(label.length > 0 && { label }),
    ...(where.length > 0 && { where }),
  }
}

/** Whether any filter is active besides the folder or view. */
export function isFiltered(filters: ConversationFilters): boolean {
  const { folder: _folder, view: _view, sort: _sort, q: _q, in: _in, ...others } = filters
  return Object.keys(others).length > 0
}

/** Drops all filters; folder, view and order stay. */
export const clearFilters = ({ folder, view, sort }: ConversationFilters): ConversationFilters => ({
  ...(folder && { folder }),
  ...(view && { view }),
  ...(sort && { sort }),
})

export const statuses = ['open', 'pending', 'snoozed', 'resolved', 'all'] as const satisfies (Status | 'all')[]
export const priorities = ['urgent', 'high', 'medium', 'low', 'none'] as const satisfies Conversation['priority'][]
export const days = ['created_from', 'created_to', 'updated_from', 'updated_to'] as const
