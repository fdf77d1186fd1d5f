import type { z } from 'zod'
import { addDays, startOfDay } from '#contract/periods.ts'
import type { Label } from '#contract/records/label.ts'
import { joined, part, type Part } from '#db/sql.ts'
import * as labels from '#domains/contacts/labels.ts'
import * as contacts from '#domains/contacts/store.ts'
import type { conversationFilters, moreFilters } from '#domains/conversations/inputs.ts'
import * as agents from '#domains/workspace/agents.ts'
import * as inboxes from '#domains/workspace/inboxes.ts'
import { pick } from '#domains/workspace/reference.ts'
import * as views from '#domains/workspace/saved-views.ts'
import * as teams from '#domains/workspace/teams.ts'
import { type Attributes, conditions, type Field } from '#kernel/conditions.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

type Asked = z.output<z.ZodObject<typeof conversationFilters & typeof moreFilters>>

/** What the caller asked for, as conditions. Names are looked up first, so that a wrong one is refused and not just empty. */
export async function toConditions(ctx: Context, asked: Asked): Promise<Part> {
  if (asked.unassigned_only && asked.assignee !== undefined) {
    reject('invalid_value', 'Give assignee or unassigned_only, not both.', 'unassigned_only')
  }
  const { time_zone } = ctx.actor.account
  const viewed = asked.view_id === undefined ? undefined : await views.getFilter(ctx, asked.view_id, 'conversations')
  const sent = [asked.filter, viewed].filter((each) => each !== undefined)
  return joined([
    ...plain(ctx, asked),
    ...(await named(ctx, asked)),
    ...days(ctx, part`c.created_at`, asked.created_from, asked.created_to, 'created'),
    ...days(ctx, part`c.updated_at`, asked.updated_from, asked.updated_to, 'updated'),
    ...sent.map((filter) => part`and ${conditions(filter, fields, attributes, time_zone)}`),
  ])
}

/** What a conversation itself must be. */
function plain(
  ctx: Context,
  {
    view_id,
    status = view_id === undefined ? 'open' : 'all',
    priority,
    unassigned_only,
    unread_only,
    source_id,
    query,
  }: Asked,
): Part[] {
  return [
    ...(status === 'all' ? [] : [part`and c.status = ${status}`]),
    ...(unassigned_only ? [part`and c.assignee_id is null`] : []),
    ...(priority ? [part`and c.priority = ${priority}`] : []),
    ...(unread_only ? [part`and c.unread_count > 0`] : []),
    ...(source_id
      ? [
          part`and c.identity_id in (select id from contact_identities d
                where d.account_id = ${ctx.actor.account.id} and d.source_id = ${source_id})`,
        ]
      : []),
    ...(query ? [said(ctx, query)] : []),
  ]
}

/** What it must have to do with others, each of whom there must be. */
async function named(ctx: Context, asked: Asked): Promise<Part[]> {
  const met: Part[] = []
  if (asked.inbox !== undefined || asked.inbox_id !== undefined)
    met.push(part`and c.inbox_id = ${(await inboxes.get(ctx, asked)).id}`)
  if (asked.assignee !== undefined)
    met.push(part`and c.assignee_id = ${(await agents.get(ctx, { agent: asked.assignee }, 'assignee')).id}`)
  if (asked.team !== undefined) met.push(part`and c.team_id = ${(await teams.get(ctx, { team: asked.team })).id}`)
  if (asked.contact_id !== undefined)
    met.push(part`and c.contact_id = ${(await contacts.get(ctx, asked.contact_id)).id}`)
  if (asked.participant !== undefined) {
    const { id } = await agents.get(ctx, { agent: asked.participant }, 'participant')
    met.push(part`and exists (select from conversation_participants p
      where p.account_id = c.account_id and p.user_id = ${id} and p.conversation_id = c.id)`)
  }
  for (const { id } of await carried(ctx, asked))
    met.push(part`and exists (select from conversation_labels cl
      where cl.account_id = c.account_id and cl.label_id = ${id} and cl.conversation_id = c.id)`)
  return met
}

/** The labels it must carry, all of them. */
async function carried(ctx: Context, { label, labels: titles = [] }: Asked): Promise<Label[]> {
  const all = await labels.getAll(ctx, titles)
  return label === undefined ? all : [...all, pick(await labels.list(ctx), { name: label }, label_kind)]
}

const label_kind = { what: 'label', fields: ['label', 'label'], names: (label: Label) => [label.title] } as const

/** Whether the list is planned for its values: what is rare and what is common want different indexes. */
export function isPlanned(asked: object): boolean {
  const usual = new Set(['status', 'limit', 'cursor'])
  return Object.entries(asked).some(([field, value]) => value !== undefined && !usual.has(field))
}

/** Conversations in which a message has all these words, which are looked for by their index and in no other way. */
function said({ actor }: Context, query: string): Part {
  return part`and c.id in (
    with matching as materialized (
      select m.conversation_id from messages m where m.account_id = ${actor.account.id}
         and message_terms(m.account_id, m.content) @@ message_query(${actor.account.id}, ${query}))
    select conversation_id from matching)`
}

