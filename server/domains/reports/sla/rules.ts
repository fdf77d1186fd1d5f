import { sla_kinds, type SlaKind } from '#contract/records/quality.ts'
import { total } from '#domains/reports/rules.ts'

/** Breaches of one kind for one inbox, agent, team, priority or day; key null means no agent or team. */
export type BreachGroup = {
  by: 'inbox' | 'agent' | 'team' | 'priority' | 'day'
  key: string | null
  kind: SlaKind
  count: number
}

export type Sums = { total: number } & Record<SlaKind, number>

export function toSums(groups: readonly BreachGroup[]): Sums {
  const of = (kind: SlaKind) =>
    total(
      groups.filter((each) => each.kind === kind),
      'count',
    )
  return {
    total: total(groups, 'count'),
    ...(Object.fromEntries(sla_kinds.map((kind) => [kind, of(kind)])) as Record<SlaKind, number>),
  }
}

/** Sums for each of these keys, including zeros. */
export function sumsByKey<K extends string>(
  groups: readonly BreachGroup[],
  by: BreachGroup['by'],
  keys: readonly K[],
): ({ key: K } & Sums)[] {
  const own = Map.groupBy(
    groups.filter((each) => each.by === by),
    ({ key }) => key,
  )
  return keys.map((key) => ({ key, ...toSums(own.get(key) ?? []) }))
}

type NamedRecord = { id: string; name: string }

/** Sums for each record with breaches, most first, then by name and id; those without an agent or team last. */
export function sumsByName(
  groups: readonly BreachGroup[],
  by: BreachGroup['by'],
  known: readonly NamedRecord[],
  none: string,
) {
  const own = Map.groupBy(
    groups.filter((each) => each.by === by),
    ({ key }) => key,
  )
  const rows = [...own].map(([key, each]) => {
    const found = known.find(({ id }) => id === key)
    return { record: found ? { id: found.id, name: found.name } : null, name: found?.name ?? none, ...toSums(each) }
  })
  return rows.sort(
    (a, b) =>
      Number(a.record === null) - Number(b.record === null) ||
      b.total - a.total ||
      a.name.localeCompare(b.name) ||
      Number(a.record?.id) - Number(b.record?.id),
  )
}
