import { z } from 'zod'
import { Lead, lead_statuses } from '#contract/records/crm.ts'
import { id, line } from '#contract/scalars.ts'
import { mergeAttributes } from '#domains/contacts/rules.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as attribution from '#domains/crm/attribution/rules.ts'
import { updateLead } from '#domains/crm/leads/update-lead.ts'
import { custom_attributes, lead_id, leadFields, ownerChange } from '#domains/crm/inputs.ts'
import * as rules from '#domains/crm/leads/rules.ts'
import * as leads from '#domains/crm/leads/store.ts'
import * as owners from '#domains/crm/records/owners.ts'
import * as customAttributes from '#domains/workspace/custom-attributes/store.ts'
import { operation } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'

export const crm_update_lead = operation({
  summary: 'Update a lead. Only the given fields change; an empty string clears one.',
  description:
    'A UTM value changed here counts as manual; utm_auto keeps the first automatic one. A new owner is notified by e-mail. ' +
    'Move stages with crm_move_lead_stage. Returns the lead.',
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
    contact_id: id.nullable().optional().describe('Contact of the lead'),
    status: z.enum(lead_statuses).optional().describe('converted only if it has an opportunity'),
    custom_attributes,
  }),
  output: Lead,

  async run(ctx, { lead_id, owner, owner_id, contact_id, status, custom_attributes, ...input }) {
    const before = await leads.getLocked(ctx, lead_id)
    const fields = rules.clean(input, ctx.actor.account.country)
    const agent = await owners.find(ctx, { owner, owner_id })
    const contact = contact_id ? await contacts.get(ctx, contact_id) : undefined
    const detected = detectAttribution(before, fields.source, contact?.custom_attributes)
    const utm = attribution.revise(before, input, detected, author(ctx.actor), ctx.now)
    const affectsReferral = [input.source, input.utm_source, input.attribution_detail].some(
      (each) => each !== undefined,
    )
    if (affectsReferral) rules.checkReferral({ ...before, ...fields, utm_source: utm.utm_source })
    const attributes = custom_attributes && (await customAttributes.conform(ctx, 'lead_attribute', custom_attributes))
    return updateLead(ctx, before, {
      ...fields,
      ...(utm !== before && attribution.pickColumns(utm)),
      ...(agent !== undefined && { owner_id: agent?.id ?? null }),
      ...(contact_id !== undefined && { contact_id }),
      ...(status && rules.setStatus(before, status)),
      ...(attributes && { custom_attributes: mergeAttributes(before.custom_attributes, attributes) }),
    })
  },
})

/** Attribution from a new source label, or from the contact if the lead had none. */
function detectAttribution(before: Lead, source: string | null | undefined, contact: attribution.Hints | undefined) {
  const label = source !== undefined && source !== before.source ? source : undefined
  if (attribution.fromLabel(label))
    return { ...attribution.detect(label, before.custom_attributes, {}), utm_campaign: before.utm_campaign }
  if (!contact || before.utm_origin !== null) return undefined
  const found = attribution.detect(undefined, {}, contact)
  return attribution.hasAny(found) ? found : undefined
}
