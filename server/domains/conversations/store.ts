import type { Conversation } from '#contract/records/conversation.ts'
import { joined, literal, nothing, part, type Part } from '#db/sql.ts'
import { note, type Noted } from '#domains/conversations/noting.ts'
import { visible } from '#domains/access/visibility.ts'
import type { Patch } from '#domains/conversations/rules.ts'
import type { Context } from '#kernel/operation.ts'
import { olderThan } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

/** The conversation, if the caller may see it. */
export async function get(ctx: Context, id: string): Promise<Conversation> {
  const [row] = await find(ctx, id)
  return row ?? missing(id)
}

/** The conversation, held until the transaction ends, so that nobody changes it in between. */
export async function getLocked(ctx: Context, id: string): Promise<Conversation> {
  const [, conversation] = await Promise.all([lock(ctx, part`c.id = ${id} ${seen(ctx)}`), get(ctx, id)])
  return conversation
}

/**
 * Waits for the rows. What they are is asked behind it and not with it: a statement that waits answers with the row as
 * it is then, and with everything joined to it as it was before.
 */
function lock(ctx: Context, which: Part): Promise<unknown> {
  return ctx.sql`
    select from conversations c where c.account_id = ${ctx.actor.account.id} and ${which} for no key update`
}

function find(ctx: Context, id: string): Promise<Conversation[]> {
  return ctx.sql<Conversation>`
    select ${columns(ctx)} from conversations c ${joins}
     where c.account_id = ${ctx.actor.account.id} and c.id = ${id} ${seen(ctx)}`
}

function missing(id: string): never {
  return reject(
    'not_found',
    `There is no conversation ${id}; find conversations with list_conversations.`,
    'conversation_id',
  )
}

/** Which conversations the caller may see. */
export function seen({ actor }: Context): Part {
  return visible(actor, part`c.assignee_id`, part`c.team_id`)
}

/** The conversation, for the product itself: whoever writes in it need not see those of others. */
export async function getOwn(ctx: Context, id: string): Promise<Conversation> {
  const [row] = await ctx.sql<Conversation>`
    select ${columns(ctx)} from conversations c ${joins} where c.account_id = ${ctx.actor.account.id} and c.id = ${id}`
  return row ?? missing(id)
}

/** The latest conversation of someone in a channel. */
export async function findLatest(ctx: Context, identity_id: string): Promise<Conversation | undefined> {
  const [row] = await ctx.sql<Conversation>`
    select ${columns(ctx)} from conversations c ${joins}
     where c.account_id = ${ctx.actor.account.id} and ${latest(ctx, identity_id)}`
  return row
}

/** The same, held until the transaction ends. */
export async function findLatestLocked(ctx: Context, identity_id: string): Promise<Conversation | undefined> {
  const [, row] = await Promise.all([lock(ctx, latest(ctx, identity_id)), findLatest(ctx, identity_id)])
  return row
}

function latest({ actor }: Context, identity_id: string): Part {
  return part`c.id = (select max(id) from conversations where account_id = ${actor.account.id} and identity_id = ${identity_id})`
}

export type Page = {
  after?: string[] | undefined
  limit: number
  order?: Part | undefined
  offset?: number | undefined
}

/** Conversations that meet the conditions, newest activity first, and one more than asked for: one statement a page. */
export function list(ctx: Context, met: Part, { after, limit, order, offset = 0 }: Page): Promise<Conversation[]> {
  const sorted = order ?? part`c.last_activity_at desc, c.id desc`
  return ctx.sql<Conversation>`
    select ${columns(ctx)} from (
      select c.* from conversations c
       where c.account_id = ${ctx.actor.account.id} ${seen(ctx)} ${met} ${olderThan(after, part`c.last_activity_at, c.id`)}
       order by ${sorted} limit ${limit + 1} ${offset > 0 ? part`offset ${offset}` : nothing}) c ${joins}
     order by ${sorted}`
}

export type Counts = { all: number; mine: number; assigned: number; unassigned: number }

