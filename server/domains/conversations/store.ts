import type { Conversation } from '#contract/records/conversation.ts'
import { joinParts, literal, emptyPart, part, type Part } from '#db/sql.ts'
import { columns, joins } from './columns.ts'
import { recordFacts, type MessageFacts } from './report-facts.ts'
import { whereVisible } from '#domains/access/visibility.ts'
import type { Patch } from '#domains/conversations/rules.ts'
import type { Context } from '#kernel/operation.ts'
import { countUpTo, olderThan } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

/** The conversation, if the caller may see it. */
export async function get(ctx: Context, id: string): Promise<Conversation> {
  const [row] = await find(ctx, id)
  return row ?? rejectMissing(id)
}

/** The conversation, locked until the transaction ends. */
export async function getLocked(ctx: Context, id: string): Promise<Conversation> {
  const [, conversation] = await Promise.all([lock(ctx, part`c.id = ${id} ${visibleTo(ctx)}`), get(ctx, id)])
  return conversation
}

/**
 * Locks the rows in a statement of its own: one that waits for a lock sees the updated row, but joined rows as they were
 * before the wait.
 */
function lock(ctx: Context, which: Part): Promise<unknown> {
  return ctx.sql`
    select from conversations c where c.account_id = ${ctx.actor.account.id} and ${which} for no key update`
}

function find(ctx: Context, id: string): Promise<Conversation[]> {
  return ctx.sql<Conversation>`
    select ${columns(ctx)} from conversations c ${joins}
     where c.account_id = ${ctx.actor.account.id} and c.id = ${id} ${visibleTo(ctx)}`
}

function rejectMissing(id: string): never {
  return reject(
    'not_found',
    `There is no conversation ${id}; find conversations with list_conversations.`,
    'conversation_id',
  )
}

/** Restricts conversations `c` to those the caller may see. */
export function visibleTo({ actor }: Context): Part {
  return whereVisible(actor, part`c.assignee_id`, part`c.team_id`)
}

/** The conversation regardless of the caller's visibility, for the product's own code. */
export async function getOwn(ctx: Context, id: string): Promise<Conversation> {
  const [row] = await ctx.sql<Conversation>`
    select ${columns(ctx)} from conversations c ${joins} where c.account_id = ${ctx.actor.account.id} and c.id = ${id}`
  return row ?? rejectMissing(id)
}

/** The conversation, if it is one of this identity. */
export async function findOfIdentity(ctx: Context, identity_id: string, id: string): Promise<Conversation | undefined> {
  const [row] = await ctx.sql<Conversation>`
    select ${columns(ctx)} from conversations c ${joins}
     where c.account_id = ${ctx.actor.account.id} and c.identity_id = ${identity_id} and c.id = ${id}`
  return row
}

/** The same, locked until the transaction ends. */
export async function findOfIdentityLocked(
  ctx: Context,
  identity_id: string,
  id: string,
): Promise<Conversation | undefined> {
  const [, row] = await Promise.all([lock(ctx, part`c.id = ${id}`), findOfIdentity(ctx, identity_id, id)])
  return row
}

/** The conversation a customer's message belongs to: their latest unresolved one, else their latest. */
export async function findLatest(ctx: Context, identity_id: string): Promise<Conversation | undefined> {
  const [row] = await ctx.sql<Conversation>`
    select ${columns(ctx)} from conversations c ${joins}
     where c.account_id = ${ctx.actor.account.id} and ${latest(ctx, identity_id)}`
  return row
}

/** The same, locked until the transaction ends. */
export async function findLatestLocked(ctx: Context, identity_id: string): Promise<Conversation | undefined> {
  // Any of these may be the latest once the lock is granted.
  const candidates = part`c.identity_id = ${identity_id} and (c.status <> 'resolved' or ${latest(ctx, identity_id)})`
  const [, row] = await Promise.all([lock(ctx, candidates), findLatest(ctx, identity_id)])
  return row
}

