import { literal, part, type Part } from '#db/sql.ts'
import { containsTerm } from '#domains/contacts/filters/conditions.ts'
import { searchTerms } from '#domains/contacts/rules.ts'
import type { Context } from '#kernel/operation.ts'

/** Leads (`l`) or opportunities (`o`) where every word is in the record, its contact, or the name or code of its items. */
export function containsWords({ actor }: Context, of: 'l' | 'o', query: string): Part[] {
  const own = actor.account.id
  const [alias, table, column] = [literal(of), ...tables[of]]
  return searchTerms(query).map((term) => {
    const holds = (table: Part, text: Part) => containsTerm(actor, table, text, term)
    // Found once: without statistics, as in a new workspace, the planner would search again for every record.
    return part`and ${alias}.id in (with found (id) as materialized (
      select r.id from ${table} r where r.account_id = ${own} and ${holds(part`r`, part`r.search`)}
      union all
      select r.id from ${table} r join contacts k on k.account_id = r.account_id and k.id = r.contact_id
       where k.account_id = ${own} and (${holds(part`k`, part`k.search`)} or ${holds(part`k`, part`fold(k.company_name)`)})
      union all
      select i.${column} from crm_items i where i.account_id = ${own} and ${holds(part`i`, part`fold(i.name)`)}
      union all
      select i.${column} from crm_items i join properties p on p.account_id = i.account_id and p.id = i.property_id
       where p.account_id = ${own} and ${holds(part`p`, part`p.search`)}) select found.id from found)`
  })
}

const tables = {
  l: [part`leads`, part`lead_id`],
  o: [part`opportunities`, part`opportunity_id`],
} as const
