import { addDays, dayOf } from '#contract/periods.ts'
import type { Lead, Stage } from '#contract/records/crm.ts'
import * as contacts from '#domains/contacts/rules.ts'
import { isReferral } from '#domains/crm/attribution/rules.ts'
import { type Clock, currency, money, stageColumns, type TargetStage } from '#domains/crm/records/rules.ts'
import { reject } from '#kernel/problem.ts'

const texts = ['company_name', 'source', 'attribution_detail'] as const

/** Fields as a caller sends them: an absent one is unchanged, an empty string or null clears it. */
export type LeadInput = {
  name?: string | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  estimated_value?: number | null | undefined
  currency?: string | undefined
} & { [F in (typeof texts)[number]]?: string | null | undefined }

export type Fields = Pick<Lead, (typeof texts)[number] | 'name' | 'email' | 'phone' | 'estimated_value' | 'currency'>

/** The given fields, validated and normalised for storage. */
export function clean(input: LeadInput, country: string): Partial<Fields> {
  const { name, email, phone, estimated_value } = input
  if (name !== undefined && !name.trim()) reject('missing_field', 'A lead needs a name.', 'name')
  const given = texts.filter((field) => input[field] !== undefined)
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...Object.fromEntries(given.map((field) => [field, input[field]?.trim() || null])),
    ...(email !== undefined && { email: email?.trim() ? contacts.emailAddress(email) : null }),
    ...(phone !== undefined && { phone: phone?.trim() ? normalisePhone(phone.trim(), country) : null }),
    ...(estimated_value !== undefined && { estimated_value: money(estimated_value) }),
    ...(input.currency !== undefined && { currency: currency(input.currency) }),
  }
}

/** E.164 if the number can be parsed, otherwise unchanged: a lead with an odd number is still a lead. */
function normalisePhone(phone: string, country: string): string {
  return contacts.findPhoneNumber(phone, country) ?? phone
}

type ReferralInput = {
  source?: string | null | undefined
  utm_source?: string | null | undefined
  attribution_detail?: string | null | undefined
}

/** A referred lead must name its referrer. */
export function checkReferral({ source, utm_source, attribution_detail }: ReferralInput): void {
  if (attribution_detail || !(isReferral(source) || isReferral(utm_source))) return
  reject('missing_field', 'A referral needs attribution_detail: enter who referred the lead.', 'attribution_detail')
}

/** Columns that a move or a status change sets. */
export type LeadMove = Partial<{
  pipeline_id: string
  stage_id: string
  status: Lead['status']
  lost_reason: string | null
}>

type LeadState = Pick<Lead, 'status' | 'lost_reason' | 'opportunity'> & { stage: Pick<Stage, 'id' | 'type'> }

/** The stage decides the status: won qualifies a lead, lost disqualifies it, and back from either it is new. */
export function move(lead: LeadState, to: TargetStage): LeadMove {
  return { ...stageColumns(to), ...withStatus(lead, statusAfter(lead, to)) }
}

/** Status of a lead created in a stage of this type. */
export function initialStatus(type: Stage['type']): Lead['status'] {
  return statusAfter({ status: 'new', lost_reason: null, opportunity: null, stage: { id: '', type: 'open' } }, { type })
}

function statusAfter({ status, stage }: LeadState, to: Pick<Stage, 'type'>): Lead['status'] {
  if (to.type === 'won') return 'qualified'
  if (to.type === 'lost') return 'unqualified'
  const isReturning = status === 'unqualified' || (status === 'qualified' && stage.type === 'won')
  return isReturning ? 'new' : status
}

/** Only a lost lead keeps its lost reason. */
function withStatus(lead: LeadState, status: Lead['status']): LeadMove {
  return { status, lost_reason: status === 'unqualified' ? lead.lost_reason : null }
}

/** Marks a lead lost and moves it to the lost stage, if its pipeline has one. */
export function lose(lead: LeadState, lost: TargetStage | undefined, reason: string | null): LeadMove {
  if (lead.status === 'converted' || lead.opportunity) {
    const instead = lead.opportunity
      ? ` into opportunity ${lead.opportunity.id}; mark that one lost instead`
      : '; give it another status with crm_update_lead'
    reject('invalid_state', `This lead was converted${instead}.`, 'lead_id')
  }
  const lost_reason = reason ?? (lead.status === 'unqualified' ? lead.lost_reason : null)
  return { ...(lost && lead.stage.type !== 'lost' && stageColumns(lost)), status: 'unqualified', lost_reason }
}

/** Makes a lost lead new again, in the first open stage. */
export function reopen(lead: LeadState, first: TargetStage | undefined): LeadMove {
  if (lead.status !== 'unqualified') {
    reject('invalid_state', `Only a lost (unqualified) lead can be reopened; this one is ${lead.status}.`, 'lead_id')
  }
  return { ...(first && stageColumns(first)), status: 'new', lost_reason: null }
}

/** Sets any status by hand, except that a lead only becomes converted by converting it. */
export function setStatus(lead: LeadState, status: Lead['status']): LeadMove {
  if (status === 'converted' && !lead.opportunity && lead.status !== 'converted') {
    reject('invalid_state', 'Convert the lead with crm_convert_lead, which creates its opportunity.', 'status')
  }
  return withStatus(lead, status)
}

/** Refuses a conversion and lists everything that is missing at once. */
export function checkConversion(given: { name: boolean; client: boolean; context: boolean }): void {
  const missing = [
    { met: given.name, field: 'name', detail: 'a name' },
    {
      met: given.client,
      field: 'confirmed_contact_id',
      detail: 'a client (link a contact, pass confirmed_contact_id, or give the lead a phone or an email)',
    },
    {
      met: given.context,
      field: 'amount',
      detail:
        'a business context (pass amount, give the lead an estimated_value or an interest item, or add a note or another activity)',
    },
  ].filter(({ met }) => !met)
  if (missing.length === 0) return
  const detail = `Before this lead can be converted it needs ${missing.map((each) => each.detail).join('; and ')}.`
  const errors = missing.map((each) => ({
    field: each.field,
    code: 'missing_field',
    detail: `The lead needs ${each.detail}.`,
  }))
  reject('conversion_requirements', detail, undefined, { errors })
}

const CLOSES_IN_DAYS = 30

/** Default expected close date of a converted lead. */
export function expectedClose({ now, time_zone }: Clock): string {
  return addDays(dayOf(now, time_zone), CLOSES_IN_DAYS)
}
