import { z } from 'zod'
import { id, instant, line, text } from '#contract/scalars.ts'
import { Audience, CampaignTemplate } from '#contract/records/campaign.ts'

export const campaign_id = id.describe('Id of the campaign')

export const campaign_fields = {
  name: line.describe('Name of the campaign'),
  inbox: line.describe('Inbox that sends it, by name or id'),
  content: text.describe('Message text; variables such as {{contact.first_name}} are filled in for each contact'),
  template: CampaignTemplate.nullable().describe(
    'Approved template of the inbox, instead of content; needed where the channel allows no free text first',
  ),
  audience: Audience.describe('Contacts with any of the labels that match the filter'),
  scheduled_at: instant.nullable().describe('When it starts automatically; null to start it manually'),
  per_minute: z.int().min(1).max(6000).describe('Maximum messages per minute, 1 to 6000'),
}
