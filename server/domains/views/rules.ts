import type { SavedView } from '#contract/records/automation.ts'
import type { Fields } from '#domains/workspace/saved-views.ts'
import type { Actor } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

type Caller = Pick<Actor, 'user_id' | 'permissions'>
type Patch = { [F in 'name' | 'visibility' | 'filter' | 'sort']?: SavedView[F] | undefined }

export function newView(caller: Caller, sent: Pick<SavedView, 'name' | 'visibility' | 'filter' | 'sort'>): Fields {
  checkSharing(caller, sent.visibility)
  checkOwner(caller, sent.visibility)
  return { ...sent, name: named(sent.name), owner_id: caller.user_id }
}

/** The view as it will be. Whoever makes a shared one private makes it their own. */
export function reviseView(caller: Caller, before: SavedView, patch: Patch): Fields {
  const visibility = patch.visibility ?? before.visibility
  checkSharing(caller, before.visibility)
  checkSharing(caller, visibility)
  checkOwner(caller, visibility)
  const taken = visibility === 'private' && before.visibility === 'shared'
  return {
    name: named(patch.name ?? before.name),
    visibility,
    owner_id: taken ? caller.user_id : (before.owner?.id ?? null),
    filter: patch.filter ?? before.filter,
    sort: patch.sort === undefined ? before.sort : patch.sort,
  }
}

/** What everybody looks at is changed by those who may set up the workspace. */
export function checkSharing({ permissions }: Caller, visibility: SavedView['visibility']): void {
  if (visibility === 'shared' && !permissions.has('workspace:write'))
    reject('permission_denied', 'What is shared needs the permission workspace:write; keep a private view instead.')
}

/** What is private belongs to a person. */
export function checkOwner({ user_id }: Caller, visibility: SavedView['visibility']): void {
  if (visibility === 'private' && user_id === null)
    reject('invalid_value', 'There is no person behind this credential to own it; make it shared.', 'visibility')
}

function named(name: string): string {
  return name.trim() || reject('missing_field', 'A saved view needs a name.', 'name')
}
