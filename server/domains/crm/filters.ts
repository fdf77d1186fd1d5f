import { part, type Part } from '#db/sql.ts'
import { isRotting, kept } from '#domains/crm/shape.ts'
import type { Attributes, Field, Fields } from '#kernel/conditions.ts'

/** What of a lead (`l`) a filter, a saved view or a rule may ask for. */
export const lead_fields: Fields = {
  ...common(part`l`, part`lead_id`),
  company_name: { kind: 'text', is: part`l.company_name` },
  email: { kind: 'text', is: part`l.email` },
  phone: { kind: 'text', is: part`l.phone` },
  source: { kind: 'text', is: part`l.source` },
  estimated_value: { kind: 'number', is: part`l.estimated_value` },
  converted_at: { kind: 'moment', is: part`l.converted_at` },
  opportunity_id: {
    kind: 'id',
    is: part`(select x.id from opportunities x where x.account_id = l.account_id and x.lead_id = l.id ${kept(part`x`)})`,
  },
}

/** What of an opportunity (`o`). A day counts as its midday in UTC, which is the same day almost everywhere. */
export const opportunity_fields: Fields = {
  ...common(part`o`, part`opportunity_id`),
  description: { kind: 'text', is: part`o.description` },
  amount: { kind: 'number', is: part`o.amount` },
  probability: { kind: 'number', is: part`o.probability` },
  expected_close_date: { kind: 'moment', is: midday(part`o.expected_close_date`) },
  actual_close_date: { kind: 'moment', is: midday(part`o.actual_close_date`) },
  closed_at: { kind: 'moment', is: part`o.closed_at` },
  lost_reason_id: { kind: 'id', is: part`o.lost_reason_id` },
  lead_id: {
    kind: 'id',
    is: part`(select x.id from leads x where x.account_id = o.account_id and x.id = o.lead_id ${kept(part`x`)})`,
  },
}

/** Where custom attributes are: those of the record, and those of its contact. */
export const lead_attributes: Attributes = attributes(part`l`)
export const opportunity_attributes: Attributes = attributes(part`o`)

/** What both have; `entity` is the column of what is about them. */
function common(of: Part, entity: Part): Record<string, Field> {
  return {
    id: { kind: 'id', is: part`${of}.id` },
    name: { kind: 'text', is: part`${of}.name` },
    status: { kind: 'choice', is: part`${of}.status` },
    lost_reason: { kind: 'text', is: part`${of}.lost_reason` },
    pipeline_id: { kind: 'id', is: part`${of}.pipeline_id` },
    pipeline: { kind: 'text', is: named(part`pipelines`, of, part`pipeline_id`) },
    stage_id: { kind: 'id', is: part`${of}.stage_id` },
    stage: { kind: 'text', is: named(part`stages`, of, part`stage_id`) },
    stage_type: {
      kind: 'choice',
      is: part`(select x.type from stages x where x.account_id = ${of}.account_id and x.id = ${of}.stage_id)`,
    },
    stage_entered_at: { kind: 'moment', is: part`${of}.stage_entered_at` },
    rotting: { kind: 'boolean', is: rotting(of) },
    owner_id: { kind: 'id', is: part`${of}.owner_id` },
    owner: { kind: 'text', is: part`(select x.name from users x where x.id = ${of}.owner_id)` },
    currency: { kind: 'choice', is: part`${of}.currency` },
    utm_source: { kind: 'text', is: part`${of}.utm_source` },
    utm_medium: { kind: 'text', is: part`${of}.utm_medium` },
    utm_campaign: { kind: 'text', is: part`${of}.utm_campaign` },
    utm_origin: { kind: 'choice', is: part`${of}.utm_origin` },
    utm_origin_at: { kind: 'moment', is: part`${of}.utm_origin_at` },
    attribution_detail: { kind: 'text', is: part`${of}.attribution_detail` },
    last_activity_at: { kind: 'moment', is: part`${of}.last_activity_at` },
    created_at: { kind: 'moment', is: part`${of}.created_at` },
    updated_at: { kind: 'moment', is: part`${of}.updated_at` },
    next_activity_at: { kind: 'moment', is: nextActivity(of, entity) },
    contact_id: { kind: 'id', is: part`${of}.contact_id` },
    'contact.name': ofContact(of, part`name`),
    'contact.email': ofContact(of, part`email`),
    'contact.phone_number': ofContact(of, part`phone_number`),
    'contact.identifier': ofContact(of, part`identifier`),
    'contact.city': ofContact(of, part`city`),
    'contact.country': ofContact(of, part`country`),
    'contact.company_name': ofContact(of, part`company_name`),
    'contact.job_title': ofContact(of, part`job_title`),
    'contact.bio': ofContact(of, part`bio`),
    'contact.blocked': ofContact(of, part`blocked`, 'boolean'),
    'contact.created_at': ofContact(of, part`created_at`, 'moment'),
    'contact.last_activity_at': ofContact(of, part`last_activity_at`, 'moment'),
    contact_labels: {
      kind: 'titles',
      is: part`select x.title from contact_labels kl join labels x on x.account_id = kl.account_id and x.id = kl.label_id
                where kl.account_id = ${of}.account_id and kl.contact_id = ${of}.contact_id`,
    },
  }
}

function named(table: Part, of: Part, column: Part): Part {
  return part`(select x.name from ${table} x where x.account_id = ${of}.account_id and x.id = ${of}.${column})`
}

function ofContact(of: Part, column: Part, kind: Field['kind'] = 'text'): Field {
  const is = part`(select x.${column} from contacts x where x.account_id = ${of}.account_id and x.id = ${of}.contact_id)`
  return { kind, is }
}

/** As the record itself says it. */
function rotting(of: Part): Part {
  return part`exists (select from stages s where s.account_id = ${of}.account_id and s.id = ${of}.stage_id and ${isRotting(of)})`
}

/** When the next thing planned about it is due. */
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
