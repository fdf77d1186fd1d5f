import type { Member } from '#contract/records/people.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** All members by name, active ones first, then deactivated ones. */
export function list(ctx: Context): Promise<Member[]> {
  return select(ctx, emptyPart)
}

export async function get(ctx: Context, id: string): Promise<Member> {
  const [row] = await select(ctx, part`and u.id = ${id}`)
  return row ?? reject('not_found', `There is no member with id ${id}; see list_members.`, 'member_id')
}

/** Locks the membership until the transaction ends, so no work is assigned to them meanwhile. */
export async function getLocked(ctx: Context, id: string): Promise<Member> {
  await ctx.sql`select from memberships where account_id = ${ctx.actor.account.id} and user_id = ${id} for update`
  return get(ctx, id)
}

/**
 * Rejects if this is the last active administrator. Locks all administrators, so two of them can't demote each other
 * at the same time.
 */
export async function checkAnotherAdministrator({ sql, actor }: Context, id: string, field?: string): Promise<void> {
  const administrators = await sql<{ user_id: string; disabled: boolean }>`
    select m.user_id, u.disabled_at is not null as disabled from memberships m join users u on u.id = m.user_id
     where m.account_id = ${actor.account.id} and m.role = 'administrator' and m.deactivated_at is null
     order by m.user_id for no key update of m`
  const isAdministrator = administrators.some(({ user_id }) => user_id === id)
  if (!isAdministrator || administrators.some(({ user_id, disabled }) => user_id !== id && !disabled)) return
  reject('invalid_state', 'This is the last administrator; make another member administrator first.', field)
}

export type MemberRights = Pick<Member, 'role' | 'visibility'>

export async function update({ sql, actor }: Context, id: string, { role, visibility }: MemberRights): Promise<void> {
  await sql`
    update memberships set role = ${role}, visibility = ${visibility} where account_id = ${actor.account.id} and user_id = ${id}`
}

export async function rename({ sql }: Context, id: string, name: string): Promise<void> {
  await sql`update users set name = ${name}, updated_at = now() where id = ${id}`
}

/** Ends the membership. Credentials of the workspace go for good, so that a reactivated member starts with none. */
export async function deactivate({ sql, actor, now }: Context, id: string): Promise<void> {
  await sql`update memberships set deactivated_at = ${now} where account_id = ${actor.account.id} and user_id = ${id}`
  await sql`
    update api_keys set revoked_at = ${now} where account_id = ${actor.account.id} and user_id = ${id} and revoked_at is null`
  await sql`delete from calendar_feeds where account_id = ${actor.account.id} and user_id = ${id}`
  // A user without another workspace is signed out.
  await sql`
    delete from sessions where user_id = ${id}
       and not exists (select from memberships m where m.user_id = ${id} and m.deactivated_at is null)`
}

export async function reactivate({ sql, actor }: Context, id: string): Promise<void> {
  await sql`update memberships set deactivated_at = null where account_id = ${actor.account.id} and user_id = ${id}`
}

/** Rejects changes to a user who also belongs to other workspaces: an administrator only decides about their own. */
export async function checkOnlyHere({ sql, actor }: Context, id: string, field?: string): Promise<void> {
  if (actor.permissions.has('super_admin')) return
  const [row] = await sql<{ super_administrator: boolean; elsewhere: boolean }>`
    select u.super_administrator,
           exists (select from memberships m
                    where m.user_id = u.id and m.account_id <> ${actor.account.id} and m.deactivated_at is null) as elsewhere
      from users u where u.id = ${id}`
  if (row?.elsewhere || row?.super_administrator)
    reject(
      'invalid_state',
      'This person belongs to other workspaces too; only they or a super-administrator can change this.',
      field,
    )
}

function select({ sql, actor }: Context, which: Part): Promise<Member[]> {
  return sql<Member>`
    select u.id, u.name, u.email, m.role, m.visibility, m.auto_offline, m.capacity, m.deactivated_at,
           u.totp_enabled_at is not null as two_factor,
           (select count(*)::int from conversations c
             where c.account_id = m.account_id and c.assignee_id = m.user_id and c.status = 'open') as open_conversations,
           (select coalesce(jsonb_agg(jsonb_build_object('id', t.id::text, 'name', t.name) order by lower(t.name), t.id), '[]')
              from team_members n join teams t on t.account_id = n.account_id and t.id = n.team_id
             where n.account_id = m.account_id and n.user_id = m.user_id) as teams,
           greatest((select p.seen_at from presences p where p.account_id = m.account_id and p.user_id = m.user_id),
                    (select max(s.last_seen_at) from sessions s where s.user_id = m.user_id)) as last_seen_at
      from memberships m join users u on u.id = m.user_id
     where m.account_id = ${actor.account.id} ${which}
     order by m.deactivated_at is not null, lower(u.name), u.id`
}