function latest({ actor }: Context, identity_id: string): Part {
  return part`c.id = (
    select id from conversations where account_id = ${actor.account.id} and identity_id = ${identity_id}
     order by status = 'resolved', id desc limit 1)`
}

export type Page = {
  after?: string[] | undefined
  limit: number
  order?: Part | undefined
  offset?: number | undefined
}

/** Conversations that match, newest activity first, one more than the limit; one statement per page. */
export function list(ctx: Context, met: Part, page: Page): Promise<Conversation[]> {
  return ctx.sql<Conversation>`${pageOf(ctx, met, page)}`
}

export function pageOf(ctx: Context, met: Part, { after, limit, order, offset = 0 }: Page): Part {
  const sorted = order ?? part`c.last_activity_at desc, c.id desc`
  return part`
    select ${columns(ctx)} from (
      select c.* from conversations c
       where c.account_id = ${ctx.actor.account.id} ${visibleTo(ctx)} ${met} ${olderThan(after, part`c.last_activity_at, c.id`)}
       order by ${sorted} limit ${limit + 1} ${offset > 0 ? part`offset ${offset}` : emptyPart}) c ${joins}
     order by ${sorted}`
}

/** The number of conversations that match, counted up to `most`. */
export function countMatches(ctx: Context, met: Part, most: number): Promise<number> {
  return countUpTo(
    ctx,
    part`conversations c where c.account_id = ${ctx.actor.account.id} ${visibleTo(ctx)} ${met}`,
    most,
  )
}

export type Counts = { all: number; mine: number; assigned: number; unassigned: number }

/** Counts the conversations that match, by assignment. */
export async function count(ctx: Context, met: Part): Promise<Counts> {
  const [row] = await ctx.sql<Counts>`
    select count(*)::int as all, (count(*) filter (where c.assignee_id = ${ctx.actor.user_id}))::int as mine,
           count(c.assignee_id)::int as assigned, (count(*) - count(c.assignee_id))::int as unassigned
      from conversations c where c.account_id = ${ctx.actor.account.id} ${visibleTo(ctx)} ${met}`
  return row!
}

export type NewConversation = {
  inbox_id: string
  contact_id: string
  identity_id: string
  status: Conversation['status']
  assignee_id?: string | null | undefined
  team_id?: string | null | undefined
  custom_attributes?: Conversation['custom_attributes'] | undefined
  additional_attributes?: Record<string, unknown> | undefined
}

export async function insert(ctx: Context, fresh: NewConversation): Promise<Conversation> {
  const [row] = await ctx.sql<Conversation>`
    with c as (
      insert into conversations (account_id, inbox_id, contact_id, identity_id, status, assignee_id, team_id, custom_attributes,
                                 additional_attributes, resolution_due_at, sla_due_at, sla_warn_at, opened_at, idle_since, last_activity_at,
                                 created_at, updated_at)
      select i.account_id, i.id, ${fresh.contact_id}, ${fresh.identity_id}, ${fresh.status}, ${fresh.assignee_id ?? null}::bigint,
             ${fresh.team_id ?? null}::bigint, ${fresh.custom_attributes ?? {}}::jsonb, ${fresh.additional_attributes ?? {}}::jsonb,
             d.resolution_due_at, d.sla_due_at, d.sla_warn_at, n, n, n, n, n
        from inboxes i, cast(${ctx.now} as timestamptz) n, sla_schedule(i.business_hours, i.sla, 'none', ${fresh.status}, n, null, null) d
       where i.account_id = ${ctx.actor.account.id} and i.id = ${fresh.inbox_id}
      returning *
    ) select ${columns(ctx)} from c ${joins} ${recordFacts(ctx)}`
  return row ?? reject('not_found', 'This inbox no longer exists; see list_inboxes.', 'inbox_id')
}

