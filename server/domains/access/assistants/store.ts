import type { ConnectedAssistant } from '#contract/records/access.ts'
import { scopes } from '#contract/permissions.ts'
import { emptyPart, part, type Part, type Sql } from '#db/sql.ts'
import type { Access, Client } from '#domains/access/assistants/rules.ts'
import { createKey } from '#domains/access/setup/provision.ts'
import type { Context } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'
import { olderThan } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

/** Permissions of an assistant that may change things: those that tools need. Nothing is added to an older connection. */
const writing = scopes.filter((scope) => scope !== 'messages:send' && !scope.startsWith('webhooks:'))

/** Stores what the person allowed: a key that nobody holds, whose rights are theirs within this access. */
export async function connect(ctx: Context, client: Client, host: string, access: Access): Promise<string> {
  const { sql, actor, now } = ctx
  const { id } = await createKey(sql, {
    account_id: actor.account.id,
    user_id: actor.user_id!,
    name: client.name,
    role: access === 'read' ? 'read_only' : 'custom',
    scopes: access === 'read' ? [] : writing,
    expires_at: null,
    created_by: author(actor),
    now,
  })
  await sql`
    update api_keys set client_id = ${client.client_id}, client_host = ${host} where account_id = ${actor.account.id} and id = ${id}`
  return id
}

/** The person's own assistants, or for `everyone` those of the whole workspace, newest first. */
export function list(ctx: Context, everyone: boolean, after: string[] | undefined, limit: number) {
  return ctx.sql<ConnectedAssistant>`${assistants}
     where k.account_id = ${ctx.actor.account.id} and ${isConnected} ${everyone ? emptyPart : part`and k.user_id = ${ctx.actor.user_id}`}
       ${olderThan(after, part`k.created_at, k.id`)}
     order by k.created_at desc, k.id desc limit ${limit + 1}`
}

/** An assistant of the person; administrators get those of everybody in the workspace. */
export async function get({ sql, actor }: Context, id: string): Promise<ConnectedAssistant> {
  const everyone = actor.permissions.has('admin')
  const [row] = await sql<ConnectedAssistant>`${assistants}
     where k.account_id = ${actor.account.id} and k.id = ${id} and k.client_id is not null
       and (${everyone}::boolean or k.user_id = ${actor.user_id})`
  return row ?? reject('not_found', 'Assistant not found; see list_connected_assistants.', 'assistant_id')
}

export async function disconnect({ sql, actor, now }: Context, id: string): Promise<void> {
  await sql`
    update api_keys set revoked_at = coalesce(revoked_at, ${now}) where account_id = ${actor.account.id} and id = ${id}`
}

/** Ends every assistant of the person, in all workspaces: a person who had their password may have connected one. */
export async function disconnectAll(sql: Sql, user_id: string | null): Promise<void> {
  await sql`
    update api_keys set revoked_at = now() where user_id = ${user_id} and client_id is not null and revoked_at is null`
}

const isConnected: Part = part`k.client_id is not null and k.revoked_at is null and k.expires_at > now()`

const assistants: Part = part`
  select k.id, k.name, k.client_host as host, case k.role when 'read_only' then 'read' else 'write' end as access,
         jsonb_build_object('id', u.id::text, 'name', u.name, 'email', u.email) as person,
         k.last_used_at, k.revoked_at, k.created_at
    from api_keys k join users u on u.id = k.user_id`
