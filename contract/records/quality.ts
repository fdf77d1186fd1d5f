import { z } from 'zod'
import { priorities } from '#contract/records/conversation.ts'
import { id, timestamp } from '#contract/scalars.ts'

export const sla_kinds = ['first_response', 'next_response', 'resolution'] as const
export type SlaKind = (typeof sla_kinds)[number]

const named = z.object({ id, name: z.string() })

/** A promise to a customer that was not kept. */
export const SlaBreach = z
  .object({
    id,
    conversation_id: id,
    kind: z.enum(sla_kinds),
    priority: z.enum(priorities),
    inbox: named,
    assignee: named.nullable(),
    team: named.nullable(),
    due_at: timestamp,
    breached_at: timestamp,
  })
  .meta({ id: 'SlaBreach' })
export type SlaBreach = z.output<typeof SlaBreach>

/** How long a customer may say how they were helped, and change their mind. */
export const SURVEY_DAYS = 14

/** When a survey that was sent then takes no more answers. */
export function surveyCloses(sent_at: string): string {
  return new Date(Date.parse(sent_at) + SURVEY_DAYS * 86_400_000).toISOString()
}

/** What a customer said of how they were helped. */
export const CsatResponse = z
  .object({
    id,
    conversation_id: id,
    contact: named,
    inbox: named,
    assignee: named.nullable().describe('Who had the conversation when it was resolved'),
    rating: z.int().min(1).max(5).nullable().describe('1 is worst, 5 is best; null until answered'),
    comment: z.string().nullable(),
    sent_at: timestamp,
    answered_at: timestamp.nullable(),
  })
  .meta({ id: 'CsatResponse' })
export type CsatResponse = z.output<typeof CsatResponse>
