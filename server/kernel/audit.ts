import type { Author } from '#contract/records/author.ts'
import { part, type Part } from '#db/sql.ts'
import type { AnyOperation, Call, Context } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'

/** Records the call and its input, without secrets, in the same transaction. */
export async function recordAudit(
  { sql, actor, now }: Context,
  action: string,
  { without, everywhere }: NonNullable<AnyOperation['audit']>,
  input: unknown,
  call: Call,
): Promise<void> {
  const details = Object.fromEntries(Object.entries(input as object).filter(([field]) => !without.includes(field)))
  if (everywhere)
    await sql`${insertPersonAudit(part`select ${actor.user_id}::bigint as id`, action, actor, call, details)}`
  else
    await sql`
      insert into audit_entries (account_id, action, actor, details, request_id, ip, created_at)
      values (${actor.account.id}, ${action}, ${author(actor)}, ${details}, ${call.request_id}, ${call.ip ?? null}, ${now})`
}

/** Where a request comes from. */
export type Origin = Pick<Call, 'request_id' | 'ip' | 'user_agent'>

/** A statement that records a change to a person's own account in each of their workspaces. `person` selects their id. */
export function insertPersonAudit(person: Part, action: string, by: Author, from: Origin, details: object = {}): Part {
  const all = { ...details, user_agent: from.user_agent?.slice(0, 300) ?? null }
  return part`
    insert into audit_entries (account_id, action, actor, details, request_id, ip, created_at)
    select m.account_id, ${action}, ${author(by)}::jsonb, ${all}::jsonb, ${from.request_id}, ${from.ip ?? null}, now()
      from (${person}) person join memberships m on m.user_id = person.id and m.deactivated_at is null`
}
