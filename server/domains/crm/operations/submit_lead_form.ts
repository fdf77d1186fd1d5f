import { z } from 'zod'
import { attributes, id, line, written } from '#contract/scalars.ts'
import { capture } from '#domains/crm/capture.ts'
import * as forms from '#domains/crm/capture-forms.ts'
import { lead_form_id } from '#domains/crm/capture-inputs.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

const clicked = written.max(500).optional()
const address = written.max(2000).optional()

export const submit_lead_form = operation({
  summary: 'Hand in a filled lead form for somebody. The same twice within a minute is one lead.',
  description:
    'For servers of a site that take in a form themselves; browsers send theirs to the url of the form. An e-mail or phone ' +
    'proves nothing: a contact who has it is linked only when there is no other way to reach who filled it in.',
  rest: 'POST /lead-forms/:lead_form_id/submissions',
  permission: 'crm:write',
  tool: false,
  status: 201,
  input: z.strictObject({
    lead_form_id,
    answers: attributes.describe('By the keys of the form’s fields; others are passed over'),
    utm_source: line.optional(),
    utm_medium: line.optional(),
    utm_campaign: line.optional(),
    gclid: clicked.describe('Of an advertisement that was clicked, like the next two'),
    fbclid: clicked,
    ctwa_clid: clicked,
    ad_name: line.optional(),
    referer: address.describe('The page that led to the site'),
    landing_page: address.describe('The first page of the site that was seen'),
  }),
  output: z.object({ lead_id: id.nullable().describe('null where the contact is blocked, and nothing was made') }),

  async run(ctx, { lead_form_id: form_id, answers, ...touch }) {
    const form = await forms.get(ctx, form_id)
    if (!form.active) reject('invalid_state', 'This form is closed; open it with active=true first.', 'lead_form_id')
    return { lead_id: await capture(ctx, form, answers, touch) }
  },
})
