import { z } from 'zod'
import { LeadForm } from '#contract/records/lead-form.ts'
import * as forms from '#domains/crm/lead-forms/store.ts'
import { lead_form_id } from '#domains/crm/lead-forms/inputs.ts'
import { operation } from '#kernel/operation.ts'

export const get_lead_form = operation({
  summary: 'Get a lead form.',
  rest: 'GET /lead-forms/:lead_form_id',
  permission: 'workspace:read',
  tool: false,
  input: z.strictObject({ lead_form_id }),
  output: LeadForm,

  run: (ctx, { lead_form_id: id }) => forms.get(ctx, id),
})
