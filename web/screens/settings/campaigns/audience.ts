import type { Condition } from '#contract/filters.ts'
import type { Audience } from '#contract/records/campaign.ts'
import { isWhole, written } from '#web/parts/conditions/operators.ts'

/** An audience as the form shows it: labels, and conditions that must all hold. */
export type AudienceDraft = {
  labels: string[]
  conditions: Condition[]
  /** Made by a program, and more than the form can show: kept as it is. */
  isAdvanced: boolean
}

export function readAudience({ labels, filter }: Audience): AudienceDraft {
  const [group, ...others] = filter?.any ?? []
  const isAdvanced = others.length > 0
  return { labels, conditions: isAdvanced ? [] : (group?.all ?? []), isAdvanced }
}

/** The audience to be saved. `before` is what an advanced filter is kept from. */
export function asAudience({ labels, conditions, isAdvanced }: AudienceDraft, before?: Audience): Audience {
  if (isAdvanced) return { labels, filter: before?.filter ?? null }
  return { labels, filter: written({ any: [{ all: conditions.filter(isWhole) }] }) }
}

export const isNobody = ({ labels, filter }: Audience) => labels.length === 0 && !filter
