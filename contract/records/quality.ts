import { z } from 'zod'
import { priorities } from '#contract/records/conversation.ts'
import { id, timestamp } from '#contract/scalars.ts'

export const sla_kinds = ['first_response', 'next_response', 'resolution'] as const
export type SlaKind = (typeof sla_kinds)[number]

const named = z.object({ id, name: z.string() })

/** A missed SLA target. */
export const SlaBreach = z
  .object({
    id,
    conversation_id: id,
    contact: named,
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

/** An SLA target that is not missed yet. */
export const SlaTarget = z.object({ kind: z.enum(sla_kinds), due_at: timestamp }).meta({ id: 'SlaTarget' })
export type SlaTarget = z.output<typeof SlaTarget>

/** Days in which a customer can answer a survey and change the answer. */
export const SURVEY_DAYS = 14

/** When a survey sent at this time stops accepting answers. */
export function surveyCloses(sent_at: string): string {
  return new Date(Date.parse(sent_at) + SURVEY_DAYS * 86_400_000).toISOString()
}

/** The answer of a customer to a satisfaction survey. */
export const CsatResponse = z
  .object({
    id,
    conversation_id: id,
    contact: named,
    inbox: named,
    assignee: named.nullable().describe('Assignee when the conversation was resolved'),
    rating: z.int().min(1).max(5).nullable().describe('1 is worst, 5 is best; null until answered'),
    comment: z.string().nullable(),
    sent_at: timestamp,
    answered_at: timestamp.nullable(),
  })
  .meta({ id: 'CsatResponse' })
export type CsatResponse = z.output<typeof CsatResponse>