/** How many meet the conditions, and who has them. */
export async function count(ctx: Context, met: Part): Promise<Counts> {
  const [row] = await ctx.sql<Counts>`
    select count(*)::int as all, (count(*) filter (where c.assignee_id = ${ctx.actor.user_id}))::int as mine,
           count(c.assignee_id)::int as assigned, (count(*) - count(c.assignee_id))::int as unassigned
      from conversations c where c.account_id = ${ctx.actor.account.id} ${seen(ctx)} ${met}`
  return row!
}

export type New = {
  inbox_id: string
  contact_id: string
  identity_id: string
  status: Conversation['status']
  assignee_id?: string | null | undefined
  team_id?: string | null | undefined
  custom_attributes?: Conversation['custom_attributes'] | undefined
  additional_attributes?: Record<string, unknown> | undefined
}

export async function insert(ctx: Context, fresh: New): Promise<Conversation> {
  const inserted = ctx.sql<Conversation>`
    with c as (
      insert into conversations (account_id, inbox_id, contact_id, identity_id, status, assignee_id, team_id, custom_attributes,
                                 additional_attributes, resolution_due_at, sla_due_at, opened_at, idle_since, last_activity_at,
                                 created_at, updated_at)
      select i.account_id, i.id, ${fresh.contact_id}, ${fresh.identity_id}, ${fresh.status}, ${fresh.assignee_id ?? null}::bigint,
             ${fresh.team_id ?? null}::bigint, ${fresh.custom_attributes ?? {}}::jsonb, ${fresh.additional_attributes ?? {}}::jsonb,
             d.resolution_due_at, d.resolution_due_at, n, n, n, n, n
        from inboxes i, cast(${ctx.now} as timestamptz) n, sla_dues(i.business_hours, i.sla, 'none', ${fresh.status}, n, null, null) d
       where i.account_id = ${ctx.actor.account.id} and i.id = ${fresh.inbox_id}
      returning *
    ) select ${columns(ctx)} from c ${joins}`
  const made = part`(select max(id) from conversations where account_id = ${ctx.actor.account.id} and identity_id = ${fresh.identity_id})`
  const [[row]] = await Promise.all([inserted, note(ctx, made)])
  return row ?? reject('not_found', 'This inbox is no longer there; see list_inboxes.', 'inbox_id')
}

/** Changes these columns, and answers the conversation as it is then. Where a message changes it, that is noted too. */
export async function update(
  ctx: Context,
  id: string,
  patch: Patch,
  besides: Part = nothing,
  message?: Noted,
): Promise<Conversation> {
  // What an automation does is no news: else a rule about silence would end it, and run for ever.
  const byAutomation = ctx.actor.type === 'automation'
  const idle_since = byAutomation ? undefined : patch.last_activity_at
  const asleep = patch.status === 'snoozed' ? { snoozed_by_automation: byAutomation } : {}
  const set = Object.entries({ ...patch, ...asleep, ...(idle_since && { idle_since }) }).map(assigned)
  const updated = ctx.sql<Conversation>`
    with c as (
      update conversations c set ${joined([...set, part`updated_at = ${ctx.now}`], ', ')} ${dues(patch)} ${besides}
       where account_id = ${ctx.actor.account.id} and id = ${id}
      returning *
    ) select ${columns(ctx)} from c ${joins}`
  const counts = message ?? ['status', 'priority', 'assignee_id'].some((column) => column in patch)
  const [[row]] = await Promise.all([updated, counts ? note(ctx, part`${id}::bigint`, message) : undefined])
  return row!
}

function assigned([column, value]: [string, unknown]): Part {
  return part`${literal(column)} = ${value}`
}

/** By when it is to be answered and resolved follows from what it will be, and is asked where any of that changes. */
function dues(patch: Patch): Part {
  const decisive = ['priority', 'status', 'opened_at', 'waiting_since', 'first_reply_at'] as const
  if (!decisive.some((column) => column in patch)) return nothing
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
  return part`, (first_response_due_at, next_response_due_at, resolution_due_at, sla_due_at) = (
    select d.*, least(d.first_response_due_at, d.next_response_due_at, d.resolution_due_at)
      from inboxes i, sla_dues(i.business_hours, i.sla, ${joined(will, ', ')}) d where i.account_id = c.account_id and i.id = c.inbox_id)`
}

const moment = part`timestamptz`

