import type { Audience, Campaign, CampaignTemplate } from '#contract/records/campaign.ts'
import type { Input } from '#web/app/api.ts'
import { toInstant, toLocal } from '#web/app/format/zone.ts'
import { asAudience, readAudience, type AudienceDraft } from './audience.ts'

/** A campaign being edited, as the texts of its fields. */
export type CampaignDraft = {
  name: string
  inbox: string
  content: string
  /** The template of a channel that needs one. */
  template: CampaignTemplate | null
  audience: AudienceDraft
  leaves: 'now' | 'later'
  at: string
  per_minute: string
}

export const emptyDraft: CampaignDraft = {
  name: '',
  inbox: '',
  content: '',
  template: null,
  audience: { labels: [], conditions: [], isAdvanced: false },
  leaves: 'now',
  at: '',
  per_minute: '60',
}

export function readDraft(campaign: Campaign, time_zone: string): CampaignDraft {
  const { name, inbox, content, template, audience, scheduled_at, per_minute } = campaign
  return {
    name,
    inbox: inbox.id,
    content,
    template,
    audience: readAudience(audience),
    leaves: scheduled_at ? 'later' : 'now',
    at: scheduled_at ? toLocal(scheduled_at, time_zone) : '',
    per_minute: String(per_minute),
  }
}

/** The input for the server, which validates it. */
export function asInput(draft: CampaignDraft, time_zone: string, before?: Audience): Input<'create_campaign'> {
  const { leaves, at } = draft
  return {
    name: draft.name.trim(),
    inbox: draft.inbox,
    ...(draft.template ? { template: draft.template } : { content: draft.content, template: null }),
    audience: asAudience(draft.audience, before),
    scheduled_at: leaves === 'later' ? at && toInstant(at, time_zone) : null,
    per_minute: Number(draft.per_minute),
  }
}
