import type { FolderCursor } from '#kernel/connector.ts'
import type { Context } from '#kernel/operation.ts'

/**
 * Begins to read the mailbox of a connection after these positions, or ends it. A mailbox that was read before goes on from
 * where it was, unless it is another one.
 */
export async function saveMailbox(
  { sql, actor, now }: Context,
  inbox_id: string,
  { cursors, isAnother }: { cursors: readonly FolderCursor[] | undefined; isAnother: boolean },
): Promise<void> {
  const account_id = actor.account.id
  if (!cursors || isAnother)
    await sql`delete from channel_mailboxes where account_id = ${account_id} and inbox_id = ${inbox_id}`
  if (!cursors) return
  // Without its lease a process that reads with the former credentials stops.
  await sql`
    insert into channel_mailboxes (account_id, inbox_id, since, next_try_at) values (${account_id}, ${inbox_id}, ${now}, ${now})
    on conflict (account_id, inbox_id) do update set lease = null, leased_until = null, failures = 0, next_try_at = excluded.next_try_at`
  await sql`
    insert into channel_folders (account_id, inbox_id, folder, uidvalidity, last_uid)
    select ${account_id}, ${inbox_id}, folder, uidvalidity, last_uid
      from jsonb_to_recordset(${JSON.stringify(cursors)}::jsonb) as f (folder text, uidvalidity text, last_uid bigint)
    on conflict (account_id, inbox_id, folder) do nothing`
}
