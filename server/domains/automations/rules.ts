import type { Permission } from '#contract/permissions.ts'
import { type Macro, timed_triggers, type TimedTrigger, type Trigger } from '#contract/records/automation.ts'
import { reject } from '#kernel/problem.ts'

export function isTimed(event: string): event is TimedTrigger {
  return timed_triggers.some((each) => each === event)
}

/** After how long: asked of what time brings about, and of nothing else. */
export function timing(event: Trigger, minutes: number | null): number | null {
  if (isTimed(event) && minutes === null)
    reject('missing_field', `Say after how many minutes: ${event} is what time brings about.`, 'minutes')
  if (!isTimed(event) && minutes !== null)
    reject('invalid_value', `Leave out minutes: ${event} happens at its own moment.`, 'minutes')
  return minutes
}

export function named(name: string, what: string): string {
  return name.trim() || reject('missing_field', `A ${what} needs a name.`, 'name')
}

/** Whether a rule begins to look at the clock: what was before is none of its business. */
export function begins(before: Timing | undefined, after: Timing): boolean {
  if (!after.active || !isTimed(after.event)) return false
  return !before?.active || before.event !== after.event || before.minutes !== after.minutes
}

type Timing = { active: boolean; event: Trigger; minutes: number | null }

type Caller = { user_id: string | null; permissions: ReadonlySet<Permission> }
type Shared = Pick<Macro, 'name' | 'visibility' | 'actions'>

/** A macro as it will be kept. */
export function newMacro(caller: Caller, sent: Shared): Shared & { owner_id: string | null } {
  check(caller, sent)
  return { ...sent, name: named(sent.name, 'macro'), owner_id: caller.user_id }
}

/** The macro as it will be. Whoever makes a shared one private makes it their own. */
export function reviseMacro(caller: Caller, before: Macro, patch: { [F in keyof Shared]?: Shared[F] | undefined }) {
  const after = {
    name: named(patch.name ?? before.name, 'macro'),
    visibility: patch.visibility ?? before.visibility,
    actions: patch.actions ?? before.actions,
  }
  checkSharing(caller, before.visibility)
  check(caller, after)
  const taken = after.visibility === 'private' && before.visibility === 'shared'
  return { ...after, owner_id: taken ? caller.user_id : (before.owner?.id ?? null) }
}

function check(caller: Caller, { visibility, actions }: Shared): void {
  checkSharing(caller, visibility)
  if (visibility === 'private' && caller.user_id === null)
    reject('invalid_value', 'There is no person behind this credential to own it; make it shared.', 'visibility')
  const leaving = actions.findIndex(({ type }) => type === 'send_email' || type === 'send_webhook')
  if (leaving >= 0 && !caller.permissions.has('workspace:write'))
    reject(
      'permission_denied',
      'What leaves the house by mail or by a call is set up with the permission workspace:write.',
      `actions/${leaving}/type`,
    )
}

/** What everybody uses is changed by those who may set up the workspace. */
export function checkSharing({ permissions }: Caller, visibility: Macro['visibility']): void {
  if (visibility === 'shared' && !permissions.has('workspace:write'))
    reject('permission_denied', 'What is shared needs the permission workspace:write; keep a private macro instead.')
}
