import type { Author } from '#contract/records/author.ts'
import type { Notification } from '#contract/records/notification.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import { whereMemberSees } from '#domains/access/visibility.ts'
import type { Alert } from '#domains/people/notifications/rules.ts'
import type { Context } from '#kernel/operation.ts'
import { olderThan } from '#kernel/paging.ts'

/**
 * Adds the alert to the centre of each recipient: active members who may see the record and did not cause the event.
 * A record has one unread notification of a kind; further events count in it.
 */
export async function add(ctx: Context, event_id: string, author: Author, alert: Alert): Promise<void> {
  const { kind, subject, text } = alert
  const notifications = await ctx.sql<Notification>`
    insert into notifications as n (account_id, user_id, kind, subject_type, subject_id, title, url, text, actor, event_id, created_at)
    select ${ctx.actor.account.id}, m.user_id, ${kind}, ${subject.type}, ${subject.id}, ${subject.title}, ${subject.url}, ${text},
           ${author}, ${event_id}, ${ctx.now}
      from memberships m where m.account_id = ${ctx.actor.account.id} and m.deactivated_at is null
       and ${isRecipient(ctx, alert)} and ${wants(kind)} and ${isSomeoneElse(author)} ${subject.type === 'conversation' ? maySee(subject.id) : emptyPart}
    on conflict (account_id, user_id, kind, subject_type, subject_id) where read_at is null
      do update set title = excluded.title, text = excluded.text, actor = excluded.actor, event_id = excluded.event_id,
                    count = n.count + 1, created_at = excluded.created_at
      where n.event_id <> excluded.event_id
    returning ${columns}`
  for (const notification of notifications) ctx.emit('notification.created', { notification })
}

/** Unless the person switched this kind off. */
const wants = (kind: Alert['kind']) =>
  part`coalesce((m.notification_settings #>> array['kinds', ${kind}, 'app'])::boolean, true)`

function isRecipient(ctx: Context, { user_ids, followed, waiting, unassigned }: Alert): Part {
  if (waiting !== undefined) return isResponsible(waiting)
  if (unassigned !== undefined) return part`${isResponsible(unassigned)} and ${isUnassigned(ctx, unassigned)}`
  if (followed === undefined) return part`m.user_id = any(${user_ids ?? []}::bigint[])`
  const { conversation_id, assignee_id } = followed
  return part`m.user_id in (
    select c.assignee_id from conversations c where c.account_id = m.account_id and c.id = ${conversation_id} and c.assignee_id = ${assignee_id} union all
    select p.user_id from conversation_participants p where p.account_id = m.account_id and p.conversation_id = ${conversation_id})`
}

/** The assignee; else the team, the members of the inbox or, if there are none, everybody. */
function isResponsible(conversation_id: string): Part {
  const of_team = part`from team_members t join memberships a using (account_id, user_id)
    where t.account_id = c.account_id and t.team_id = c.team_id and a.deactivated_at is null`
  const of_inbox = part`from inbox_members i join memberships a using (account_id, user_id)
    where i.account_id = c.account_id and i.inbox_id = c.inbox_id and a.deactivated_at is null`
  return part`exists (
    select from conversations c where c.account_id = m.account_id and c.id = ${conversation_id} and case
      when c.assignee_id is not null then m.user_id = c.assignee_id
      when exists (select ${of_team}) then m.user_id in (select t.user_id ${of_team})
      when exists (select ${of_inbox}) then m.user_id in (select i.user_id ${of_inbox})
      else true end)`
}

/**
 * While nobody has the conversation. Its followers are notified of each message. The lock lets an assignment wait for this
 * notification, so that it ends it.
 */
const isUnassigned = ({ actor }: Context, conversation_id: string) => part`
  exists (select from conversations c where c.account_id = ${actor.account.id} and c.id = ${conversation_id} and c.assignee_id is null for share)
  and not exists (select from conversation_participants p
                   where p.account_id = m.account_id and p.conversation_id = ${conversation_id} and p.user_id = m.user_id)`

/** People are not notified of their own actions, or of those of their API keys. */
function isSomeoneElse({ type, id }: Author): Part {
  if (type === 'user') return part`m.user_id <> ${id}`
  if (type !== 'api_key') return part`true`
  return part`not exists (select from api_keys k where k.account_id = m.account_id and k.user_id = m.user_id and k.id = ${id})`
}

function maySee(conversation_id: string): Part {
  return part`and exists (
    select from conversations c where c.account_id = m.account_id and c.id = ${conversation_id}
       ${whereMemberSees(part`m`, part`c.assignee_id`, part`c.team_id`)})`
}

type Filter = { unread?: boolean | undefined }

/** The caller's notifications, newest first, one more than the limit. */
export function list(ctx: Context, { unread }: Filter, after: string[] | undefined, limit: number) {
  return ctx.sql<Notification>`
    select ${columns} from notifications n
     where ${isOwn(ctx)} ${unread ? part`and n.read_at is null` : emptyPart} ${olderThan(after, part`n.created_at, n.id`)}
     order by n.created_at desc, n.id desc limit ${limit + 1}`
}

/** Counts no further than people read: more than that is shown as "99+". */
export async function countUnread(ctx: Context): Promise<number> {
  const [row] = await ctx.sql<{ count: number }>`
    select count(*)::int as count from (select from notifications n where ${isOwn(ctx)} and n.read_at is null limit 100) unread`
  return row!.count
}

type Which = {
  notification_ids?: readonly string[] | undefined
  subject?: Pick<Notification['subject'], 'type' | 'id'>
}

/** Marks the caller's notifications as read: the named ones, those about a record, or all. */
export async function markRead(ctx: Context, { notification_ids, subject }: Which): Promise<number> {
  const named = notification_ids ? part`and n.id = any(${notification_ids}::bigint[])` : emptyPart
  const about = subject ? part`and n.subject_type = ${subject.type} and n.subject_id = ${subject.id}` : emptyPart
  const rows = await ctx.sql<{ id: string }>`
    update notifications n set read_at = ${ctx.now} where ${isOwn(ctx)} and n.read_at is null ${named} ${about} returning n.id`
  if (rows.length > 0)
    ctx.emit('notification.read', {
      reader: { user_id: ctx.actor.user_id! },
      notification_ids: rows.map(({ id }) => id),
    })
  return rows.length
}

/** Once assigned, other members' notices are withdrawn. */
export async function endWaiting(ctx: Context, conversation_id: string): Promise<void> {
  const rows = await ctx.sql<{ user_id: string; notification_ids: string[] }>`
    with ended as (
      update notifications n set read_at = ${ctx.now}
       where n.account_id = ${ctx.actor.account.id} and n.kind = 'customer_waiting' and n.subject_type = 'conversation'
         and n.subject_id = ${conversation_id} and n.read_at is null
      returning n.user_id, n.id)
    select user_id, array_agg(id::text) as notification_ids from ended group by user_id order by user_id`
  for (const { user_id, notification_ids } of rows)
    ctx.emit('notification.read', { reader: { user_id }, notification_ids })
}

const isOwn = ({ actor }: Context): Part => part`n.account_id = ${actor.account.id} and n.user_id = ${actor.user_id}`

export const columns = part`
  n.id, n.user_id, n.kind,
  jsonb_build_object('type', n.subject_type, 'id', n.subject_id::text, 'title', n.title, 'url', n.url) as subject,
  n.text, n.actor, n.count, n.read_at, n.created_at`
