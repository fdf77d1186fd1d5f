import { joinParts, literal, part, type Part } from '#db/sql.ts'
import { visibleTo } from './conditions.ts'
import { fields_like_attributes, isFieldLikeAttribute } from '#domains/contacts/rules.ts'
import { namesOfOrigin } from '#domains/contacts/origins/rules.ts'
import { describeUnknownValue } from '#kernel/filters/known-values.ts'
import { fold, nearest } from '#kernel/filters/reference.ts'
import type { Context } from '#kernel/operation.ts'

/** Newest contacts whose attributes are looked at: enough to name what is in use. */
const LOOKED_AT = 5000

/** For each attribute that no contact has, or not with this value: the names or values in use. */
export async function describeUnknownAttributes(
  ctx: Context,
  attributes: Record<string, unknown>,
): Promise<string | undefined> {
  const given = Object.entries(attributes)
  if (given.length === 0) return undefined
  const names = await listNames(ctx)
  const sentences = await Promise.all(
    given.map(async ([name, value]) => {
      if (!names.includes(name))
        return `No contact has the attribute "${name}". Attributes in use: ${nearest(names, name, (each) => each).join(', ')}.`
      const about = { field: name, value: String(value), what: 'contact' }
      const meant = name === 'utm_source' ? namesOfOrigin(about.value) : [fold(about.value)]
      return describeUnknownValue(about, await listValues(ctx, name), (each) => meant.includes(fold(each)))
    }),
  )
  return sentences.filter(Boolean).join(' ') || undefined
}

/** Names of attributes in use, and the fields that count as such. */
async function listNames(ctx: Context): Promise<string[]> {
  const rows = await ctx.sql<{ name: string }>`
    select k.name from (${newest(ctx)}) c, jsonb_object_keys(c.custom_attributes) k (name)
     group by 1 order by count(*) desc, 1 limit 200`
  return [...new Set([...rows.map(({ name }) => name), ...fields_like_attributes])]
}

/** The commonest values of an attribute, or of a field that counts as one. */
async function listValues(ctx: Context, name: string): Promise<string[]> {
  const field = isFieldLikeAttribute(name)
    ? part`coalesce(c.${literal(name)}, c.custom_attributes ->> ${name})`
    : undefined
  const rows = await ctx.sql<{ value: string }>`
    select ${field ?? part`c.custom_attributes ->> ${name}`} as value from (${newest(ctx)}) c
     where ${field ?? part`c.custom_attributes ->> ${name}`} is not null group by 1 order by count(*) desc, 1 limit 200`
  return rows.map(({ value }) => value)
}

function newest({ actor }: Context): Part {
  return part`
    select c.custom_attributes, c.city, c.country, c.company_name, c.job_title from contacts c
     where c.account_id = ${actor.account.id} ${joinParts(visibleTo(actor))} order by c.created_at desc, c.id desc limit ${LOOKED_AT}`
}
