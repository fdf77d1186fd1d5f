import type { Message } from '#contract/records/conversation.ts'
import { toLocal } from '#web/zone.ts'
import type { Outgoing } from '#web/screens/inbox/composer/outbox.ts'

/** A message as the thread shows it; one's own may still be on its way. */
export type Shown = Message & { outgoing?: Outgoing }

export type Row =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'unread'; key: 'unread' }
  | { kind: 'group'; key: string; messages: Shown[] }

const CLOSE_MILLISECONDS = 5 * 60_000

/**
 * Messages as they are read, oldest first: under their day, and those of one author together while they follow each
 * other closely. A line stands before the first the customer wrote after `since`.
 */
export function rowsOf(messages: readonly Shown[], time_zone: string, since: string | null | undefined): Row[] {
  const rows: Row[] = []
  const unread = since === undefined ? undefined : messages.find((each) => isUnread(each, since))
  let day = ''
  for (const message of messages) {
    const its = toLocal(message.created_at, time_zone).slice(0, 10)
    if (its !== day) rows.push({ kind: 'day', key: its, at: message.created_at })
    if (message === unread) rows.push({ kind: 'unread', key: 'unread' })
    day = its
    const last = rows.at(-1)
    if (last?.kind === 'group' && belongs(message, last.messages.at(-1)!)) last.messages.push(message)
    else rows.push({ kind: 'group', key: message.id, messages: [message] })
  }
  return rows
}

const isUnread = ({ direction, created_at }: Message, since: string | null) =>
  direction === 'incoming' && (since === null || created_at > since)

function belongs(message: Shown, before: Shown): boolean {
  const { author, direction } = message
  return (
    author.type === before.author.type &&
    author.id === before.author.id &&
    author.name === before.author.name &&
    direction === before.direction &&
    message.private === before.private &&
    Date.parse(message.created_at) - Date.parse(before.created_at) < CLOSE_MILLISECONDS
  )
}
