import type { ChatMessage } from '#contract/records/conversation.ts'

/** The messages with others added or changed, each once, oldest first. */
export function merge(messages: readonly ChatMessage[], news: readonly ChatMessage[]): ChatMessage[] {
  const byId = new Map([...messages, ...news].map((message) => [message.id, message]))
  return [...byId.values()].sort((a, b) => compare(a.created_at, b.created_at) || Number(a.id) - Number(b.id))
}

export type Group = { key: string; mine: boolean; author: string; at: string; messages: ChatMessage[] }
export type Day = { key: string; at: string; groups: Group[] }

const PAUSE = 5 * 60_000

/** The thread as it is read: by days, and in them what one person said in one go. */
export function arrange(messages: readonly ChatMessage[]): Day[] {
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
    } else groups.push(begin(message))
  }
  return days
}

function begin(message: ChatMessage): Group {
  const { id, direction, author, created_at } = message
  return { key: id, mine: direction === 'incoming', author: author.name, at: created_at, messages: [message] }
}

function continues(group: Group, { direction, author, created_at }: ChatMessage): boolean {
  const soon = Date.parse(created_at) - Date.parse(group.at) < PAUSE
  return soon && group.mine === (direction === 'incoming') && (group.mine || group.author === author.name)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