function days(
  { actor }: Context,
  column: Part,
  from: string | undefined,
  to: string | undefined,
  what: string,
): Part[] {
  if (from && to && from > to) reject('invalid_value', `${what}_from must not be after ${what}_to.`, `${what}_from`)
  const zone = actor.account.time_zone
  return [
    ...(from ? [part`and ${column} >= ${startOfDay(from, zone)}`] : []),
    ...(to ? [part`and ${column} < ${startOfDay(addDays(to, 1), zone)}`] : []),
  ]
}

/** A field of the contact of the conversation. */
function ofContact(column: Part, kind: Field['kind'] = 'text'): Field {
  const is = part`(select k.${column} from contacts k where k.account_id = c.account_id and k.id = c.contact_id)`
  return { kind, is }
}

/** What somebody or something the conversation belongs to is called. */
function called(table: Part, column: Part): Field {
  const is = part`(select x.name from ${table} x where x.account_id = c.account_id and x.id = c.${column})`
  return { kind: 'text', is }
}

const of_contact = {
  name: ofContact(part`name`),
  email: ofContact(part`email`),
  phone_number: ofContact(part`phone_number`),
  identifier: ofContact(part`identifier`),
  city: ofContact(part`city`),
  country: ofContact(part`country`),
  company_name: ofContact(part`company_name`),
  job_title: ofContact(part`job_title`),
}

/** Where custom attributes are: those of the conversation, what its channel told, and those of its contact. */
export const attributes: Attributes = {
  custom_attributes: part`c.custom_attributes`,
  additional_attributes: part`c.additional_attributes`,
  'contact.custom_attributes': part`(select k.custom_attributes from contacts k where k.account_id = c.account_id and k.id = c.contact_id)`,
}

/** What of a conversation a filter, a saved view or a rule may ask for. */
export const fields: Record<string, Field> = {
  status: { kind: 'choice', is: part`c.status` },
  priority: { kind: 'choice', is: part`c.priority` },
  assignee_id: { kind: 'id', is: part`c.assignee_id` },
  inbox_id: { kind: 'id', is: part`c.inbox_id` },
  team_id: { kind: 'id', is: part`c.team_id` },
  contact_id: { kind: 'id', is: part`c.contact_id` },
  id: { kind: 'id', is: part`c.id` },
  uuid: { kind: 'choice', is: part`c.uuid::text` },
  inbox: called(part`inboxes`, part`inbox_id`),
  team: called(part`teams`, part`team_id`),
  assignee: { kind: 'text', is: part`(select u.name from users u where u.id = c.assignee_id)` },
  created_at: { kind: 'moment', is: part`c.created_at` },
  updated_at: { kind: 'moment', is: part`c.updated_at` },
  last_activity_at: { kind: 'moment', is: part`c.last_activity_at` },
  waiting_since: { kind: 'moment', is: part`c.waiting_since` },
  first_reply_at: { kind: 'moment', is: part`c.first_reply_at` },
  snoozed_until: { kind: 'moment', is: part`c.snoozed_until` },
  resolved_at: { kind: 'moment', is: part`c.resolved_at` },
  agent_last_seen_at: { kind: 'moment', is: part`c.agent_last_seen_at` },
  contact_last_seen_at: { kind: 'moment', is: part`c.contact_last_seen_at` },
  unread: { kind: 'boolean', is: part`(c.unread_count > 0)` },
  unread_count: { kind: 'number', is: part`c.unread_count` },
  sla_due_at: { kind: 'moment', is: part`c.sla_due_at` },
  first_response_due_at: { kind: 'moment', is: part`c.first_response_due_at` },
  next_response_due_at: { kind: 'moment', is: part`c.next_response_due_at` },
  resolution_due_at: { kind: 'moment', is: part`c.resolution_due_at` },
  channel: {
    kind: 'choice',
    is: part`(select i.channel from inboxes i where i.account_id = c.account_id and i.id = c.inbox_id)`,
  },
  source_id: {
    kind: 'text',
    is: part`(select d.source_id from contact_identities d where d.account_id = c.account_id and d.id = c.identity_id)`,
  },
  business_hours: {
    kind: 'boolean',
    is: part`(select is_open(i.business_hours, now()) from inboxes i where i.account_id = c.account_id and i.id = c.inbox_id)`,
  },
  referer: { kind: 'text', is: part`(c.additional_attributes ->> 'referer')` },
  browser_language: { kind: 'text', is: part`(c.additional_attributes ->> 'browser_language')` },
  ...of_contact,
  // The same as rules about leads and opportunities say it, and the rest of what a contact is.
  ...Object.fromEntries(Object.entries(of_contact).map(([name, field]) => [`contact.${name}`, field])),
  'contact.bio': ofContact(part`bio`),
  'contact.blocked': ofContact(part`blocked`, 'boolean'),
  'contact.created_at': ofContact(part`created_at`, 'moment'),
  'contact.last_activity_at': ofContact(part`last_activity_at`, 'moment'),
  contact_labels: {
    kind: 'titles',
    is: part`select l.title from contact_labels kl join labels l on l.account_id = kl.account_id and l.id = kl.label_id
              where kl.account_id = c.account_id and kl.contact_id = c.contact_id`,
  },
  labels: {
    kind: 'titles',
    is: part`select l.title from conversation_labels cl join labels l on l.account_id = cl.account_id and l.id = cl.label_id
              where cl.account_id = c.account_id and cl.conversation_id = c.id`,
  },
}
