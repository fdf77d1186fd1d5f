import { literal } from '#db/sql.ts'
import type { Filters } from '#domains/properties/store.ts'
import { describeUnknownValue } from '#kernel/filters/known-values.ts'
import type { Context } from '#kernel/operation.ts'
import { fold } from '#kernel/filters/reference.ts'

const partial = ['city', 'sector', 'availability'] as const
const whole = ['property_type'] as const

/** For each text filter that no property meets: the values that exist. */
export async function describeUnknownPlaces(ctx: Context, filters: Filters): Promise<string | undefined> {
  const sentences = await Promise.all(
    [...partial, ...whole].map(async (field) => {
      const value = filters[field]?.trim()
      if (!value) return undefined
      const isPart = (known: string) => fold(known).includes(fold(value))
      const known = await listValues(ctx, field)
      return describeUnknownValue(
        { field, value, what: 'property' },
        known,
        field === 'property_type' ? undefined : isPart,
      )
    }),
  )
  return sentences.filter(Boolean).join(' ') || undefined
}

/** The commonest values of a column. */
async function listValues({ sql, actor }: Context, field: (typeof partial | typeof whole)[number]): Promise<string[]> {
  const rows = await sql<{ value: string }>`
    select p.${literal(field)} as value from properties p
     where p.account_id = ${actor.account.id} and p.${literal(field)} is not null group by 1 order by count(*) desc, 1 limit 1000`
  return rows.map(({ value }) => value)
}
