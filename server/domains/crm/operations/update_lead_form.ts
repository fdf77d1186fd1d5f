import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { LeadForm } from '#contract/records/lead-form.ts'
import { line } from '#contract/scalars.ts'
import * as forms from '#domains/crm/capture-forms.ts'
import { fieldsOf, formFields, lead_form_id, revise } from '#domains/crm/capture-inputs.ts'
import { operation } from '#kernel/operation.ts'

export const update_lead_form = operation({
  summary: 'Change what a lead form asks, where its leads go, which sites may send it, or whether it is open.',
  rest: 'PATCH /lead-forms/:lead_form_id',
  permission: 'workspace:write',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({ lead_form_id, name: line.optional(), ...formFields }),
  output: LeadForm,

  async run(ctx, { lead_form_id: id, ...patch }) {
    const form = await forms.getLocked(ctx, id)
    const before = fieldsOf(form)
    const after = await revise(ctx, before, patch)
    return isDeepStrictEqual(after, before) ? form : forms.update(ctx, id, after)
  },
})
