import type { Activity } from '#contract/records/crm.ts'

export type Change = { field: string; label?: string; from: unknown; to: unknown }

/** Fields that entering a stage changes by itself. */
const brought = new Set(['stage', 'probability', 'status', 'lost_reason', 'actual_close_date'])

/** Changed fields of an activity, with each changed custom attribute on its own. */
export function readChanges({ type, changes }: Pick<Activity, 'type' | 'changes'>): Change[] {
  const entries = Object.entries(changes ?? {}).filter(([field]) => type !== 'stage_change' || !brought.has(field))
  return entries.flatMap(([field, { from, to }]) =>
    field === 'custom_attributes' ? ofAttributes(from, to) : [{ field, from, to }],
  )
}

function ofAttributes(from: unknown, to: unknown): Change[] {
  const before = (from ?? {}) as Record<string, unknown>
  const after = (to ?? {}) as Record<string, unknown>
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return keys
    .filter((key) => before[key] !== after[key])
    .map((key) => ({
      field: `custom_attributes.${key}`,
      label: key,
      from: before[key] ?? null,
      to: after[key] ?? null,
    }))
}
