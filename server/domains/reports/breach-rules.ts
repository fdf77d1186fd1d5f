import { sla_kinds, type SlaKind } from '#contract/records/quality.ts'
import { total } from '#domains/reports/rules.ts'

/** How many of a kind there were at one place: an inbox, an agent or none, a team or none, a priority, a day. */
export type Group = {
  by: 'inbox' | 'agent' | 'team' | 'priority' | 'day'
  key: string | null
  kind: SlaKind
  count: number
}

export type Sums = { total: number } & Record<SlaKind, number>

export function sumsOf(groups: readonly Group[]): Sums {
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

/** The sums at each of these places, also where there was nothing. */
export function at<K extends string>(
  groups: readonly Group[],
  by: Group['by'],
  keys: readonly K[],
): ({ key: K } & Sums)[] {
  const own = Map.groupBy(
    groups.filter((each) => each.by === by),
    ({ key }) => key,
  )
  return keys.map((key) => ({ key, ...sumsOf(own.get(key) ?? []) }))
}

type Named = { id: string; name: string }

/** The sums of each of these where there was something, most first; what nobody has comes last. */
export function atNamed(groups: readonly Group[], by: Group['by'], known: readonly Named[], nobody: string) {
  const own = Map.groupBy(
    groups.filter((each) => each.by === by),
    ({ key }) => key,
  )
  const rows = [...own].map(([key, each]) => {
    const found = known.find(({ id }) => id === key)
    return { who: found ? { id: found.id, name: found.name } : null, name: found?.name ?? nobody, ...sumsOf(each) }
  })
  return rows.sort(
    (a, b) => Number(a.who === null) - Number(b.who === null) || b.total - a.total || a.name.localeCompare(b.name),
  )
}
