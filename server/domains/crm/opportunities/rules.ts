import { dayOf } from '#contract/periods.ts'
import type { LostReason, Opportunity, Stage } from '#contract/records/crm.ts'
import { type Clock, currency, money, stageColumns, type TargetStage } from '#domains/crm/records/rules.ts'
import { reject } from '#kernel/problem.ts'

/** Fields as a caller sends them: an absent one is unchanged, an empty string or null clears it. */
export type OpportunityInput = {
  name?: string | undefined
  description?: string | null | undefined
  attribution_detail?: string | null | undefined
  amount?: number | null | undefined
  currency?: string | undefined
  expected_close_date?: string | null | undefined
}

export type Fields = Pick<
  Opportunity,
  'name' | 'description' | 'attribution_detail' | 'amount' | 'currency' | 'expected_close_date'
>

/** The given fields, validated and normalised for storage. */
export function clean(input: OpportunityInput): Partial<Fields> {
  const { name, description, attribution_detail, amount, expected_close_date } = input
  if (name !== undefined && !name.trim()) reject('missing_field', 'An opportunity needs a name.', 'name')
  if (expected_close_date !== undefined) checkMandatory({ expected_close_date })
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(description !== undefined && { description: description?.trim() || null }),
    ...(attribution_detail !== undefined && { attribution_detail: attribution_detail?.trim() || null }),
    ...(amount !== undefined && { amount: money(amount) }),
    ...(input.currency !== undefined && { currency: currency(input.currency) }),
    ...(expected_close_date && { expected_close_date }),
  }
}

/** Refuses an opportunity without a contact, an expected close date or an owner, where these are given. */
export function checkMandatory(given: { contact?: unknown; expected_close_date?: unknown; owner?: unknown }): void {
  const refusals = {
    contact: ['contact_id', 'An opportunity needs a contact; give contact_id, found with search_contacts.'],
    expected_close_date: ['expected_close_date', 'An opportunity needs an expected_close_date, as YYYY-MM-DD.'],
    owner: ['owner', 'An opportunity needs an owner: an agent, by name, e-mail or id.'],
  } as const
  for (const [field, [pointer, sentence]] of Object.entries(refusals)) {
    if (field in given && !given[field as keyof typeof given]) reject('missing_field', sentence, pointer)
  }
}

/** The probability of a won or lost opportunity is fixed. */
export function checkProbability(status: Opportunity['status'], probability: number | undefined): void {
  if (probability === undefined || status === 'open') return
  reject(
    'invalid_state',
    `The probability of a ${status} opportunity is fixed; reopen it with status=open first.`,
    'probability',
  )
}

/** Columns that a move or an outcome sets. */
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

/** The stage decides the status: open, won or lost. A loss needs a reason. */
export function move(
  before: OpportunityState & { stage: Pick<Stage, 'id'> },
  to: TargetStage,
  reason: Reason | undefined,
  clock: Clock,
): OpportunityMove {
  if (to.type === 'open') return { ...stageColumns(to), ...openColumns(to.probability) }
  if (to.type === 'won') return { ...stageColumns(to), ...wonColumns(before, clock), probability: to.probability }
  // Reordering within its lost stage needs no second reason.
  if (!reason && before.status === 'lost' && before.stage.id === to.id && before.lost_reason !== null) return {}
  return { ...stageColumns(to), ...lostColumns(before, reason, clock), probability: to.probability }
}

/** Wins or loses an opportunity from any stage and moves it to the matching final stage, if there is one. */
export function close(
  before: OpportunityState,
  outcome: 'won' | 'lost',
  final: TargetStage | undefined,
  reason: Reason | undefined,
  clock: Clock,
): OpportunityMove {
  return {
    ...(final && stageColumns(final)),
    ...(outcome === 'won' ? wonColumns(before, clock) : lostColumns(before, reason, clock)),
    probability: final?.probability ?? (outcome === 'won' ? 100 : 0),
  }
}

/** Opens it again in the given stage and clears its outcome; the timeline still shows it. */
export function reopen(to: TargetStage | undefined, probability: number): OpportunityMove {
  return { ...(to && stageColumns(to)), ...openColumns(to?.probability ?? probability) }
}

function openColumns(probability: number): OpportunityMove {
  return {
    status: 'open',
    probability,
    closed_at: null,
    actual_close_date: null,
    lost_reason: null,
    lost_reason_id: null,
  }
}

function wonColumns(before: OpportunityState, clock: Clock): OpportunityMove {
  return { status: 'won', ...closeDate(before, 'won', clock), lost_reason: null, lost_reason_id: null }
}

function lostColumns(before: OpportunityState, reason: Reason | undefined, clock: Clock): OpportunityMove {
  if (!reason) rejectMissingReason()
  return { status: 'lost', ...closeDate(before, 'lost', clock), lost_reason: reason.name, lost_reason_id: reason.id }
}

export function rejectMissingReason(): never {
  return reject(
    'lost_reason_required',
    'A loss needs a reason: give lost_reason, one of list_crm_lost_reasons.',
    'lost_reason',
  )
}

/** Repeating an outcome keeps its close date. */
function closeDate(before: OpportunityState, outcome: 'won' | 'lost', { now, time_zone }: Clock): OpportunityMove {
  if (before.status === outcome) return { closed_at: before.closed_at, actual_close_date: before.actual_close_date }
  return { closed_at: now, actual_close_date: dayOf(now, time_zone) }
}
