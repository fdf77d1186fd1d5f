import { addDays, dayOf } from '#contract/periods.ts'
import type { Lead, LostReason, Opportunity, Stage } from '#contract/records/crm.ts'
import { reject } from '#kernel/problem.ts'

type Place = Pick<Stage, 'id' | 'type' | 'probability'> & { pipeline_id: string }

/** What moving changes, by its columns. */
export type LeadMove = Partial<{
  pipeline_id: string
  stage_id: string
  status: Lead['status']
  lost_reason: string | null
}>

type LeadState = Pick<Lead, 'status' | 'lost_reason' | 'opportunity'> & { stage: Pick<Stage, 'id' | 'type'> }

/** A lead in a won stage is qualified, in a lost one unqualified. One that comes back from either is new again. */
export function moveLead(lead: LeadState, to: Place): LeadMove {
  return { pipeline_id: to.pipeline_id, stage_id: to.id, ...withStatus(lead, statusIn(lead, to)) }
}

/** What a lead is that begins in a stage. */
export function statusAt(type: Stage['type']): Lead['status'] {
  return statusIn({ status: 'new', lost_reason: null, opportunity: null, stage: { id: '', type: 'open' } }, { type })
}

function statusIn({ status, stage }: LeadState, to: Pick<Stage, 'type'>): Lead['status'] {
  if (to.type === 'won') return 'qualified'
  if (to.type === 'lost') return 'unqualified'
  const returns = status === 'unqualified' || (status === 'qualified' && stage.type === 'won')
  return returns ? 'new' : status
}

/** Only what is lost has a reason. */
function withStatus(lead: LeadState, status: Lead['status']): LeadMove {
  return { status, lost_reason: status === 'unqualified' ? lead.lost_reason : null }
}

/** A lead that came to nothing goes to the lost stage, where there is one. */
export function loseLead(lead: LeadState, lost: Place | undefined, reason: string | null): LeadMove {
  if (lead.status === 'converted' || lead.opportunity) {
    const instead = lead.opportunity
      ? ` into opportunity ${lead.opportunity.id}; mark that one lost instead`
      : '; give it another status with crm_update_lead'
    reject('invalid_state', `This lead was converted${instead}.`, 'lead_id')
  }
  const lost_reason = reason ?? (lead.status === 'unqualified' ? lead.lost_reason : null)
  return { ...(lost && lead.stage.type !== 'lost' && placed(lost)), status: 'unqualified', lost_reason }
}

/** A lost lead begins anew, in the first open stage. */
export function reopenLead(lead: LeadState, first: Place | undefined): LeadMove {
  if (lead.status !== 'unqualified') {
    reject('invalid_state', `Only a lost (unqualified) lead can be reopened; this one is ${lead.status}.`, 'lead_id')
  }
  return { ...(first && placed(first)), status: 'new', lost_reason: null }
}

/** Any status can be given by hand, but converted only to what was. */
export function setLeadStatus(lead: LeadState, status: Lead['status']): LeadMove {
  if (status === 'converted' && !lead.opportunity && lead.status !== 'converted') {
    reject('invalid_state', 'A lead is converted with crm_convert_lead, which makes its opportunity.', 'status')
  }
  return withStatus(lead, status)
}

function placed({ pipeline_id, id }: Place) {
  return { pipeline_id, stage_id: id }
}

export type OpportunityMove = Partial<{
  pipeline_id: string
  stage_id: string
  status: Opportunity['status']
  probability: number
  closed_at: Date | string | null
  actual_close_date: string | null
  lost_reason: string | null
  lost_reason_id: string | null
}>

type OpportunityState = Pick<Opportunity, 'status' | 'closed_at' | 'actual_close_date' | 'lost_reason'>
type Reason = Pick<LostReason, 'id' | 'name'>
/** The moment, and whose days are counted. */
type When = { now: Date; time_zone: string }

/** The stage decides: open, won or lost. What is lost says why. */
export function moveOpportunity(
  before: OpportunityState & { stage: Pick<Stage, 'id'> },
  to: Place,
  reason: Reason | undefined,
  when: When,
): OpportunityMove {
  if (to.type === 'open') return { ...placed(to), ...opened(to.probability) }
  if (to.type === 'won') return { ...placed(to), ...win(before, when), probability: to.probability }
  // Where it is lost already, its place in the stage may change without saying why again.
  if (!reason && before.status === 'lost' && before.stage.id === to.id && before.lost_reason !== null) return {}
  return { ...placed(to), ...lose(before, reason, when), probability: to.probability }
}

/** Won or lost, wherever it is: it goes to the stage for that, and its day is kept. */
export function closeOpportunity(
  before: OpportunityState,
  outcome: 'won' | 'lost',
  terminal: Place | undefined,
  reason: Reason | undefined,
  when: When,
): OpportunityMove {
  const closed = outcome === 'won' ? win(before, when) : lose(before, reason, when)
  return {
    ...(terminal && placed(terminal)),
    ...closed,
    probability: terminal?.probability ?? (outcome === 'won' ? 100 : 0),
  }
}

/** Open again, in the stage given: as if it had never been closed. What it was stays on the timeline. */
export function reopenOpportunity(to: Place | undefined, probability: number): OpportunityMove {
  return { ...(to && placed(to)), ...opened(to?.probability ?? probability) }
}

