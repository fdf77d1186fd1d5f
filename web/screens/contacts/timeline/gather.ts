import type { ContactTimelineEntry } from '#contract/records/contact.ts'

/** Messages of one conversation that follow each other are told together; everything else by itself. */
export function gather(entries: readonly ContactTimelineEntry[]): ContactTimelineEntry[][] {
  const groups: ContactTimelineEntry[][] = []
  for (const entry of entries) {
    const group = groups.at(-1)
    if (group && isSameTalk(group[0]!, entry)) group.push(entry)
    else groups.push([entry])
  }
  return groups
}

const isSameTalk = (one: ContactTimelineEntry, other: ContactTimelineEntry) =>
  one.kind === 'message' && other.kind === 'message' && one.about?.id === other.about?.id
