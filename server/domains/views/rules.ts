import type { SavedView } from '#contract/records/automation.ts'
import type { Fields } from '#domains/workspace/saved-views.ts'
import type { Actor } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

type Caller = Pick<Actor, 'user_id' | 'permissions'>
type Patch = { [F in 'name' | 'visibility' | 'filter' | 'sort']?: SavedView[F] | undefined }

export function newView(caller: Caller, input: Pick<SavedView, 'name' | 'visibility' | 'filter' | 'sort'>): Fields {
  checkSharing(caller, input.visibility)
  checkOwner(caller, input.visibility)
  return { ...input, name: requireName(input.name), owner_id: caller.user_id }
}

/** Applies a patch. Making a shared view private makes the caller its owner. */
export function reviseView(caller: Caller, before: SavedView, patch: Patch): Fields {
  const visibility = patch.visibility ?? before.visibility
  checkSharing(caller, before.visibility)
  checkSharing(caller, visibility)
  checkOwner(caller, visibility)
  const isTakenOver = visibility === 'private' && before.visibility === 'shared'
  return {
    name: requireName(patch.name ?? before.name),
    visibility,
    owner_id: isTakenOver ? caller.user_id : (before.owner?.id ?? null),
    filter: patch.filter ?? before.filter,
    sort: patch.sort === undefined ? before.sort : patch.sort,
  }
}

/** Shared views require workspace:write. */
export function checkSharing({ permissions }: Caller, visibility: SavedView['visibility']): void {
  if (visibility === 'shared' && !permissions.has('workspace:write'))
    reject('permission_denied', 'Shared views require the permission workspace:write; save a private view instead.')
}

/** Private views need a person as owner. */
export function checkOwner({ user_id }: Caller, visibility: SavedView['visibility']): void {
  if (visibility === 'private' && user_id === null)
    reject('invalid_value', 'This credential has no user to own a private view; make it shared.', 'visibility')
}

function requireName(name: string): string {
  return name.trim() || reject('missing_field', 'A saved view needs a name.', 'name')
}
