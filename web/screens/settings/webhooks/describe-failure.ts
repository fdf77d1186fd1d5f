import { DISABLED_BEFORE, statusOfError } from '#contract/webhook-errors.ts'
import type { DeliveryWords } from './words.es.ts'

/** The stored error of a webhook in the person's language; errors of the network stay as they came. */
export function describeFailure(error: string | null, words: Pick<DeliveryWords, 'answered' | 'disabledBefore'>) {
  if (error === DISABLED_BEFORE) return words.disabledBefore
  const status = statusOfError(error)
  return status === undefined ? error : words.answered(status)
}
