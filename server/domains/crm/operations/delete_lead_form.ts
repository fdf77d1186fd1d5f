import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import * as forms from '#domains/crm/lead-forms/store.ts'
import { lead_form_id } from '#domains/crm/lead-forms/inputs.ts'
import { operation } from '#kernel/operation.ts'

export const delete_lead_form = operation({
  summary: 'Delete a lead form. Its page stops working; its leads are kept.',
  rest: 'DELETE /lead-forms/:lead_form_id',
  permission: 'workspace:write',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ lead_form_id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { lead_form_id: form_id }) {
    await forms.getLocked(ctx, form_id)
    await forms.remove(ctx, form_id)
    return { id: form_id, deleted: true as const }
  },
})
