import type { Lead, Opportunity } from '#contract/records/crm.ts'
import { Problem, reject } from '#kernel/problem.ts'

/** A stage says whether a record is open, won or lost; who gives both may mean two things. */
export function checkOneWay(asked: {
  pipeline?: string | undefined
  stage?: string | undefined
  status?: string | undefined
}): void {
  const isMoved = asked.pipeline !== undefined || asked.stage !== undefined
  if (isMoved && asked.status !== undefined)
    reject('invalid_value', 'Give a stage or a status, not both: the stage decides the status.', 'status')
}

/**
 * Changes one after another, each once, in the order they were named. One that is refused undoes all, so the refusal
 * says which it was: the only place besides the doors where a refusal is caught.
 */
export async function changeEach<R extends Lead | Opportunity>(
  records: readonly R[],
  what: 'lead' | 'opportunity',
  change: (record: R) => Promise<R>,
): Promise<{ items: R[]; updated_count: number }> {
  const items = new Map<string, R>()
  let updated_count = 0
  for (const [i, record] of records.entries()) {
    if (items.has(record.id)) continue
    const after = await change(record).catch((error: unknown) => refuse(error, what, record, i))
    items.set(record.id, after)
    if (after !== record) updated_count++
  }
  return { items: [...items.values()], updated_count }
}

function refuse(error: unknown, what: 'lead' | 'opportunity', { id, name }: Lead | Opportunity, i: number): never {
  if (!(error instanceof Problem)) throw error
  const sentence = `Nothing was changed, because of ${what} ${id} (${name}): ${error.message}`
  return reject(error.code, sentence, `${what}_ids/${i}`)
}
