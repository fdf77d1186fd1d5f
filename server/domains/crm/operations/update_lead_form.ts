import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { LeadForm } from '#contract/records/lead-form.ts'
import { line } from '#contract/scalars.ts'
import * as forms from '#domains/crm/lead-forms/store.ts'
import { fieldsOf, formFields, lead_form_id, revise } from '#domains/crm/lead-forms/inputs.ts'
import { operation } from '#kernel/operation.ts'

export const update_lead_form = operation({
  summary: 'Update a lead form: its questions, target pipeline, allowed sites or whether it is active.',
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
