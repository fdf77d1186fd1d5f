import * as lists from '#contract/report-lists.ts'
import type { Output } from '#web/app/api.ts'
import { useOrigins } from '#web/features/origins/use-origins.ts'
import { TablePanel } from '#web/screens/reports/frame/table-panel.tsx'
import { useFormats } from '#web/screens/reports/formats.ts'
import { useReportScope } from '#web/screens/reports/use-report-input.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

type Row = Output<'get_crm_report'>['attribution'][number]

const originOf = ({ source, medium, campaign }: Row) => lists.ofOrigin({ source, medium, campaign })

/** Contacts, leads, deals and revenue by source. */
export function Attribution({ data }: { data: Output<'get_crm_report'> | undefined }) {
  const { crm: words } = useReportWords()
  const origins = useOrigins()
  const { count, percent } = useFormats()
  const scope = useReportScope()
  const wonBy = (row: Row) => lists.closed(['won'], scope, ...originOf(row))
  const createdBy = (list: lists.FilteredList['list']) => (row: Row) => lists.created(list, scope, ...originOf(row))
  return (
    <TablePanel
      title={words.attribution}
      help={words.attributionHelp}
      csv="attribution"
      size="min-h-80"
      rows={data?.attribution}
      keyOf={({ source, medium, campaign }) => `${source}/${medium}/${campaign}`}
      columns={({ text, figure, money }) => [
        {
          key: 'source',
          name: words.origin,
          by: ({ source }) => source && origins.source(source),
          show: ({ source }) => (source ? origins.source(source) : words.noOrigin),
        },
        text('medium', words.medium, ({ medium }) => medium && origins.medium(medium)),
        text('campaign', words.campaign, ({ campaign }) => campaign),
        figure('contacts', words.contacts, words.contactsHelp, (row) => row.contacts, count, createdBy('contacts')),
        figure('leads', words.leads, words.leadsHelp, (row) => row.leads, count, createdBy('leads')),
        figure(
          'deals',
          words.opportunities,
          words.opportunitiesHelp,
          (row) => row.opportunities,
          count,
          createdBy('opportunities'),
        ),
        figure('won', words.won, words.wonHelp, ({ won }) => won, count, wonBy),
        money('revenue', words.revenue, words.revenueHelp, ({ revenue }) => revenue, wonBy),
        figure(
          'lead_to_won',
          words.leadToWon,
          words.leadToWonHelp,
          ({ lead_to_won }) => lead_to_won,
          percent,
          createdBy('leads'),
        ),
      ]}
    />
  )
}
