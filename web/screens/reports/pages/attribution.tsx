import type { Output } from '#web/api.ts'
import { MoneyCell } from '#web/screens/reports/frame/money-cell.tsx'
import { Panel } from '#web/screens/reports/frame/panel.tsx'
import { Table } from '#web/screens/reports/frame/table.tsx'
import { useFigures } from '#web/screens/reports/figures.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

type Report = Output<'get_crm_report'>

/** Where everything came from, and what became of it. */
export function Attribution({ data }: { data: Report | undefined }) {
  const words = useReportWords()
  const { crm: own } = words
  const { count, percent } = useFigures()
  const rows = data?.attribution
  const counted = (key: 'contacts' | 'leads' | 'opportunities' | 'won', help: string) => ({
    key,
    name: own[key],
    help,
    by: (row: Record<typeof key, number>) => row[key],
    show: (row: Record<typeof key, number>) => count(row[key]),
    isFigure: true,
  })
  return (
    <Panel
      title={own.attribution}
      help={own.attributionHelp}
      csv="attribution"
      room="min-h-80"
      state={!rows ? 'waiting' : rows.length > 0 ? 'there' : 'empty'}
    >
      <Table
        label={own.attribution}
        rows={rows ?? []}
        keyOf={({ source, medium, campaign }) => `${source}/${medium}/${campaign}`}
        columns={[
          { key: 'source', name: own.origin, by: ({ source }) => source, show: ({ source }) => source ?? own.noOrigin },
          { key: 'medium', name: own.medium, by: ({ medium }) => medium, show: ({ medium }) => medium },
          { key: 'campaign', name: own.campaign, by: ({ campaign }) => campaign, show: ({ campaign }) => campaign },
          counted('contacts', own.contactsHelp),
          counted('leads', own.leadsHelp),
          counted('opportunities', own.opportunitiesHelp),
          counted('won', own.wonHelp),
          {
            key: 'revenue',
            name: own.revenue,
            help: own.revenueHelp,
            by: ({ revenue }) => revenue.amount,
            show: ({ revenue }) => <MoneyCell of={revenue} />,
            isFigure: true,
          },
          {
            key: 'lead_to_won',
            name: own.leadToWon,
            help: own.leadToWonHelp,
            by: ({ lead_to_won }) => lead_to_won,
            show: ({ lead_to_won }) => percent(lead_to_won),
            isFigure: true,
          },
        ]}
      />
    </Panel>
  )
}
