import { type Author, HILO } from '#contract/records/author.ts'
import type { EventName } from '#contract/events.ts'
import type { Scene } from '#server/demo/conversations.ts'
import { MINUTE } from '#server/demo/past.ts'
import { author, type PastEvent } from '#kernel/outbox.ts'

/** The changes that led to the final state of an inserted conversation, oldest first. */
export function changesOf({ conversation, inbox, agent, end }: Scene, id: string): PastEvent[] {
  const { assignee_id, messages, priority, ending } = conversation
  const snoozed_until = ending?.snoozed_until
  const change = (
    name: EventName,
    field: string,
    [from, to]: readonly unknown[],
    at: number,
    actor = author(agent),
  ) => {
    const payload = { conversation: { id, snoozed_until }, changes: { [field]: { from, to } } }
    return { name, payload, actor, at: new Date(at) }
  }
  const begins = messages[0]!.at.getTime()
  const answers = messages.find(({ direction }) => direction === 'outgoing')?.at.getTime() ?? end
  // The site assigns by itself; elsewhere agents take a conversation before they answer.
  const [assigned_at, by]: [number, Author] = inbox.auto_assign ? [begins, HILO] : [answers - MINUTE, author(agent)]
  const status = snoozed_until
    ? change('conversation.snoozed', 'status', ['open', 'snoozed'], end)
    : change('conversation.status_changed', 'status', ['open', 'resolved'], end)
  return [
    assignee_id ? change('conversation.assigned', 'assignee', [null, author(agent)], assigned_at, by) : undefined,
    priority === 'none'
      ? undefined
      : change('conversation.priority_changed', 'priority', ['none', priority], end - MINUTE),
    ending && status,
  ].filter((each) => each !== undefined)
}
