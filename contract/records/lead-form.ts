import { z } from 'zod'
import { domain } from '#contract/records/inbox.ts'
import { id, line, text, timestamp, written } from '#contract/scalars.ts'

/** Standard fields of a lead; any other field of a form becomes a custom attribute. */
export const lead_answers = ['name', 'email', 'phone', 'company_name', 'message'] as const
export const lead_form_field_types = ['text', 'long_text', 'number', 'choice', 'checkbox'] as const

/** Source parameters that are sent along with the answers. */
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
      .describe(`One of ${lead_answers.join(', ')}; any other becomes a custom attribute of the lead`),
    label: written.max(500).nullable().describe('The question; null uses the default text'),
    type: z.enum(lead_form_field_types).describe('A required checkbox must be ticked, such as a consent'),
    required: z.boolean(),
    choices: z.array(line).max(100).describe('Options of a choice'),
  })
  .meta({ id: 'LeadFormField' })
export type LeadFormField = z.output<typeof LeadFormField>

const named = z.object({ id, name: z.string() })

export const LeadForm = z
  .object({
    id,
    name: z.string().describe('Title of the form'),
    token: z.string().describe('Public identifier'),
    url: z.string().describe('Page of the form, and the target for forms on other sites'),
    pipeline: named.nullable().describe('null: the default pipeline for leads'),
    stage: named.nullable().describe('null: the first stage of the pipeline'),
    owner: named.nullable(),
    allowed_domains: z.array(domain).max(50).describe('Sites that may submit it; empty means any'),
    fields: z.array(LeadFormField).describe('Questions, in order'),
    thanks_message: text.max(1000).nullable().describe('Shown after submitting; null uses the default text'),
    redirect_url: z.string().nullable().describe('Page opened after submitting, instead of the message'),
    active: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'LeadForm' })
export type LeadForm = z.output<typeof LeadForm>
