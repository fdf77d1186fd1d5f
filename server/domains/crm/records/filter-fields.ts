import { part, type Part } from '#db/sql.ts'
import { toMediumColumn, toOriginColumn } from '#domains/contacts/origins/columns.ts'
import { lostAt } from '#domains/crm/leads/lost-at.ts'
import { cycleDays } from '#domains/crm/opportunities/cycle-days.ts'
import { meansSource } from '#domains/crm/leads/sources.ts'
import { isRotting, notDeleted } from './columns.ts'
import type { Attributes, Field, Fields } from '#kernel/filters/conditions.ts'

/** Fields of a lead (`l`) for filters, saved views and rules. */
export const lead_fields: Fields = {
  ...common(part`l`, part`lead_id`),
  company_name: { kind: 'text', is: part`l.company_name` },
  email: { kind: 'text', is: part`l.email` },
  phone: { kind: 'phone', is: part`l.phone` },
  source: { kind: 'text', is: part`l.source` },
  // Reports look for a source by its name or another name of the same origin.
  source_name: { kind: 'text', is: part`l.source`, contains: (text) => meansSource(part`l.source`, text.trim()) },
  estimated_value: { kind: 'number', is: part`l.estimated_value` },
  converted_at: { kind: 'moment', is: part`l.converted_at` },
  lost_at: { kind: 'moment', is: lostAt },
  answer_seconds: { kind: 'number', is: response(part`r.seconds`) },
  has_conversation: { kind: 'boolean', is: part`exists ${response(part`1`)}` },
  customer_replied: { kind: 'boolean', is: part`${response(part`r.customer_replied_at`)} is not null` },
  // The owner, otherwise the assignee of the conversation in which the lead is answered.
  responsible_id: {
    kind: 'id',
    is: part`coalesce(l.owner_id, (select x.assignee_id from conversations x where x.account_id = l.account_id and x.id = ${response(part`r.conversation_id`)}))`,
  },
  opportunity_id: {
    kind: 'id',
    is: part`(select x.id from opportunities x where x.account_id = l.account_id and x.lead_id = l.id ${notDeleted(part`x`)})`,
  },
}

/** Fields of an opportunity (`o`). A date counts as midday UTC, which is the same day almost everywhere. */
export const opportunity_fields: Fields = {
  ...common(part`o`, part`opportunity_id`),
  description: { kind: 'text', is: part`o.description` },
  amount: { kind: 'number', is: part`o.amount` },
  probability: { kind: 'number', is: part`o.probability` },
  expected_close_date: { kind: 'moment', is: midday(part`o.expected_close_date`) },
  actual_close_date: { kind: 'moment', is: midday(part`o.actual_close_date`) },
  closed_at: { kind: 'moment', is: part`o.closed_at` },
  cycle_days: { kind: 'number', is: cycleDays(part`(select x.time_zone from accounts x where x.id = o.account_id)`) },
  lost_reason_id: { kind: 'id', is: part`o.lost_reason_id` },
  reopened_at: { kind: 'moment', is: part`o.reopened_at` },
  reached_stage_id: { kind: 'titles', is: part`select x::text from unnest(o.reached_stage_ids || o.stage_id) x` },
  last_open_stage_id: {
    kind: 'id',
    is: part`(select x.id from stages x where x.account_id = o.account_id and x.id = o.last_open_stage_id)`,
  },
  lead_id: {
    kind: 'id',
    is: part`(select x.id from leads x where x.account_id = o.account_id and x.id = o.lead_id ${notDeleted(part`x`)})`,
  },
}

/** Custom attributes of the record and of its contact. */
export const lead_attributes: Attributes = attributes(part`l`)
export const opportunity_attributes: Attributes = attributes(part`o`)

