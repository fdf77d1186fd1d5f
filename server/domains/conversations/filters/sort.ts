import { part, type Part } from '#db/sql.ts'

const fields = {
  last_activity_at: part`c.last_activity_at`,
  created_at: part`c.created_at`,
  waiting_since: part`c.waiting_since`,
  priority: part`array_position(array['none', 'low', 'medium', 'high', 'urgent'], c.priority)`,
}
type Field = keyof typeof fields
type Sort = Field | `-${Field}`

/** Sort orders of the list; a leading minus means descending. */
export const sorts = Object.keys(fields).flatMap((field) => [field, `-${field}`]) as [Sort, ...Sort[]]

/** The sort order as SQL: nulls last, ties by newest activity. */
export function order(sort: Sort): Part {
  const down = sort.startsWith('-')
  const column = fields[sort.replace('-', '') as Field]
  return part`${column} ${down ? part`desc` : part`asc`} nulls last, c.last_activity_at desc, c.id desc`
}
