import type { z } from 'zod'
import type { Filter } from '#contract/filters.ts'
import { addDays, startOfDay } from '#contract/periods.ts'
import type { Label } from '#contract/records/label.ts'
import { emptyPart, joinParts, part, type Part } from '#db/sql.ts'
import { containsTerm } from '#domains/contacts/filters/conditions.ts'
import * as labels from '#domains/contacts/labels/store.ts'
import { searchTerms } from '#domains/contacts/rules.ts'
import * as contacts from '#domains/contacts/store.ts'
import type { conversationFilters, moreFilters } from '#domains/conversations/inputs.ts'
import * as agents from '#domains/workspace/agents.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { pick } from '#domains/workspace/pick.ts'
import * as views from '#domains/workspace/saved-views.ts'
import * as teams from '#domains/workspace/teams.ts'
import { type Attributes, conditions, type Field } from '#kernel/filters/conditions.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import { mayShowSourceIds, type SourceIdViewer } from '#kernel/source-ids.ts'

type ConversationFilters = z.output<z.ZodObject<typeof conversationFilters & typeof moreFilters>>

/** The filters as SQL conditions. Names are resolved first, so that an unknown one is refused instead of matching nothing. */
export async function toConditions(ctx: Context, filters: ConversationFilters): Promise<Part> {
  if (filters.unassigned_only && filters.assignee !== undefined) {
    reject('invalid_value', 'Give assignee or unassigned_only, not both.', 'unassigned_only')
  }
  const { time_zone } = ctx.actor.account
  const view_filter =
    filters.view_id === undefined ? undefined : await views.getFilter(ctx, filters.view_id, 'conversations')
  const all = [filters.filter, view_filter].filter((each) => each !== undefined)
  for (const filter of all) checkSourceIdFilter(ctx.actor, filter)
  return joinParts([
    ...ownConditions(ctx, filters),
    ...(await relationConditions(ctx, filters)),
    ...dateRange(ctx, part`c.created_at`, filters.created_from, filters.created_to, 'created'),
    ...dateRange(ctx, part`c.updated_at`, filters.updated_from, filters.updated_to, 'updated'),
    ...all.map((filter) => part`and ${conditions(filter, fields, attributes, time_zone)}`),
  ])
}

/** Rejects a condition on source_id for callers who may not see it: they could find it out letter by letter. */
export function checkSourceIdFilter(actor: SourceIdViewer, { any }: Filter): void {
  if (mayShowSourceIds(actor) || any.every(({ all }) => all.every(({ field }) => field !== 'source_id'))) return
  reject('permission_denied', 'A condition on source_id needs the permission messages:send.', 'filter')
}

/** Conditions on the conversation's own columns. */
function ownConditions(
  ctx: Context,
  {
    view_id,
    status = view_id === undefined ? 'open' : 'all',
    priority,
    unassigned_only,
    unread_only,
    source_id,
    query,
  }: ConversationFilters,
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
    ...(query ? [containsWords(ctx, query)] : []),
  ]
}

/** Conditions on related records, each of which must exist. */
async function relationConditions(ctx: Context, filters: ConversationFilters): Promise<Part[]> {
  const met: Part[] = []
  if (filters.inbox !== undefined || filters.inbox_id !== undefined)
    met.push(part`and c.inbox_id = ${(await inboxes.get(ctx, filters)).id}`)
  if (filters.assignee !== undefined)
    met.push(part`and c.assignee_id = ${(await agents.get(ctx, { agent: filters.assignee }, 'assignee')).id}`)
  if (filters.team !== undefined) met.push(part`and c.team_id = ${(await teams.get(ctx, { team: filters.team })).id}`)
  if (filters.contact_id !== undefined)
    met.push(part`and c.contact_id = ${(await contacts.get(ctx, filters.contact_id)).id}`)
  if (filters.participant !== undefined) {
    const { id } = await agents.get(ctx, { agent: filters.participant }, 'participant')
    met.push(part`and exists (select from conversation_participants p
      where p.account_id = c.account_id and p.user_id = ${id} and p.conversation_id = c.id)`)
  }
  for (const { id } of await requiredLabels(ctx, filters))
    met.push(part`and exists (select from conversation_labels cl
      where cl.account_id = c.account_id and cl.label_id = ${id} and cl.conversation_id = c.id)`)
  return met
}

/** All labels the conversation must have. */
async function requiredLabels(ctx: Context, { label, labels: titles = [] }: ConversationFilters): Promise<Label[]> {
  const all = await labels.getAll(ctx, titles)
  return label === undefined ? all : [...all, pick(await labels.list(ctx), { name: label }, label_kind)]
}

const label_kind = { what: 'label', fields: ['label', 'label'], names: (label: Label) => [label.title] } as const

