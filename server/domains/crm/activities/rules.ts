import type { Activity } from '#contract/records/crm.ts'
import { activity_types, scheduled_types } from '#contract/records/crm.ts'
import { fold } from '#kernel/filters/reference.ts'
import { reject } from '#kernel/problem.ts'

/** Calls, meetings, tasks and the types of the workspace are scheduled; notes, e-mails and changes are recorded. */
function isScheduled(type: string): boolean {
  const isBuiltIn = (activity_types as readonly string[]).includes(type)
  return !isBuiltIn || (scheduled_types as readonly string[]).includes(type)
}

const MAX_TYPE_NAME = 60

/** The name of a type of the workspace, which must differ from the built-in ones. */
export function checkTypeName(name: string): string {
  const trimmed = name.trim()
  if (!trimmed) reject('missing_field', 'A type of activities needs a name.', 'name')
  if (trimmed.length > MAX_TYPE_NAME)
    reject('invalid_value', `Use a name of at most ${MAX_TYPE_NAME} characters.`, 'name')
  if ((activity_types as readonly string[]).includes(fold(trimmed)))
    reject('invalid_value', `${trimmed} is a built-in type; choose another name.`, 'name')
  return trimmed
}

/** Only scheduled activities can be completed, and only once. */
export function checkOpen({ type, done, completed_at }: Activity): void {
  if (!isScheduled(type)) {
    reject('invalid_state', `A ${type} cannot be completed; only a call, meeting or task can.`, 'activity_id')
  }
  if (done) reject('invalid_state', `This ${type} was already completed at ${completed_at}.`, 'activity_id')
}

/** Only a completed activity can be reopened. */
export function checkDone({ type, done }: Activity): void {
  if (!isScheduled(type)) {
    reject('invalid_state', `A ${type} cannot be reopened; only a completed call, meeting or task can.`, 'activity_id')
  }
  if (!done) reject('invalid_state', `This ${type} is not completed yet.`, 'activity_id')
}

/** When to remind of an activity that is pending again: a moment that has passed is not announced. */
export function remindAt(due_at: string | null, now: Date): Date | null {
  return due_at !== null && Date.parse(due_at) > now.getTime() ? new Date(due_at) : null
}

type Patch = { body?: string | null | undefined; due_at?: unknown; assigned_to?: unknown }

/** Activities by people can be edited; recorded changes cannot. */
export function checkEditable(activity: Activity, { body, due_at, assigned_to }: Patch): void {
  const { type } = activity
  if (type === 'stage_change' || type === 'field_change') {
    reject('invalid_state', 'Recorded changes on the timeline cannot be edited.', 'activity_id')
  }
  if (due_at !== undefined && !isScheduled(type)) {
    reject('invalid_value', `A ${type} has no due date; only a call, meeting or task has one.`, 'due_at')
  }
  if (assigned_to !== undefined && !isScheduled(type)) {
    reject('invalid_value', `A ${type} cannot be assigned; only a call, meeting or task can.`, 'assigned_to')
  }
  if (due_at !== undefined || assigned_to !== undefined) checkOpen(activity)
  if (type === 'note' && body !== undefined && !body?.trim()) {
    reject('missing_field', 'A note cannot be empty: write its text in body, or leave body out.', 'body')
  }
}
