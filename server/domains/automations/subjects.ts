import type { SubjectType } from '#contract/records/automation.ts'
import type { Permission } from '#contract/permissions.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import * as contacts from '#domains/contacts/filters/resolve.ts'
import * as conversations from '#domains/conversations/filters/conditions.ts'
import { visibleTo } from '#domains/conversations/store.ts'
import * as crm from '#domains/crm/records/filter-fields.ts'
import * as shape from '#domains/crm/records/columns.ts'
import type { Attributes, Field, Fields } from '#kernel/filters/conditions.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** The record a rule runs for. */
export type Subject = { type: SubjectType; id: string }

type Kind = {
  /** Table expression and key columns. */
  from: Part
  account_id: Part
  id: Part
  /** Permission to read such records. */
  reader: Permission
  /** Condition for the rows the caller may see. */
  visibleTo: (ctx: Context) => Part
  fields: Fields
  attributes: Attributes
}

/** The ad or link that brought the customer, and whether free text may be sent. */
const channelFields: Fields = {
  referral_source: { kind: 'text', is: part`(c.additional_attributes -> 'referral' ->> 'source')` },
  referral_ad_id: { kind: 'text', is: part`(c.additional_attributes -> 'referral' ->> 'ad_id')` },
  reply_window_open: {
    kind: 'boolean',
    is: part`coalesce((select (reply_window(i.channel, c.reply_window_opened_at, c.reply_window_closes_at, now()) ->> 'open')::boolean
      from inboxes i where i.account_id = c.account_id and i.id = c.inbox_id), true)`,
  },
}

/** Table, visibility and condition fields of each record type. */
export const subjects: Record<SubjectType, Kind> = {
  conversation: {
    from: part`conversations c`,
    account_id: part`c.account_id`,
    id: part`c.id`,
    reader: 'conversations:read',
    visibleTo: visibleTo,
    fields: {
      ...conversations.fields,
      ...channelFields,
      ...salesFields(part`c.account_id`, part`c.contact_id`, 'contact.'),
    },
    attributes: conversations.attributes,
  },
  contact: {
    from: part`contacts c`,
    account_id: part`c.account_id`,
    id: part`c.id`,
    reader: 'contacts:read',
    visibleTo: () => emptyPart,
    fields: { ...contacts.fields, ...salesFields(part`c.account_id`, part`c.id`) },
    attributes: contacts.attributes,
  },
  lead: {
    from: part`${shape.withoutDeleted(part`leads`)} l`,
    account_id: part`l.account_id`,
    id: part`l.id`,
    reader: 'crm:read',
    visibleTo: (ctx) => shape.visibleTo(ctx, part`l`),
    fields: crm.lead_fields,
    attributes: crm.lead_attributes,
  },
  opportunity: {
    from: part`${shape.withoutDeleted(part`opportunities`)} o`,
    account_id: part`o.account_id`,
    id: part`o.id`,
    reader: 'crm:read',
    visibleTo: (ctx) => shape.visibleTo(ctx, part`o`),
    fields: crm.opportunity_fields,
    attributes: crm.opportunity_attributes,
  },
}

/** Open leads and opportunities of the contact, so a rule can avoid creating a second lead. */
function salesFields(account_id: Part, contact_id: Part, prefix = ''): Fields {
  const count = (from: Part, open: Part): Field => ({
    kind: 'number',
    is: part`(select count(*) from ${from} x where x.account_id = ${account_id} and x.contact_id = ${contact_id} and x.status in (${open}) ${shape.notDeleted(part`x`)})`,
  })
  return {
    [`${prefix}open_leads`]: count(part`leads`, part`'new', 'qualified'`),
    [`${prefix}open_opportunities`]: count(part`opportunities`, part`'open'`),
  }
}

/** Rejects unless the record exists and the caller may see it. */
export async function checkVisible(ctx: Context, subject: Subject, field: string): Promise<void> {
  if (!(await isVisible(ctx, subject))) reject('not_found', `There is no ${subject.type} with id ${subject.id}.`, field)
}

/** True if the record exists and the caller may see it. */
export async function isVisible(ctx: Context, { type, id }: Subject): Promise<boolean> {
  const kind = subjects[type]
  const rows = await ctx.sql`
    select from ${kind.from} where ${kind.account_id} = ${ctx.actor.account.id} and ${kind.id} = ${id} ${kind.visibleTo(ctx)}`
  return rows.length > 0
}