function opened(probability: number): OpportunityMove {
  return {
    status: 'open',
    probability,
    closed_at: null,
    actual_close_date: null,
    lost_reason: null,
    lost_reason_id: null,
  }
}

function win(before: OpportunityState, when: When): OpportunityMove {
  return { status: 'won', ...closing(before, 'won', when), lost_reason: null, lost_reason_id: null }
}

function lose(before: OpportunityState, reason: Reason | undefined, when: When): OpportunityMove {
  if (!reason) reasonless()
  return { status: 'lost', ...closing(before, 'lost', when), lost_reason: reason.name, lost_reason_id: reason.id }
}

export function reasonless(): never {
  return reject(
    'lost_reason_required',
    'Say why it was lost: give lost_reason, one of those list_crm_lost_reasons shows.',
    'lost_reason',
  )
}

/** Closing what is closed the same way already keeps its day. */
function closing(before: OpportunityState, outcome: 'won' | 'lost', { now, time_zone }: When): OpportunityMove {
  if (before.status === outcome) return { closed_at: before.closed_at, actual_close_date: before.actual_close_date }
  return { closed_at: now, actual_close_date: dayOf(now, time_zone) }
}

/** What stands in the way of converting a lead, all of it at once. */
export function checkConversion(known: { name: boolean; client: boolean; context: boolean }): void {
  const missing = [
    { met: known.name, field: 'name', detail: 'a name' },
    {
      met: known.client,
      field: 'confirmed_contact_id',
      detail: 'a client (link a contact, pass confirmed_contact_id, or give the lead a phone or an email)',
    },
    {
      met: known.context,
      field: 'amount',
      detail:
        'a business context (pass amount, give the lead an estimated_value or an interest item, or add a note or another activity)',
    },
  ].filter(({ met }) => !met)
  if (missing.length === 0) return
  const detail = `To be converted this lead still needs ${missing.map((each) => each.detail).join('; and ')}.`
  const errors = missing.map((each) => ({
    field: each.field,
    code: 'missing_field',
    detail: `It needs ${each.detail}.`,
  }))
  reject('conversion_requirements', detail, undefined, { errors })
}

const CLOSES_IN_DAYS = 30

/** When a converted lead is expected to close, where nobody says. */
export function expectedClose({ now, time_zone }: When): string {
  return addDays(dayOf(now, time_zone), CLOSES_IN_DAYS)
}

/** What an opportunity cannot be without. */
export function checkOpportunity(given: { contact?: unknown; expected_close_date?: unknown; owner?: unknown }): void {
  const words = {
    contact: ['contact_id', 'An opportunity needs a contact; give contact_id, found with search_contacts.'],
    expected_close_date: ['expected_close_date', 'An opportunity needs an expected_close_date, as YYYY-MM-DD.'],
    owner: ['owner', 'An opportunity needs an owner: an agent, by name, e-mail or id.'],
  } as const
  for (const [field, [pointer, sentence]] of Object.entries(words)) {
    if (field in given && !given[field as keyof typeof given]) reject('missing_field', sentence, pointer)
  }
}

/** Won is certain, and lost is too: only what is open has odds. */
export function checkProbability(status: Opportunity['status'], probability: number | undefined): void {
  if (probability === undefined || status === 'open') return
  reject(
    'invalid_state',
    `The probability of a ${status} opportunity is settled; reopen it with status=open first.`,
    'probability',
  )
}

const currencies = new Set(Intl.supportedValuesOf('currency'))

export function isCurrency(letters: string): boolean {
  return currencies.has(letters)
}

/** A currency by its three letters. */
export function currency(code: string, field = 'currency'): string {
  const letters = code.trim().toUpperCase()
  if (!isCurrency(letters))
    reject('invalid_value', `"${code}" is no currency; write its ISO code, such as COP or USD.`, field)
  return letters
}

/** An amount of money in cents, as it is kept. */
export function money(amount: number | null | undefined): number | null {
  return amount == null ? null : Math.round(amount * 100) / 100
}

type Changes = Record<string, { from: never; to: never }>

/** Which of these fields differ, each before and after. Records are the same when their ids are. */
export function changes<R>(before: R, after: R, fields: readonly (keyof R & string)[]): Changes {
  const differing = fields.filter((field) => identity(field, before[field]) !== identity(field, after[field]))
  return Object.fromEntries(
    differing.map((field) => [field, { from: before[field] as never, to: after[field] as never }]),
  )
}

/** Custom attributes may have one called id, and are no record. */
function identity(field: string, value: unknown): string {
  const isRecord = field !== 'custom_attributes' && typeof value === 'object' && value !== null && 'id' in value
  return JSON.stringify(isRecord ? value.id : value)
}

/** Whether a column would get another value than the record shows. References are columns that end in _id. */
export function columnDiffers(record: object, column: string, value: unknown): boolean {
  const shown = record as Record<string, unknown>
  // Which entry of the catalog it is follows from what it is called.
  if (column === 'lost_reason_id') return false
  const reference = column.endsWith('_id') ? (shown[column.slice(0, -3)] as { id: string } | null) : undefined
  const before = reference === undefined ? shown[column] : (reference?.id ?? null)
  return JSON.stringify(before) !== JSON.stringify(value)
}

/** A moment not before what is known already: calls made at once may arrive in another order than they began. */
export function notBefore(moment: string, now: Date): Date {
  return Date.parse(moment) > now.getTime() ? new Date(moment) : now
}
