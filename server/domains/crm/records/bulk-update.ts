import type { Lead, Opportunity } from '#contract/records/crm.ts'
import { Problem, reject } from '#kernel/problem.ts'

/** The stage decides the status, so both together would be ambiguous. */
export function checkStageOrStatus(change: {
  pipeline?: string | undefined
  stage?: string | undefined
  status?: string | undefined
}): void {
  const isMoved = change.pipeline !== undefined || change.stage !== undefined
  if (isMoved && change.status !== undefined)
    reject('invalid_value', 'Give a stage or a status, not both: the stage decides the status.', 'status')
}

/**
 * Updates the records one by one, in the given order and without duplicates. A refusal rolls back all of them, so it
 * is caught here, as nowhere else but in the doors, to name the record.
 */
export async function updateEach<R extends Lead | Opportunity>(
  records: readonly R[],
  type: 'lead' | 'opportunity',
  change: (record: R) => Promise<R>,
): Promise<{ items: R[]; updated_count: number }> {
  const items = new Map<string, R>()
  let updated_count = 0
  for (const [i, record] of records.entries()) {
    if (items.has(record.id)) continue
    const after = await change(record).catch((error: unknown) => rejectRecord(error, type, record, i))
    items.set(record.id, after)
    if (after !== record) updated_count++
  }
  return { items: [...items.values()], updated_count }
}

function rejectRecord(
  error: unknown,
  type: 'lead' | 'opportunity',
  { id, name }: Lead | Opportunity,
  i: number,
): never {
  if (!(error instanceof Problem)) throw error
  const sentence = `No record was changed because of ${type} ${id} (${name}): ${error.message}`
  return reject(error.code, sentence, `${type}_ids/${i}`)
}
