import type { Activity } from '#contract/records/crm.ts'
import { scheduled_types } from '#contract/records/crm.ts'
import { reject } from '#kernel/problem.ts'

/** Only what is planned can be done, and only once. */
export function checkOpen({ type, done, completed_at }: Activity): void {
  if (!(scheduled_types as readonly string[]).includes(type)) {
    reject('invalid_state', `A ${type} is nothing to be done; only a call, meeting or task is.`, 'activity_id')
  }
  if (done) reject('invalid_state', `This ${type} was already done at ${completed_at}.`, 'activity_id')
}

type Patch = { body?: string | null | undefined; due_at?: unknown; assigned_to?: unknown }

/** What people wrote can be changed; what the timeline notes by itself stays. */
export function checkEditable(activity: Activity, { body, due_at, assigned_to }: Patch): void {
  const { type } = activity
  if (type === 'stage_change' || type === 'field_change') {
    reject('invalid_state', 'What the timeline notes by itself cannot be changed.', 'activity_id')
  }
  const isPlanned = (scheduled_types as readonly string[]).includes(type)
  if (due_at !== undefined && !isPlanned) {
    reject('invalid_value', `A ${type} is not due; only a call, meeting or task is.`, 'due_at')
  }
  if (assigned_to !== undefined && !isPlanned) {
    reject(
      'invalid_value',
      `A ${type} is nobody’s to do; only a call, meeting or task is given to an agent.`,
      'assigned_to',
    )
  }
  if (due_at !== undefined || assigned_to !== undefined) checkOpen(activity)
  if (type === 'note' && body !== undefined && !body?.trim()) {
    reject('missing_field', 'A note says something: write it in body, or leave body out.', 'body')
  }
}
