import type { SubjectType } from '#contract/records/automation.ts'
import { nothing, part, type Part } from '#db/sql.ts'
import * as contacts from '#domains/contacts/filters.ts'
import * as conversations from '#domains/conversations/filters.ts'
import { seen } from '#domains/conversations/store.ts'
import * as crm from '#domains/crm/filters.ts'
import * as shape from '#domains/crm/shape.ts'
import type { Attributes, Field, Fields } from '#kernel/conditions.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** What a rule is about when it runs. */
export type Subject = { type: SubjectType; id: string }

type Kind = {
  /** Its table, and the columns by which a row of it is found. */
  from: Part
  account_id: Part
  id: Part
  /** Which of them the caller may see. */
  seen: (ctx: Context) => Part
  fields: Fields
  attributes: Attributes
}

/** Where the rows are that rules are about, and what conditions may ask of them. */
export const subjects: Record<SubjectType, Kind> = {
  conversation: {
    from: part`conversations c`,
    account_id: part`c.account_id`,
    id: part`c.id`,
    seen,
    fields: { ...conversations.fields, ...selling(part`c.account_id`, part`c.contact_id`, 'contact.') },
    attributes: conversations.attributes,
  },
  contact: {
    from: part`contacts c`,
    account_id: part`c.account_id`,
    id: part`c.id`,
    seen: () => nothing,
    fields: { ...contacts.fields, ...selling(part`c.account_id`, part`c.id`) },
    attributes: contacts.attributes,
  },
  lead: {
    from: part`${shape.keptOf(part`leads`)} l`,
    account_id: part`l.account_id`,
    id: part`l.id`,
    seen: (ctx) => shape.seen(ctx, part`l`),
    fields: crm.lead_fields,
    attributes: crm.lead_attributes,
  },
  opportunity: {
    from: part`${shape.keptOf(part`opportunities`)} o`,
    account_id: part`o.account_id`,
    id: part`o.id`,
    seen: (ctx) => shape.seen(ctx, part`o`),
    fields: crm.opportunity_fields,
    attributes: crm.opportunity_attributes,
  },
}

/** What is being sold to the contact, so that a rule makes no second lead of one who is a lead already. */
function selling(account_id: Part, contact_id: Part, prefix = ''): Fields {
  const count = (from: Part, open: Part): Field => ({
    kind: 'number',
    is: part`(select count(*) from ${from} x where x.account_id = ${account_id} and x.contact_id = ${contact_id} and x.status in (${open}) ${shape.kept(part`x`)})`,
  })
  return {
    [`${prefix}open_leads`]: count(part`leads`, part`'new', 'qualified'`),
    [`${prefix}open_opportunities`]: count(part`opportunities`, part`'open'`),
  }
}

/** Refuses unless there is such a record, and the caller may see it. */
export async function checkSeen(ctx: Context, { type, id }: Subject, field: string): Promise<void> {
  const kind = subjects[type]
  const [row] = await ctx.sql`
    select from ${kind.from} where ${kind.account_id} = ${ctx.actor.account.id} and ${kind.id} = ${id} ${kind.seen(ctx)}`
  if (!row) reject('not_found', `There is no ${type} ${id}.`, field)
}
