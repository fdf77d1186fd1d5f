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

/** What people wrote can be changed; what the timeline notes by itself stays. */
export function checkEditable({ type }: Activity, due_at: unknown): void {
  if (type === 'stage_change' || type === 'field_change') {
    reject('invalid_state', 'What the timeline notes by itself cannot be changed.', 'activity_id')
  }
  if (due_at !== undefined && !(scheduled_types as readonly string[]).includes(type)) {
    reject('invalid_value', `A ${type} is not due; only a call, meeting or task is.`, 'due_at')
  }
}
