import { z } from 'zod'
import { domain } from '#contract/records/inbox.ts'
import { id, line, text, timestamp, written } from '#contract/scalars.ts'

/** What every lead has; anything else a form asks becomes a custom attribute of the lead. */
export const lead_answers = ['name', 'email', 'phone', 'company_name', 'message'] as const
export const lead_form_field_types = ['text', 'long_text', 'number', 'choice', 'checkbox'] as const

/** What tells where somebody came from; it travels along with the answers, under these names. */
export const touch_fields = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'gclid',
  'fbclid',
  'ctwa_clid',
  'ad_name',
  'referer',
  'landing_page',
] as const

export const LeadFormField = z
  .strictObject({
    key: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,49}$/, 'A key is 1 to 50 of a-z, 0-9 and _, and begins with a letter')
      .describe(`One of ${lead_answers.join(', ')}; any other is kept as a custom attribute of the lead`),
    label: written.max(500).nullable().describe('The question; null asks in the words of the product'),
    type: z.enum(lead_form_field_types).describe('A checkbox that is required must be ticked, such as a consent'),
    required: z.boolean(),
    choices: z.array(line).max(100).describe('Of a choice'),
  })
  .meta({ id: 'LeadFormField' })
export type LeadFormField = z.output<typeof LeadFormField>

const named = z.object({ id, name: z.string() })

export const LeadForm = z
  .object({
    id,
    name: z.string().describe('Stands above the form'),
    token: z.string().describe('What pages know the form by; public'),
    url: z.string().describe('The page of the form, and where forms on other sites send what was filled in'),
    pipeline: named.nullable().describe('null: the default pipeline for leads'),
    stage: named.nullable().describe('null: the first of the pipeline'),
    owner: named.nullable(),
    allowed_domains: z.array(domain).max(50).describe('Sites that may send it; empty means any'),
    fields: z.array(LeadFormField).describe('What is asked, in this order'),
    thanks_message: text.max(1000).nullable().describe('Said after sending; null thanks in the words of the product'),
    redirect_url: z.string().nullable().describe('Where a browser goes after sending, in place of the thanks'),
    active: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'LeadForm' })
export type LeadForm = z.output<typeof LeadForm>