/** Whether the query should be planned for its values: rare and common values need different indexes. */
export function needsValuePlan(filters: object): boolean {
  const usual = new Set(['status', 'limit', 'cursor'])
  return Object.entries(filters).some(([field, value]) => value !== undefined && !usual.has(field))
}

/** Conversations with a message that has all these words, or with a contact found by them. */
function containsWords({ actor }: Context, query: string): Part {
  const own = actor.account.id
  const terms = searchTerms(query).map(
    (term) => part`and (${containsTerm(actor, part`k`, part`k.search`, term)}
                     or ${containsTerm(actor, part`k`, part`fold(k.company_name)`, term)})`,
  )
  const contacts = part`
    union all
    select v.id from contacts k join conversations v on v.account_id = k.account_id and v.contact_id = k.id
     where k.account_id = ${own} ${joinParts(terms)}`
  // Materialised, so that the text index is always used.
  return part`and c.id in (
    with matching as materialized (
      select m.conversation_id from messages m where m.account_id = ${own}
         and message_terms(m.account_id, m.content) @@ message_query(${own}, ${query}))
    select conversation_id from matching ${terms.length > 0 ? contacts : emptyPart})`
}

function dateRange(
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

/** A field of the conversation's contact. */
function contactField(column: Part, kind: Field['kind'] = 'text'): Field {
  const is = part`(select k.${column} from contacts k where k.account_id = c.account_id and k.id = c.contact_id)`
  return { kind, is }
}

/** The name of a related record, such as the inbox or team. */
function nameField(table: Part, column: Part): Field {
  const is = part`(select x.name from ${table} x where x.account_id = c.account_id and x.id = c.${column})`
  return { kind: 'text', is }
}

/** A fact about the conversation that reports count. */
function fact(column: Part, kind: Field['kind']): Field {
  const is = part`(select f.${column} from conversation_facts f where f.account_id = c.account_id and f.conversation_id = c.id)`
  return { kind, is }
}

const contact_fields = {
  name: contactField(part`name`),
  email: contactField(part`email`),
  email_status: contactField(part`email_status`, 'choice'),
  phone_number: contactField(part`phone_number`, 'phone'),
  identifier: contactField(part`identifier`),
  city: contactField(part`city`),
  country: contactField(part`country`),
  company_name: contactField(part`company_name`),
  job_title: contactField(part`job_title`),
}

/** Attribute columns that filters can use. */
export const attributes: Attributes = {
  custom_attributes: part`c.custom_attributes`,
  additional_attributes: part`c.additional_attributes`,
  'contact.custom_attributes': part`(select k.custom_attributes from contacts k where k.account_id = c.account_id and k.id = c.contact_id)`,
}

/** Fields that filters, saved views and rules can use. */
export const fields: Record<string, Field> = {
  status: { kind: 'choice', is: part`c.status` },
  priority: { kind: 'choice', is: part`c.priority` },
  assignee_id: { kind: 'id', is: part`c.assignee_id` },
  inbox_id: { kind: 'id', is: part`c.inbox_id` },
  team_id: { kind: 'id', is: part`c.team_id` },
  contact_id: { kind: 'id', is: part`c.contact_id` },
  id: { kind: 'id', is: part`c.id` },
  uuid: { kind: 'choice', is: part`c.uuid::text` },
  inbox: nameField(part`inboxes`, part`inbox_id`),
  team: nameField(part`teams`, part`team_id`),
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
  asked_at: fact(part`asked_at`, 'moment'),
  last_resolved_at: fact(part`resolved_at`, 'moment'),
  answered_at: fact(part`human_reply_at`, 'moment'),
  answered_by_id: fact(part`human_id`, 'id'),
  answer_seconds: fact(part`human_seconds`, 'number'),
  answer_business_seconds: fact(part`working_seconds`, 'number'),
  ai_answered_at: fact(part`ai_at`, 'moment'),
  ai_answer_seconds: fact(part`ai_seconds`, 'number'),
  handed_over_at: fact(part`handed_over_at`, 'moment'),
  answered_by_person: fact(part`human_at is not null`, 'boolean'),
  answer_due_at: { kind: 'moment', is: part`coalesce(c.first_response_due_at, c.next_response_due_at)` },
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
  ...contact_fields,
  // Contact fields by the names that rules about leads and opportunities use, and the remaining ones.
  ...Object.fromEntries(Object.entries(contact_fields).map(([name, field]) => [`contact.${name}`, field])),
  'contact.bio': contactField(part`bio`),
  'contact.blocked': contactField(part`blocked`, 'boolean'),
  'contact.created_at': contactField(part`created_at`, 'moment'),
  'contact.last_activity_at': contactField(part`last_activity_at`, 'moment'),
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
