import { type Author, HILO } from '#contract/records/author.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import { part, type Part } from '#db/sql.ts'
import { isOnline } from '#domains/access/presence.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { Context } from '#kernel/operation.ts'

/** Assigns the conversation to an agent, or to nobody with null, and emits the event. Does nothing if it is assigned that way already. */
export async function assign(
  ctx: Context,
  before: Conversation,
  assignee_id: string | null,
  author?: Author,
): Promise<Conversation> {
  if ((before.assignee?.id ?? null) === assignee_id) return before
  const conversation = await conversations.update(ctx, before.id, { assignee_id })
  const changes = { assignee: { from: before.assignee, to: conversation.assignee } }
  const name = assignee_id ? 'conversation.assigned' : 'conversation.unassigned'
  ctx.emit(name, { conversation, changes }, author && { author })
  return conversation
}

/** Assigns the conversation round-robin: to the online member with free capacity whose last assignment is oldest. */
export async function assignNext(ctx: Context, conversation: Conversation): Promise<Conversation> {
  const account_id = ctx.actor.account.id
  // Serialised per workspace, so that two conversations never take the same free slot.
  const turn = ctx.sql`select pg_advisory_xact_lock(hashtextextended(${`assign:${account_id}`}, 0))`
  const next = ctx.sql<{ user_id: string }>`
    with next as (
      select im.user_id from conversations c join ${available_members} on ${is_eligible}
       where c.account_id = ${account_id} and c.id = ${conversation.id}
       order by im.last_assigned_at nulls first, im.user_id limit 1)
    update inbox_members im set last_assigned_at = clock_timestamp() from next
     where im.account_id = ${account_id} and im.inbox_id = ${conversation.inbox.id} and im.user_id = next.user_id
    returning im.user_id`
  const [, [member]] = await Promise.all([turn, next])
  return member ? assign(ctx, conversation, member.user_id, isOfCustomer(ctx) ? HILO : undefined) : conversation
}

/** Customers, and programs that bring their messages, assign no conversations: the product does. */
const isOfCustomer = ({ actor }: Context) => actor.type === 'contact' || actor.type === 'api_key'

const has_capacity = part`(m.capacity is null or m.capacity > (
  select count(*) from conversations o where o.account_id = m.account_id and o.assignee_id = m.user_id and o.status = 'open'))`

/** Online members with free capacity, in inboxes with automatic assignment. */
export const available_members: Part = part`(
  inbox_members im
  join inboxes i on i.account_id = im.account_id and i.id = im.inbox_id and i.auto_assign
  join memberships m on m.account_id = im.account_id and m.user_id = im.user_id and m.deactivated_at is null and ${isOnline(part`m`)} and ${has_capacity}
  join users u on u.id = im.user_id and u.disabled_at is null)`

/** Whether the conversation `c` may be assigned to the member `im`: same inbox and, if it has a team, a team with automatic assignment they belong to. */
export const is_eligible: Part = part`(
  im.account_id = c.account_id and im.inbox_id = c.inbox_id and (c.team_id is null or exists (
    select from team_members tm join teams t on t.account_id = tm.account_id and t.id = tm.team_id and t.allow_auto_assign
     where tm.account_id = c.account_id and tm.team_id = c.team_id and tm.user_id = im.user_id)))`
