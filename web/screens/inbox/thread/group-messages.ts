import type { ConversationActivity } from '#contract/records/conversation-activity.ts'
import type { Message } from '#contract/records/conversation.ts'
import { toLocal } from '#web/app/format/zone.ts'
import type { Outgoing } from '#web/screens/inbox/composer/outbox.ts'

/** A message of the thread; an outgoing one may still be on its way. */
export type ThreadMessage = Message & { outgoing?: Outgoing }

export type Row =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'unread'; key: 'unread' }
  | { kind: 'group'; key: string; messages: ThreadMessage[] }
  | { kind: 'activity'; key: string; activities: ConversationActivity[] }

const MAX_GAP_MILLISECONDS = 5 * 60_000

/**
 * Groups messages and changes, oldest first, by day and author. Those of one author stay together while they follow each
 * other closely. A line precedes the first message of the customer after `since`.
 */
export function groupMessages(
  messages: readonly ThreadMessage[],
  activities: readonly ConversationActivity[],
  time_zone: string,
  since: string | null | undefined,
): Row[] {
  const rows: Row[] = []
  const unread = since === undefined ? undefined : messages.find((each) => isUnread(each, since))
  let day = ''
  for (const entry of inOrder(messages, activities)) {
    const { created_at: at } = entry
    const entryDay = toLocal(at, time_zone).slice(0, 10)
    if (entryDay !== day) rows.push({ kind: 'day', key: entryDay, at })
    if (entry === unread) rows.push({ kind: 'unread', key: 'unread' })
    day = entryDay
    const last = rows.at(-1)
    if ('kind' in entry) {
      if (last?.kind === 'activity' && isSameHand(entry, last.activities.at(-1)!)) last.activities.push(entry)
      else rows.push({ kind: 'activity', key: `activity-${entry.id}`, activities: [entry] })
    } else if (last?.kind === 'group' && isContinuation(entry, last.messages.at(-1)!)) last.messages.push(entry)
    else rows.push({ kind: 'group', key: entry.id, messages: [entry] })
  }
  return rows
}

/** Messages in their order, each after the changes made before it. */
function* inOrder(messages: readonly ThreadMessage[], activities: readonly ConversationActivity[]) {
  let next = 0
  for (const message of messages) {
    while (next < activities.length && activities[next]!.created_at < message.created_at) yield activities[next++]!
    yield message
  }
  yield* activities.slice(next)
}

function isSameHand(activity: ConversationActivity, before: ConversationActivity): boolean {
  const { author, kind, created_at } = activity
  return (
    author.type === before.author.type &&
    author.id === before.author.id &&
    author.name === before.author.name &&
    // An assignment may have come about by itself, and is worded so.
    (author.type === 'user' || (kind === 'assignee') === (before.kind === 'assignee')) &&
    Date.parse(created_at) - Date.parse(before.created_at) < MAX_GAP_MILLISECONDS
  )
}

const isUnread = ({ direction, created_at }: Message, since: string | null) =>
  direction === 'incoming' && (since === null || created_at > since)

function isContinuation(message: ThreadMessage, before: ThreadMessage): boolean {
  const { author, direction } = message
  return (
    author.type === before.author.type &&
    author.id === before.author.id &&
    author.name === before.author.name &&
    direction === before.direction &&
    message.private === before.private &&
    Date.parse(message.created_at) - Date.parse(before.created_at) < MAX_GAP_MILLISECONDS
  )
}
