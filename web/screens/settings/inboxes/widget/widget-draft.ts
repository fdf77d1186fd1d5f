import type { WidgetSettings } from '#contract/records/inbox.ts'

/** The chat settings being edited; sites are lines of text. */
export type WidgetDraft = {
  color: string
  position: 'left' | 'right'
  locale: 'es' | 'en' | 'auto'
  greeting_title: string
  greeting_message: string
  pre_chat: boolean
  sites: string
}

/** The same defaults as the server's. */
export const draftOf = (settings: WidgetSettings, locale: 'es' | 'en'): WidgetDraft => ({
  color: settings.color ?? '#4349bb',
  position: settings.position ?? 'right',
  locale: settings.locale ?? locale,
  greeting_title: settings.greeting_title ?? '',
  greeting_message: settings.greeting_message ?? '',
  pre_chat: settings.pre_chat ?? false,
  sites: (settings.allowed_domains ?? []).join('\n'),
})

/** The settings to send. An empty text clears it, so that the product's own words stand. */
export const settingsOf = ({ sites, ...draft }: WidgetDraft) => ({
  ...draft,
  greeting_title: draft.greeting_title.trim() || null,
  greeting_message: draft.greeting_message.trim() || null,
  allowed_domains: sitesOf(sites),
})

export const sitesOf = (text: string) =>
  text
    .split(/[\s,]+/)
    .map((site) => site.replace(/^https?:\/\//i, '').replace(/\/.*$/, ''))
    .filter(Boolean)
