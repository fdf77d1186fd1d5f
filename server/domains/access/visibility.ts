import { emptyPart, joinParts, part, type Part } from '#db/sql.ts'
import type { Actor } from '#kernel/operation.ts'
import type { StreamRights } from '#domains/access/stream-credentials.ts'

/*
 * Visibility, in forms side by side: as a condition of a statement, for the rows one viewer sees; as a function, for
 * events that are sent to many viewers at once; and, of conversations, as a condition on memberships, for the people who
 * see a row. A property test keeps them the same, except for
 * contacts, whose events reach fewer viewers: `isContactVisible`.
 */

export type Viewer = Pick<StreamRights, 'visibility' | 'teams' | 'teammates' | 'contacts_visibility'> & {
  user_id: string | null
}
export type RecordReference = { id: string } | null | undefined

/** Conversations: all of them, the viewer's and their teams', or only the viewer's. */
export function whereVisible({ visibility, user_id, account }: Actor, assignee: Part, team: Part): Part {
  if (visibility === 'all') return emptyPart
  if (visibility === 'own') return part`and ${assignee} = ${user_id}`
  return part`and (${assignee} = ${user_id} or ${team} in (
    select team_id from team_members where account_id = ${account.id} and user_id = ${user_id}))`
}

export function isVisible(
  { visibility, user_id, teams }: Viewer,
  assignee: RecordReference,
  team: RecordReference,
): boolean {
  if (visibility === 'all' || assignee?.id === user_id) return true
  return visibility === 'team' && team != null && teams.has(team.id)
}

/** The members who see a conversation: `member` is a row of memberships. */
export function whereMemberSees(member: Part, assignee: Part, team: Part): Part {
  return part`and (${member}.visibility = 'all' or ${assignee} = ${member}.user_id or (${member}.visibility = 'team' and exists (
    select from team_members t
     where t.account_id = ${member}.account_id and t.user_id = ${member}.user_id and t.team_id = ${team})))`
}

/** Records with an owner and no team: all of them, the viewer's own and their teammates', or only their own. */
export function whereOwnerVisible({ visibility, user_id, account }: Actor, owner: Part): Part {
  if (visibility === 'all') return emptyPart
  if (visibility === 'own') return part`and ${owner} = ${user_id}`
  return part`and (${owner} = ${user_id} or ${owner} in (
    select mate.user_id from team_members mine join team_members mate on mate.account_id = mine.account_id and mate.team_id = mine.team_id
     where mine.account_id = ${account.id} and mine.user_id = ${user_id}))`
}

export function isOwnerVisible({ visibility, user_id, teammates }: Viewer, owner: RecordReference): boolean {
  if (visibility === 'all' || owner?.id === user_id) return true
  return visibility === 'team' && owner != null && teammates.has(owner.id)
}

/** Activities: visible with their record, and always to their assignee. */
export function whereActivityVisible(actor: Actor, assignee: Part, owner: Part): Part {
  if (actor.visibility === 'all') return emptyPart
  return part`and (${assignee} = ${actor.user_id} or (true ${whereOwnerVisible(actor, owner)}))`
}

export function isActivityVisible(viewer: Viewer, assignee: RecordReference, owner: RecordReference): boolean {
  return assignee?.id === viewer.user_id || isOwnerVisible(viewer, owner)
}

/** Activities of a contact alone: visible with the contact, and always to their assignee. */
export function whereContactActivityVisible(actor: Actor, assignee: Part, contact: Part): Part {
  const visible = whereContactVisible(actor, contact)
  return visible === emptyPart ? emptyPart : part`and (${assignee} = ${actor.user_id} or (true ${visible}))`
}

export function isContactActivityVisible(viewer: Viewer, assignee: RecordReference): boolean {
  return assignee?.id === viewer.user_id || isContactVisible(viewer)
}

/** Contacts: all of them, or, where the workspace limits them, contacts with a visible record and contacts without records. */
export function whereContactVisible(actor: Actor, contact: Part): Part {
  if (!hasLimitedContacts(actor, actor.account)) return emptyPart
  const records = [
    [part`conversations`, whereVisible(actor, part`r.assignee_id`, part`r.team_id`)],
    [part`leads`, whereOwnerVisible(actor, part`r.owner_id`)],
    [part`opportunities`, whereOwnerVisible(actor, part`r.owner_id`)],
  ] as const
  const exists = ([table, condition]: readonly [Part, Part]) =>
    part`exists (select from ${table} r where r.account_id = ${contact}.account_id and r.contact_id = ${contact}.id ${condition})`
  const any = joinParts(
    records.map(([table]) => exists([table, emptyPart])),
    ' or ',
  )
  return part`and (${joinParts(records.map(exists), ' or ')} or not (${any}))`
}

/** Without the database the records of a contact are unknown, so events about contacts reach only viewers of them all. */
export function isContactVisible(viewer: Viewer): boolean {
  return !hasLimitedContacts(viewer, viewer)
}

/** Visitors have no user; the operations they may call are limited to themselves. */
function hasLimitedContacts(
  { visibility, user_id }: Pick<Viewer, 'visibility' | 'user_id'>,
  { contacts_visibility }: Pick<Viewer, 'contacts_visibility'>,
): boolean {
  return contacts_visibility === 'related' && visibility !== 'all' && user_id !== null
}
