import { part, type Part } from '#db/sql.ts'
import { toLabelPattern } from '#domains/crm/attribution/rules.ts'
import { visibleTo } from '#domains/crm/records/columns.ts'
import { describeUnknownValue } from '#kernel/filters/known-values.ts'
import type { Context } from '#kernel/operation.ts'

/** Leads (`l`) whose source label contains the text, or names the same origin: `referral` finds `referido`. */
export function ofSource(text: string | undefined): Part[] {
  return text?.trim() ? [part`and ${meansSource(part`l.source`, text.trim())}`] : []
}

export function meansSource(column: Part, text: string): Part {
  const pattern = toLabelPattern(text)
  const contains = part`strpos(fold(${column}), fold(${text})) > 0`
  return pattern === undefined ? contains : part`(${contains} or fold(${column}) ~ ${pattern})`
}

/** The sources that exist, if no lead the caller may see has this one. */
export async function describeUnknown(ctx: Context, text: string | undefined): Promise<string | undefined> {
  const value = text?.trim()
  if (!value) return undefined
  const rows = await ctx.sql<{ source: string; isMeant: boolean }>`
    with s as materialized (
      select l.source, count(*) as leads from leads l
       where l.account_id = ${ctx.actor.account.id} and l.source is not null ${visibleTo(ctx, part`l`)}
       group by 1 order by 2 desc limit 1000)
    select s.source, ${meansSource(part`s.source`, value)} as "isMeant" from s order by s.leads desc`
  const known = rows.map(({ source }) => source)
  const meant = new Set(rows.filter(({ isMeant }) => isMeant).map(({ source }) => source))
  return describeUnknownValue({ field: 'source', value, what: 'lead' }, known, (each) => meant.has(each))
}
