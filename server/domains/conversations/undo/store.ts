import type { Author } from '#contract/records/author.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import { undoMargins } from '#contract/undoable-events.ts'
import type { Context } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'

export const undoable_changes = ['status', 'assignee', 'team', 'priority', 'labels'] as const
export type UndoableChange = (typeof undoable_changes)[number]

/** A conversation before a change. */
export type Snapshot = {
  status: Conversation['status']
  snoozed_until: string | null
  resolved_at: string | null
  waiting_since: string | null
  awaiting_customer_since: string | null
  opened_at: string
  last_activity_at: string
  assignee_id: string | null
  team_id: string | null
  priority: Conversation['priority']
  labels: string[]
  /** The status the change led to. */
  became?: Conversation['status']
}

/** Keeps a conversation as it is before a change that a person makes, or a key of theirs. */
export async function remember(
  { sql, actor, now }: Context,
  id: string,
  change: UndoableChange,
  became?: Conversation['status'],
): Promise<void> {
  if (actor.user_id === null || (actor.type !== 'user' && actor.type !== 'api_key')) return
  await sql`
    insert into conversation_undos (account_id, conversation_id, user_id, change, author, before, made_at)
    select c.account_id, c.id, ${actor.user_id}, ${change}, ${author(actor)}, jsonb_strip_nulls(jsonb_build_object('became', ${became ?? null}::text)) || jsonb_build_object(
             'status', c.status, 'snoozed_until', iso(c.snoozed_until), 'resolved_at', iso(c.resolved_at), 'waiting_since', iso(c.waiting_since),
             'awaiting_customer_since', iso(c.awaiting_customer_since), 'opened_at', iso(c.opened_at), 'last_activity_at', iso(c.last_activity_at),
             'assignee_id', c.assignee_id::text, 'team_id', c.team_id::text, 'priority', c.priority,
             'labels', array(select l.title from conversation_labels cl join labels l on l.account_id = cl.account_id and l.id = cl.label_id
                              where cl.account_id = c.account_id and cl.conversation_id = c.id)), ${now}
      from conversations c where c.account_id = ${actor.account.id} and c.id = ${id}`
}

/** The conversation before a change; `expired` once its consequences may have gone out. */
export type Remembered = { change: UndoableChange; author: Author; before: Snapshot; made_at: string; expired: boolean }

/** The caller's latest change of this kind, which can be undone once. */
export async function take({ sql, actor, now, undoSeconds }: Context, id: string, change: UndoableChange) {
  const [row] = await sql<Remembered>`
    delete from conversation_undos
     where account_id = ${actor.account.id} and id = (
       select max(id) from conversation_undos
        where account_id = ${actor.account.id} and conversation_id = ${id} and user_id = ${actor.user_id} and change = ${change})
    returning change, author, before, made_at, made_at <= ${now}::timestamptz - make_interval(secs => ${undoSeconds - undoMargins.accepted}) as expired`
  return row
}

/** The caller's changes that were made at these moments, the latest first. */
export function takeMade({ sql, actor }: Context, id: string, moments: readonly string[]): Promise<Remembered[]> {
  return sql<Remembered>`
    with taken as (
      delete from conversation_undos
       where account_id = ${actor.account.id} and conversation_id = ${id} and user_id = ${actor.user_id}
         and made_at = any(${moments}::timestamptz[]) returning *)
    select change, author, before, made_at, false as expired from taken order by id desc`
}
