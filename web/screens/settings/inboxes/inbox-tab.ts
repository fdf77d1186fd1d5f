import { channelCapabilities, type Channel } from '#contract/channels.ts'

const of_widget = ['general', 'widget', 'install', 'people', 'hours', 'sla', 'csat'] as const
const of_whatsapp = ['general', 'connection', 'templates', 'events', 'people', 'hours', 'sla', 'csat'] as const
const of_providers = ['general', 'connection', 'events', 'people', 'hours', 'sla', 'csat'] as const
const of_api = ['general', 'api', 'people', 'hours', 'sla', 'csat'] as const

export type InboxTab = (typeof of_widget | typeof of_whatsapp | typeof of_api)[number]

/** The tabs of a channel, by its type. */
export function tabsOf(channel: Channel): readonly InboxTab[] {
  if (channel === 'web_widget') return of_widget
  if (channel === 'api') return of_api
  return channelCapabilities[channel].templates ? of_whatsapp : of_providers
}

/** The tab of the URL, if it exists. */
export function readInboxTab({ tab }: { tab?: unknown }): { tab?: InboxTab } {
  const found = [...of_widget, ...of_whatsapp, ...of_api].find((each) => each === tab)
  return found ? { tab: found } : {}
}