/** Fields of both; `entity` is the column that refers to the record from activities. */
function common(of: Part, entity: Part): Record<string, Field> {
  return {
    id: { kind: 'id', is: part`${of}.id` },
    name: { kind: 'text', is: part`${of}.name` },
    status: { kind: 'choice', is: part`${of}.status` },
    lost_reason: { kind: 'text', is: part`regexp_replace(btrim(${of}.lost_reason), '\\s+', ' ', 'g')` },
    pipeline_id: { kind: 'id', is: part`${of}.pipeline_id` },
    pipeline: { kind: 'text', is: nameFrom(part`pipelines`, of, part`pipeline_id`) },
    stage_id: { kind: 'id', is: part`${of}.stage_id` },
    stage: { kind: 'text', is: nameFrom(part`stages`, of, part`stage_id`) },
    stage_type: {
      kind: 'choice',
      is: part`(select x.type from stages x where x.account_id = ${of}.account_id and x.id = ${of}.stage_id)`,
    },
    stage_entered_at: { kind: 'moment', is: part`${of}.stage_entered_at` },
    rotting: { kind: 'boolean', is: isRottingRecord(of) },
    owner_id: { kind: 'id', is: part`${of}.owner_id` },
    owner: { kind: 'text', is: part`(select x.name from users x where x.id = ${of}.owner_id)` },
    currency: { kind: 'choice', is: part`${of}.currency` },
    utm_source: { kind: 'text', is: part`${of}.utm_source` },
    utm_medium: { kind: 'text', is: part`${of}.utm_medium` },
    utm_campaign: { kind: 'text', is: part`${of}.utm_campaign` },
    origin: { kind: 'key', is: toOriginColumn(part`${of}.utm_source`) },
    medium: { kind: 'key', is: toMediumColumn(part`${of}.utm_medium`) },
    campaign: { kind: 'key', is: part`nullif(lower(btrim(${of}.utm_campaign)), '')` },
    utm_origin: { kind: 'choice', is: part`${of}.utm_origin` },
    utm_origin_at: { kind: 'moment', is: part`${of}.utm_origin_at` },
    attribution_detail: { kind: 'text', is: part`${of}.attribution_detail` },
    last_activity_at: { kind: 'moment', is: part`${of}.last_activity_at` },
    created_at: { kind: 'moment', is: part`${of}.created_at` },
    updated_at: { kind: 'moment', is: part`${of}.updated_at` },
    next_activity_at: { kind: 'moment', is: nextActivity(of, entity) },
    contact_id: { kind: 'id', is: part`${of}.contact_id` },
    'contact.name': contactField(of, part`name`),
    'contact.email': contactField(of, part`email`),
    'contact.email_status': contactField(of, part`email_status`, 'choice'),
    'contact.phone_number': contactField(of, part`phone_number`, 'phone'),
    'contact.identifier': contactField(of, part`identifier`),
    'contact.city': contactField(of, part`city`),
    'contact.country': contactField(of, part`country`),
    'contact.company_name': contactField(of, part`company_name`),
    'contact.job_title': contactField(of, part`job_title`),
    'contact.first_inbox_id': contactField(of, part`first_inbox_id`, 'id'),
    'contact.bio': contactField(of, part`bio`),
    'contact.blocked': contactField(of, part`blocked`, 'boolean'),
    'contact.created_at': contactField(of, part`created_at`, 'moment'),
    'contact.last_activity_at': contactField(of, part`last_activity_at`, 'moment'),
    contact_labels: {
      kind: 'titles',
      is: part`select x.title from contact_labels kl join labels x on x.account_id = kl.account_id and x.id = kl.label_id
                where kl.account_id = ${of}.account_id and kl.contact_id = ${of}.contact_id`,
    },
  }
}

/** A column of the response to a lead (`l`). */
function response(column: Part): Part {
  return part`(select ${column} from lead_responses r where r.account_id = l.account_id and r.lead_id = l.id)`
}

function nameFrom(table: Part, of: Part, column: Part): Part {
  return part`(select x.name from ${table} x where x.account_id = ${of}.account_id and x.id = ${of}.${column})`
}

function contactField(of: Part, column: Part, kind: Field['kind'] = 'text'): Field {
  const is = part`(select x.${column} from contacts x where x.account_id = ${of}.account_id and x.id = ${of}.contact_id)`
  return { kind, is }
}

function isRottingRecord(of: Part): Part {
  return part`exists (select from stages s where s.account_id = ${of}.account_id and s.id = ${of}.stage_id and ${isRotting(of)})`
}

/** Due time of the next open activity. */
function nextActivity(of: Part, entity: Part): Part {
  return part`(select min(a.due_at) from activities a where a.account_id = ${of}.account_id and a.${entity} = ${of}.id
                  and a.due_at is not null and a.completed_at is null)`
}

function midday(day: Part): Part {
  return part`(${day} + time '12:00') at time zone 'UTC'`
}

function attributes(of: Part): Attributes {
  return {
    custom_attributes: part`${of}.custom_attributes`,
    'contact.custom_attributes': part`(select x.custom_attributes from contacts x where x.account_id = ${of}.account_id and x.id = ${of}.contact_id)`,
  }
}
