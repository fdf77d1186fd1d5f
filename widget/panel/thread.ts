import type { ChatMessage } from '#contract/records/conversation.ts'

/** Adds or replaces messages; the result has each once, oldest first. */
export function merge(messages: readonly ChatMessage[], added: readonly ChatMessage[]): ChatMessage[] {
  const byId = new Map([...messages, ...added].map((message) => [message.id, message]))
  return [...byId.values()].sort((a, b) => compare(a.created_at, b.created_at) || Number(a.id) - Number(b.id))
}

export type Group = { key: string; isOwn: boolean; author: string; at: string; messages: ChatMessage[] }
export type Day = { key: string; at: string; groups: Group[] }

const MAX_GAP = 5 * 60_000

/** Groups messages by day and, within it, consecutive messages of one person. */
export function groupByDay(messages: readonly ChatMessage[]): Day[] {
  const days: Day[] = []
  for (const message of messages) {
    const at = message.created_at
    const key = new Date(at).toDateString()
    if (days.at(-1)?.key !== key) days.push({ key, at, groups: [] })
    const { groups } = days.at(-1)!
    const group = groups.at(-1)
    if (group && continues(group, message)) {
      group.messages.push(message)
      group.at = at
    } else groups.push(startGroup(message))
  }
  return days
}

function startGroup(message: ChatMessage): Group {
  const { id, direction, author, created_at } = message
  return { key: id, isOwn: direction === 'incoming', author: author.name, at: created_at, messages: [message] }
}

function continues(group: Group, { direction, author, created_at }: ChatMessage): boolean {
  const isClose = Date.parse(created_at) - Date.parse(group.at) < MAX_GAP
  return isClose && group.isOwn === (direction === 'incoming') && (group.isOwn || group.author === author.name)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
