import { z } from 'zod'
import { LeadForm } from '#contract/records/lead-form.ts'
import { line } from '#contract/scalars.ts'
import * as forms from '#domains/crm/lead-forms/store.ts'
import { formFields, default_form, revise } from '#domains/crm/lead-forms/inputs.ts'
import { operation } from '#kernel/operation.ts'

export const create_lead_form = operation({
  summary: 'Create a lead form. Each submission creates a lead.',
  description: 'The url is a page to share; a form on another site can use it as its action.',
  rest: 'POST /lead-forms',
  permission: 'workspace:write',
  tool: false,
  status: 201,
  audit: { without: [] },
  input: z.strictObject({ name: line.describe('Title shown above the form'), ...formFields }),
  output: LeadForm,

  async run(ctx, input) {
    return forms.insert(ctx, await revise(ctx, default_form, input))
  },
})
