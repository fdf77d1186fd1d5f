import { z } from 'zod'
import { id, instant, line, text } from '#contract/scalars.ts'
import { Audience } from '#contract/records/campaign.ts'

export const campaign_id = id.describe('Id of the campaign')

export const campaign_fields = {
  name: line.describe('What the team calls it'),
  inbox: line.describe('The inbox it is sent from, by name or id'),
  content: text.describe('What is sent; variables such as {{contact.first_name}} are filled in for each contact'),
  audience: Audience.describe('Whom it is for: contacts that carry any of the labels and meet the filter'),
  scheduled_at: instant.nullable().describe('When it starts by itself; null: when it is started'),
  per_minute: z.int().min(1).max(6000).describe('At most so many messages a minute, 1 to 6000'),
}
