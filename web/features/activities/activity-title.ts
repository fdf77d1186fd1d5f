import type { Activity } from '#contract/records/crm.ts'

/** The first line of an activity's text, else the name of its type. */
export function activityTitle({ body, type }: Pick<Activity, 'body' | 'type'>, types: Record<string, string>): string {
  const [first = ''] = body?.trim().split('\n') ?? []
  return first || (types[type] ?? type)
}
