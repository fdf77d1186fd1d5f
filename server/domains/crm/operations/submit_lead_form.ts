import { z } from 'zod'
import { attributes, id, line, written } from '#contract/scalars.ts'
import { createLeadFromForm } from '#domains/crm/lead-forms/submission.ts'
import * as forms from '#domains/crm/lead-forms/store.ts'
import { lead_form_id } from '#domains/crm/lead-forms/inputs.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

const clickId = written.max(500).optional()
const address = written.max(2000).optional()

export const submit_lead_form = operation({
  summary: 'Submit a lead form on behalf of a visitor. Repeating it within a minute creates one lead.',
  description:
    'For sites that process the form on their own server; browsers post to the url of the form. An e-mail or phone ' +
    'is no proof of identity: an existing contact is linked only if all given channels are theirs.',
  rest: 'POST /lead-forms/:lead_form_id/submissions',
  permission: 'crm:write',
  tool: false,
  status: 201,
  input: z.strictObject({
    lead_form_id,
    answers: attributes.describe('Answers by field key; unknown keys are ignored'),
    utm_source: line.optional(),
    utm_medium: line.optional(),
    utm_campaign: line.optional(),
    gclid: clickId.describe('Click id of an advertisement, as are the next two'),
    fbclid: clickId,
    ctwa_clid: clickId,
    ad_name: line.optional(),
    referer: address.describe('Page that linked to the site'),
    landing_page: address.describe('First page of the site that was visited'),
  }),
  output: z.object({ lead_id: id.nullable().describe('null if the contact is blocked; no lead is created then') }),

  async run(ctx, { lead_form_id: form_id, answers, ...touch }) {
    const form = await forms.get(ctx, form_id)
    if (!form.active)
      reject('invalid_state', 'This form is inactive; set active=true with update_lead_form first.', 'lead_form_id')
    return { lead_id: await createLeadFromForm(ctx, form, answers, touch) }
  },
})
