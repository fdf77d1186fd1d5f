import type { Activity } from '#contract/records/crm.ts'

/** What an activity is, in a few words: its own, else those of its type. */
export function whatOf({ body, type }: Pick<Activity, 'body' | 'type'>, types: Record<string, string>): string {
  const [first = ''] = body?.trim().split('\n') ?? []
  return first || (types[type] ?? type)
}
