import { z } from 'zod'
import { Lead, lead_statuses } from '#contract/records/crm.ts'
import { id, line } from '#contract/scalars.ts'
import { mergeAttributes } from '#domains/contacts/rules.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as attribution from '#domains/crm/attribution-rules.ts'
import { changeLead } from '#domains/crm/changing.ts'
import { custom_attributes, lead_id, leadFields, ownerChange } from '#domains/crm/inputs.ts'
import { checkReferral, clean } from '#domains/crm/lead-rules.ts'
import * as leads from '#domains/crm/leads.ts'
import * as owners from '#domains/crm/owners.ts'
import * as rules from '#domains/crm/rules.ts'
import { operation } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'

export const crm_update_lead = operation({
  summary: 'Change fields of a lead; only those given change, and an empty string clears one.',
  description:
    'A UTM value changed here counts as manual; the first automatic one is kept in utm_auto. A new owner is told by e-mail. ' +
    'Stages change with crm_move_lead_stage. Returns the lead.',
  rest: 'PATCH /leads/:lead_id',
  permission: 'crm:write',
  tool: { without: ['custom_attributes'] },
  destructive: true,
  idempotent: true,
  input: z.strictObject({
    lead_id,
    name: line.optional().describe('Name of the lead'),
    ...leadFields,
    ...ownerChange,
    contact_id: id.nullable().optional().describe('Contact it is about'),
    status: z.enum(lead_statuses).optional().describe('converted only where it has an opportunity'),
    custom_attributes,
  }),
  output: Lead,

  async run(ctx, { lead_id, owner, owner_id, contact_id, status, custom_attributes, ...sent }) {
    const before = await leads.getLocked(ctx, lead_id)
    const fields = clean(sent, ctx.actor.account.country)
    const agent = await owners.find(ctx, { owner, owner_id })
    const contact = contact_id ? await contacts.get(ctx, contact_id) : undefined
    const found = touched(before, fields.source, contact?.custom_attributes)
    const utm = attribution.revise(before, sent, found, author(ctx.actor), ctx.now)
    const decisive = [sent.source, sent.utm_source, sent.attribution_detail].some((each) => each !== undefined)
    if (decisive) checkReferral({ ...before, ...fields, utm_source: utm.utm_source })
    return changeLead(ctx, before, {
      ...fields,
      ...(utm !== before && attribution.pick(utm)),
      ...(agent !== undefined && { owner_id: agent?.id ?? null }),
      ...(contact_id !== undefined && { contact_id }),
      ...(status && rules.setLeadStatus(before, status)),
      ...(custom_attributes && { custom_attributes: mergeAttributes(before.custom_attributes, custom_attributes) }),
    })
  },
})

/** What is now known by itself: by another label, or by the contact where nothing was known before. */
function touched(before: Lead, source: string | null | undefined, contact: attribution.Hints | undefined) {
  const label = source !== undefined && source !== before.source ? source : undefined
  if (attribution.fromLabel(label))
    return { ...attribution.find(label, before.custom_attributes, {}), utm_campaign: before.utm_campaign }
  if (!contact || before.utm_origin !== null) return undefined
  const found = attribution.find(undefined, {}, contact)
  return attribution.hasAny(found) ? found : undefined
}
