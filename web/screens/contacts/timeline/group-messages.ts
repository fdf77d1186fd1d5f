import type { ContactTimelineEntry } from '#contract/records/contact.ts'

/** Groups consecutive messages of one conversation; every other entry stands alone. */
export function groupMessages(entries: readonly ContactTimelineEntry[]): ContactTimelineEntry[][] {
  const groups: ContactTimelineEntry[][] = []
  for (const entry of entries) {
    const group = groups.at(-1)
    if (group && isSameConversation(group[0]!, entry)) group.push(entry)
    else groups.push([entry])
  }
  return groups
}

const isSameConversation = (one: ContactTimelineEntry, other: ContactTimelineEntry) =>
  one.kind === 'message' && other.kind === 'message' && one.about?.id === other.about?.id
