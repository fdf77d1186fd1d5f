import { timed_triggers, type TimedTrigger, type Trigger } from '#contract/records/automation.ts'
import { reject } from '#kernel/problem.ts'

export function isTimed(event: string): event is TimedTrigger {
  return timed_triggers.some((each) => each === event)
}

/** Timed triggers require minutes; others must not have them. */
export function checkMinutes(event: Trigger, minutes: number | null): number | null {
  if (isTimed(event) && minutes === null)
    reject('missing_field', `${event} is a timed trigger; give minutes.`, 'minutes')
  if (!isTimed(event) && minutes !== null)
    reject('invalid_value', `${event} is not a timed trigger; omit minutes.`, 'minutes')
  return minutes
}

export function requireName(name: string, noun: string): string {
  return name.trim() || reject('missing_field', `A ${noun} needs a name.`, 'name')
}

/** True if the timer of a rule starts again, so earlier due conversations are ignored. */
export function restartsTimer(before: Timing | undefined, after: Timing): boolean {
  if (!after.active || !isTimed(after.event)) return false
  return !before?.active || before.event !== after.event || before.minutes !== after.minutes
}

type Timing = { active: boolean; event: Trigger; minutes: number | null }
