import type { Audience, Campaign } from '#contract/records/campaign.ts'
import type { Input } from '#web/api.ts'
import { toInstant, toLocal } from '#web/zone.ts'
import { asAudience, readAudience, type AudienceDraft } from './audience.ts'

/** A campaign while it is written: texts as they stand in the fields. */
export type CampaignDraft = {
  name: string
  inbox: string
  content: string
  audience: AudienceDraft
  leaves: 'now' | 'later'
  at: string
  per_minute: string
}

export const emptyDraft: CampaignDraft = {
  name: '',
  inbox: '',
  content: '',
  audience: { labels: [], conditions: [], isAdvanced: false },
  leaves: 'now',
  at: '',
  per_minute: '60',
}

export function readDraft(campaign: Campaign, time_zone: string): CampaignDraft {
  const { name, inbox, content, audience, scheduled_at, per_minute } = campaign
  return {
    name,
    inbox: inbox.id,
    content,
    audience: readAudience(audience),
    leaves: scheduled_at ? 'later' : 'now',
    at: scheduled_at ? toLocal(scheduled_at, time_zone) : '',
    per_minute: String(per_minute),
  }
}

/** What the server is to judge: nothing is mended here. */
export function asInput(draft: CampaignDraft, time_zone: string, before?: Audience): Input<'create_campaign'> {
  const { leaves, at } = draft
  return {
    name: draft.name.trim(),
    inbox: draft.inbox,
    content: draft.content,
    audience: asAudience(draft.audience, before),
    scheduled_at: leaves === 'later' ? at && toInstant(at, time_zone) : null,
    per_minute: Number(draft.per_minute),
  }
}
