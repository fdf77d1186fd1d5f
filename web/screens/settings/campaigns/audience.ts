import type { Condition } from '#contract/filters.ts'
import type { Audience } from '#contract/records/campaign.ts'
import { isWhole, withoutEmpty } from '#web/features/conditions/operators.ts'

/** An audience as the form shows it: labels and conditions, all of which must match. */
export type AudienceDraft = {
  labels: string[]
  conditions: Condition[]
  /** Set through the API and too complex for the form; kept as is. */
  isAdvanced: boolean
}

export function readAudience({ labels, filter }: Audience): AudienceDraft {
  const [group, ...others] = filter?.any ?? []
  const isAdvanced = others.length > 0
  return { labels, conditions: isAdvanced ? [] : (group?.all ?? []), isAdvanced }
}

/** The audience to save, with the advanced filter of `before`. */
export function asAudience({ labels, conditions, isAdvanced }: AudienceDraft, before?: Audience): Audience {
  if (isAdvanced) return { labels, filter: before?.filter ?? null }
  return { labels, filter: withoutEmpty({ any: [{ all: conditions.filter(isWhole) }] }) }
}

export const isNobody = ({ labels, filter }: Audience) => labels.length === 0 && !filter
