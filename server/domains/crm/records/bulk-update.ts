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
 * is caught here, as nowhere else but in the doors, to name the record. Missing fields are listed for all records.
 */
export async function updateEach<R extends Lead | Opportunity>(
  records: readonly R[],
  type: 'lead' | 'opportunity',
  change: (record: R) => Promise<R>,
): Promise<{ items: R[]; updated_count: number }> {
  const items = new Map<string, R>()
  const refused: Refusal[] = []
  let updated_count = 0
  for (const [i, record] of records.entries()) {
    if (items.has(record.id)) continue
    const after = await change(record).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
      refused.push({ problem: error, record, field: `${type}_ids/${i}` })
      if (!isIncomplete(error)) rejectRecords(type, refused.slice(-1))
      return record
    })
    items.set(record.id, after)
    if (after !== record) updated_count++
  }
  if (refused.length > 0) rejectRecords(type, refused)
  return { items: [...items.values()], updated_count }
}

type Refusal = { problem: Problem; record: Lead | Opportunity; field: string }

/** Whether the stage requires fields that the record lacks. The transaction can go on: no statement has failed. */
const isIncomplete = ({ code, extra }: Problem) => code === 'missing_field' && (extra.errors ?? []).length > 0

const MAX_NAMED = 10

/** Lists each record with its invalid fields. */
function rejectRecords(type: 'lead' | 'opportunity', refused: readonly Refusal[]): never {
  const sentences = refused
    .slice(0, MAX_NAMED)
    .map(({ problem, record: { id, name } }) => `${type} ${id} (${name}): ${problem.message}`)
  const more = refused.length > MAX_NAMED ? ` ${refused.length - MAX_NAMED} more lack fields too.` : ''
  const errors = refused.flatMap(({ problem, field }) => {
    const { code, message: detail, extra } = problem
    const missing = isIncomplete(problem) ? extra.errors! : []
    return [{ field, code, detail }, ...missing.map((each) => ({ ...each, field: `${field}/${each.field}` }))]
  })
  const sentence = `No record was changed because of ${sentences.join(' ')}${more}`
  return reject(refused[0]!.problem.code, sentence, undefined, { errors })
}
