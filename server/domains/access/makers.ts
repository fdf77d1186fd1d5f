import { type KeyRole, type Permission, rightsOfKey, rightsOfUser, type UserRole } from '#contract/permissions.ts'
import type { Account } from '#contract/records/access.ts'
import type { Author, Maker } from '#contract/records/author.ts'
import { part, type Part, type Sql } from '#db/sql.ts'
import type { Viewer } from '#domains/access/visibility.ts'
import { loadSystemActor } from '#kernel/system-actor.ts'
import type { Actor } from '#kernel/operation.ts'

/*
 * Rules, webhooks, campaigns, macros and imports run later with the rights of their maker: those it has at that moment,
 * and no more than it had when it saved them.
 */

/** Rights of a maker at this moment. */
export type Rights = Viewer & Pick<Actor, 'permissions'>

/** The reason a maker lacks the rights, as a sentence in the language of the workspace. */
export type Refusal = { refused: Record<Account['locale'], string> }

/** The maker to store with something this actor saves. */
export function makerOf({ type, id, name, user_id, permissions }: Actor): Maker {
  return { type, id, name, user_id, permissions: permissions.has('admin') ? null : [...permissions].sort() }
}

/** The maker of a row and their current membership, as `makerColumns` selects them. */
export type MakerRow = { maker: Maker | null; membership: Membership | null }

type Membership = {
  role: UserRole
  super_administrator: boolean
  visibility: Actor['visibility']
  contacts_visibility: Account['contacts_visibility']
  key: { role: KeyRole; scopes: string[] } | null
  teams: string[]
  teammates: string[]
}

/** Columns for `rightsOf`: the maker of a row with account_id and maker, and their membership now. */
export function makerColumns(row: Part): Part {
  const key = part`case when ${row}.maker ->> 'type' = 'api_key' then (${row}.maker ->> 'id')::bigint end`
  return part`${row}.maker, (
    select jsonb_build_object(
             'role', m.role, 'super_administrator', u.super_administrator, 'visibility', m.visibility,
             'contacts_visibility', (select a.contacts_visibility from accounts a where a.id = m.account_id),
             'key', (select jsonb_build_object('role', k.role, 'scopes', k.scopes) from api_keys k
                      where k.account_id = m.account_id and k.user_id = m.user_id and k.id = ${key}
                        and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())),
             'teams', array(select t.team_id::text from team_members t
                             where m.visibility <> 'all' and t.account_id = m.account_id and t.user_id = m.user_id),
             'teammates', array(select distinct mate.user_id::text from team_members t
                                  join team_members mate on mate.account_id = t.account_id and mate.team_id = t.team_id
                                 where m.visibility = 'team' and t.account_id = m.account_id and t.user_id = m.user_id))
      from memberships m join users u on u.id = m.user_id and u.disabled_at is null
     where m.account_id = ${row}.account_id and m.user_id = (${row}.maker ->> 'user_id')::bigint
       and m.deactivated_at is null) as membership`
}

/** The maker's rights now. Without a maker, or for the workspace's own token, those of an administrator. */
export function rightsOf({ maker, membership }: MakerRow): Rights | Refusal {
  if (!maker || maker.user_id === null) return administrator
  if (!membership) return refusals.left(maker.name)
  const { role, super_administrator, visibility, contacts_visibility, key, teams, teammates } = membership
  if (maker.type === 'api_key' && !key) return refusals.revoked(maker.name)
  const user = rightsOfUser(role, super_administrator)
  const current = key ? rightsOfKey(key.role, key.scopes, user) : user
  const { user_id, permissions } = maker
  return {
    user_id,
    visibility,
    contacts_visibility,
    permissions: permissions ? new Set([...current].filter((each) => permissions.includes(each))) : current,
    teams: new Set(teams),
    teammates: new Set(teammates),
  }
}

const administrator: Rights = {
  user_id: null,
  visibility: 'all',
  contacts_visibility: 'all',
  permissions: rightsOfUser('administrator', false),
  teams: new Set(),
  teammates: new Set(),
}

/** The maker's rights now, if all of these permissions are among them. */
export function requireRights(row: MakerRow, needed: Iterable<Permission>): Rights | Refusal {
  const rights = rightsOf(row)
  if ('refused' in rights) return rights
  const missing = [...needed].filter((each) => !rights.permissions.has(each))
  return missing.length === 0 ? rights : refusals.lost(row.maker!.name, missing)
}

const refusals = {
  left: (name: string): Refusal => ({
    refused: {
      es: `${name} ya no tiene acceso activo al espacio de trabajo.`,
      en: `${name} is no longer active in the workspace.`,
    },
  }),
  revoked: (name: string): Refusal => ({
    refused: {
      es: `La clave de API ${name} fue revocada o venció.`,
      en: `The API key ${name} was revoked or has expired.`,
    },
  }),
  lost: (name: string, permissions: readonly Permission[]): Refusal => ({
    refused: {
      es: `${name} ya no tiene el permiso ${permissions.join(' y ')}.`,
      en: `${name} no longer has the permission ${permissions.join(' and ')}.`,
    },
  }),
}

/** The current rights of a maker stored in an event. */
export async function loadMaker(sql: Sql, account_id: string, maker: Maker | undefined): Promise<MakerRow> {
  const [row] = await sql<MakerRow>`
    select ${makerColumns(part`x`)} from (select ${account_id}::bigint as account_id, ${maker ?? null}::jsonb as maker) x`
  return row!
}

/**
 * The actor of something that runs later: this author, with these rights. Rules and campaigns act for nobody in
 * particular, unless the visibility of their maker is limited.
 */
export async function actWith(sql: Sql, account_id: string, as: Author, rights: Rights): Promise<Actor> {
  const { visibility, permissions } = rights
  const isOwnAuthor = as.type === 'automation' || as.type === 'campaign'
  const user_id = isOwnAuthor && visibility === 'all' ? null : rights.user_id
  return { ...(await loadSystemActor(sql, account_id, as)), user_id, visibility, permissions }
}
