import type { Permission } from '#contract/permissions.ts'
import type { Action, Macro } from '#contract/records/automation.ts'
import { requireName } from '#domains/automations/rules/rules.ts'
import { reject } from '#kernel/problem.ts'

type Caller = { user_id: string | null; permissions: ReadonlySet<Permission> }
type MacroFields = Pick<Macro, 'name' | 'visibility' | 'actions'>

export function newMacro(caller: Caller, input: MacroFields): MacroFields & { owner_id: string | null } {
  check(caller, input)
  return { ...input, name: requireName(input.name, 'macro'), owner_id: caller.user_id }
}

/** Applies a patch. Making a shared macro private makes the caller its owner. */
export function reviseMacro(
  caller: Caller,
  before: Macro,
  patch: { [F in keyof MacroFields]?: MacroFields[F] | undefined },
) {
  const after = {
    name: requireName(patch.name ?? before.name, 'macro'),
    visibility: patch.visibility ?? before.visibility,
    actions: patch.actions ?? before.actions,
  }
  checkSharing(caller, before.visibility)
  check(caller, after)
  const isTakenOver = after.visibility === 'private' && before.visibility === 'shared'
  return { ...after, owner_id: isTakenOver ? caller.user_id : (before.owner?.id ?? null) }
}

function check(caller: Caller, { visibility, actions }: MacroFields): void {
  checkSharing(caller, visibility)
  if (visibility === 'private' && caller.user_id === null)
    reject('invalid_value', 'This credential has no user to own a private macro; make it shared.', 'visibility')
  const external = actions.findIndex(({ type }) => type === 'send_email' || type === 'send_webhook')
  if (external >= 0 && !caller.permissions.has('workspace:write'))
    reject(
      'permission_denied',
      'E-mail and webhook actions require the permission workspace:write; ask an administrator.',
      `actions/${external}/type`,
    )
}

/** Shared macros require workspace:write. */
export function checkSharing({ permissions }: Caller, visibility: Macro['visibility']): void {
  if (visibility === 'shared' && !permissions.has('workspace:write'))
    reject('permission_denied', 'Shared macros require the permission workspace:write; save a private macro instead.')
}

const undoable = new Set<Action['type']>([
  'assign_agent',
  'unassign_agent',
  'assign_team',
  'add_label',
  'remove_label',
  'set_priority',
  'set_status',
  'snooze',
])

/** Whether an action on a conversation can be taken back after it was performed. */
export const isUndoable = ({ type }: Action): boolean => undoable.has(type)
