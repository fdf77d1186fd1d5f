import type { Money } from '#contract/records/report.ts'
import type { ReportList } from '#contract/report-lists.ts'
import type { Figure, Format } from '#web/screens/reports/formats.ts'
import { Kpi, KpiGroup } from './kpi.tsx'
import { MoneyKpi } from './money-kpi.tsx'

type KpiSpec<Data, Key> = {
  /** Its name in the words; `${key}Help` is its explanation. */
  key: Key
  better?: 'higher' | 'lower'
  /** The records it counts. */
  list?: ReportList | undefined
} & (
  | {
      value: (data: Data) => Figure
      format: Format
      isRate?: boolean
      isLive?: boolean
      note?: (data: Data) => string
    }
  | { money: (data: Data) => Money }
)

type Props<Data, Key extends string> = {
  label?: string
  words: Record<NoInfer<Key> | `${NoInfer<Key>}Help`, string>
  data: Data | undefined
  previous: Data | undefined
  kpis: readonly KpiSpec<Data, Key>[]
}

/** The main figures of a report, each compared with the previous period. */
export function KpiRow<Data, Key extends string>({ label, words, data, previous, kpis }: Props<Data, Key>) {
  const texts: Record<string, string> = words
  return (
    <KpiGroup {...(label && { label })}>
      {kpis.map((kpi) => {
        const { key, better, list } = kpi
        const shared = { name: texts[key]!, help: texts[`${key}Help`]!, ...(better && { better }), list }
        if ('money' in kpi)
          return (
            <MoneyKpi
              key={key}
              {...shared}
              money={data && kpi.money(data)}
              previous={previous && kpi.money(previous)}
            />
          )
        const { value, format, isRate = false, isLive = false, note } = kpi
        return (
          <Kpi
            key={key}
            {...shared}
            {...{ format, isRate, isLive }}
            value={data && value(data)}
            previous={previous && value(previous)}
            {...(note && { note: data ? note(data) : '' })}
          />
        )
      })}
    </KpiGroup>
  )
}
