import type { Channel } from '#contract/records/inbox.ts'

const of_widget = ['general', 'widget', 'install', 'people', 'hours', 'sla', 'csat'] as const
const of_others = ['general', 'api', 'people', 'hours', 'sla', 'csat'] as const

export type InboxTab = (typeof of_widget)[number] | (typeof of_others)[number]

/** The sheets of an inbox, by its channel. */
export const tabsOf = (channel: Channel): readonly InboxTab[] => (channel === 'web_widget' ? of_widget : of_others)

/** The sheet an address names, if there is such a one. */
export function readInboxTab({ tab }: { tab?: unknown }): { tab?: InboxTab } {
  const known = [...of_widget, ...of_others].find((each) => each === tab)
  return known ? { tab: known } : {}
}