/** Puts the label on the conversation; answers false when it was there already, or is deleted this very moment. */
export async function tag(ctx: Context, conversation_id: string, label_id: string): Promise<boolean> {
  const rows = await ctx.sql`
    insert into conversation_labels (account_id, conversation_id, label_id)
    select account_id, ${conversation_id}, id from labels
     where account_id = ${ctx.actor.account.id} and id = ${label_id} for key share
    on conflict do nothing returning label_id`
  return rows.length > 0
}

/** Takes the label off the conversation; answers false when it was not there. */
export async function untag(ctx: Context, conversation_id: string, label_id: string): Promise<boolean> {
  const rows = await ctx.sql`
    delete from conversation_labels
     where account_id = ${ctx.actor.account.id} and conversation_id = ${conversation_id} and label_id = ${label_id}
    returning label_id`
  return rows.length > 0
}

/** Agents who follow the conversation. */
export function listParticipants(ctx: Context, conversation_id: string): Promise<{ id: string; name: string }[]> {
  return ctx.sql`
    select u.id, u.name from conversation_participants p join users u on u.id = p.user_id
     where p.account_id = ${ctx.actor.account.id} and p.conversation_id = ${conversation_id} order by u.name, u.id`
}

/** Exactly these agents follow the conversation from now on. */
export async function setParticipants(ctx: Context, conversation_id: string, user_ids: string[]): Promise<void> {
  await ctx.sql`
    delete from conversation_participants
     where account_id = ${ctx.actor.account.id} and conversation_id = ${conversation_id} and user_id <> all(${user_ids}::bigint[])`
  await ctx.sql`
    insert into conversation_participants (account_id, conversation_id, user_id)
    select ${ctx.actor.account.id}, ${conversation_id}, user_id from unnest(${user_ids}::bigint[]) user_id on conflict do nothing`
}

/** What a conversation is, as it travels. Everything comes along, so that a page of conversations is one statement. */
function columns({ base_url, actor }: Context): Part {
  return part`
    c.id, c.uuid, c.status, c.priority,
    jsonb_build_object('id', k.id::text, 'name', k.name, 'phone_number', k.phone_number, 'email', k.email,
                       'identifier', k.identifier, 'blocked', k.blocked) as contact,
    jsonb_build_object('id', i.id::text, 'name', i.name) as inbox, i.channel, d.source_id,
    case when u.id is not null then jsonb_build_object('id', u.id::text, 'name', u.name, 'email', u.email) end as assignee,
    case when t.id is not null then jsonb_build_object('id', t.id::text, 'name', t.name) end as team,
    array(select l.title from conversation_labels cl join labels l on l.account_id = cl.account_id and l.id = cl.label_id
           where cl.account_id = c.account_id and cl.conversation_id = c.id order by lower(l.title)) as labels,
    c.custom_attributes, c.additional_attributes,
    case when m.id is not null then jsonb_build_object(
      'id', m.id::text, 'direction', m.direction, 'preview', left(coalesce(m.content, ''), 200), 'private', m.private,
      'author', jsonb_build_object('type', m.author_type, 'id', m.author_id::text, 'name', m.author_name),
      'attachment_count', (select count(*) from attachments a where a.account_id = m.account_id and a.message_id = m.id),
      'created_at', iso(m.created_at)) end as last_message,
    c.unread_count > 0 as unread, c.unread_count, c.snoozed_until,
    jsonb_build_object('first_response_due_at', iso(c.first_response_due_at), 'next_response_due_at', iso(c.next_response_due_at),
                       'resolution_due_at', iso(c.resolution_due_at)) as sla,
    c.waiting_since, c.first_reply_at, c.resolved_at,
    c.agent_last_seen_at, c.contact_last_seen_at, c.last_activity_at,
    ${`${base_url}/app/${actor.account.id}/conversations/`}::text || c.id as url, c.created_at, c.updated_at`
}

const joins = part`
  join contacts k on k.account_id = c.account_id and k.id = c.contact_id
  join inboxes i on i.account_id = c.account_id and i.id = c.inbox_id
  join contact_identities d on d.account_id = c.account_id and d.id = c.identity_id
  left join users u on u.id = c.assignee_id
  left join teams t on t.account_id = c.account_id and t.id = c.team_id
  left join messages m on m.account_id = c.account_id and m.id = c.last_message_id`