/** Updates these columns and the report facts, and returns the conversation. */
export async function update(
  ctx: Context,
  id: string,
  patch: Patch,
  besides: Part = emptyPart,
  message?: MessageFacts,
): Promise<Conversation> {
  // Automations do not reset the idle time: a rule about inactivity would otherwise retrigger itself forever.
  const byAutomation = ctx.actor.type === 'automation'
  const idle_since = byAutomation ? undefined : patch.last_activity_at
  const snooze = patch.status === 'snoozed' ? { snoozed_by_automation: byAutomation } : {}
  const set = Object.entries({ ...patch, ...snooze, ...(idle_since && { idle_since }) }).map(toAssignment)
  const counts = message !== undefined || ['status', 'priority', 'assignee_id'].some((column) => column in patch)
  const [row] = await ctx.sql<Conversation>`
    with c as (
      update conversations c set ${joinParts([...set, part`updated_at = ${ctx.now}`], ', ')} ${dues(patch)} ${besides}
       where account_id = ${ctx.actor.account.id} and id = ${id}
      returning *
    ) select ${columns(ctx)} from c ${joins} ${counts ? recordFacts(ctx, message) : emptyPart}`
  return row!
}

function toAssignment([column, value]: [string, unknown]): Part {
  return part`${literal(column)} = ${value}`
}

/** Recomputes the SLA due times when a column they depend on changes. */
function dues(patch: Patch): Part {
  const decisive = ['priority', 'status', 'opened_at', 'waiting_since', 'first_reply_at'] as const
  if (!decisive.some((column) => column in patch)) return emptyPart
  const types = {
    priority: part`text`,
    status: part`text`,
    opened_at: moment,
    waiting_since: moment,
    first_reply_at: moment,
  }
  const will = decisive.map((column) =>
    column in patch ? part`${patch[column]}::${types[column]}` : part`c.${literal(column)}`,
  )
  return part`, (first_response_due_at, next_response_due_at, resolution_due_at, sla_due_at, sla_warn_at) = (
    select d.* from inboxes i, sla_schedule(i.business_hours, i.sla, ${joinParts(will, ', ')}) d where i.account_id = c.account_id and i.id = c.inbox_id)`
}

const moment = part`timestamptz`

/** Adds the label; false if the conversation has it already or the label is being deleted. */
export async function tag(ctx: Context, conversation_id: string, label_id: string): Promise<boolean> {
  const rows = await ctx.sql`
    insert into conversation_labels (account_id, conversation_id, label_id)
    select account_id, ${conversation_id}, id from labels
     where account_id = ${ctx.actor.account.id} and id = ${label_id} for key share
    on conflict do nothing returning label_id`
  return rows.length > 0
}

/** Removes the label; false if the conversation does not have it. */
export async function untag(ctx: Context, conversation_id: string, label_id: string): Promise<boolean> {
  const rows = await ctx.sql`
    delete from conversation_labels
     where account_id = ${ctx.actor.account.id} and conversation_id = ${conversation_id} and label_id = ${label_id}
    returning label_id`
  return rows.length > 0
}

/** Participants of the conversation. */
export function listParticipants(ctx: Context, conversation_id: string): Promise<{ id: string; name: string }[]> {
  return ctx.sql`
    select u.id, u.name from conversation_participants p join users u on u.id = p.user_id
     where p.account_id = ${ctx.actor.account.id} and p.conversation_id = ${conversation_id} order by u.name, u.id`
}

/** Replaces the participants of the conversation. */
export async function setParticipants(ctx: Context, conversation_id: string, user_ids: string[]): Promise<void> {
  await ctx.sql`
    delete from conversation_participants
     where account_id = ${ctx.actor.account.id} and conversation_id = ${conversation_id} and user_id <> all(${user_ids}::bigint[])`
  await ctx.sql`
    insert into conversation_participants (account_id, conversation_id, user_id)
    select ${ctx.actor.account.id}, ${conversation_id}, user_id from unnest(${user_ids}::bigint[]) user_id on conflict do nothing`
}
