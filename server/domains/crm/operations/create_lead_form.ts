import { z } from 'zod'
import { LeadForm } from '#contract/records/lead-form.ts'
import { line } from '#contract/scalars.ts'
import * as forms from '#domains/crm/capture-forms.ts'
import { formFields, new_form, revise } from '#domains/crm/capture-inputs.ts'
import { operation } from '#kernel/operation.ts'

export const create_lead_form = operation({
  summary: 'Create a form that strangers fill in on a page of their own or on any site; each time it makes a lead.',
  description: 'Its url is the page to share, and the action of a form on another site.',
  rest: 'POST /lead-forms',
  permission: 'workspace:write',
  tool: false,
  status: 201,
  audit: { without: [] },
  input: z.strictObject({ name: line.describe('Stands above the form'), ...formFields }),
  output: LeadForm,

  async run(ctx, sent) {
    return forms.insert(ctx, await revise(ctx, new_form, sent))
  },
})
