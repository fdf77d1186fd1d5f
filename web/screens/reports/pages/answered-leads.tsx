import type { Output } from '#web/app/api.ts'
import { useTime } from '#web/app/format/time.ts'
import { useOrigins } from '#web/features/origins/use-origins.ts'
import { LeadLink } from '#web/screens/reports/frame/record-links.tsx'
import { TablePanel } from '#web/screens/reports/frame/table-panel.tsx'
import { NONE, useFormats } from '#web/screens/reports/formats.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

/** Every lead of the report, newest first. */
export function AnsweredLeads({ leads }: { leads: Output<'analyze_lead_response_times'>['leads'] | undefined }) {
  const { leads: words, leadStatuses, person, unassigned } = useReportWords()
  const { seconds } = useFormats()
  const time = useTime()
  const origins = useOrigins()
  return (
    <TablePanel
      title={words.list}
      help={words.listHelp}
      csv="leads"
      size="min-h-80"
      rows={leads}
      keyOf={({ id }) => id}
      columns={() => [
        {
          key: 'name',
          name: words.lead,
          by: ({ name }) => name,
          show: ({ id, name }) => <LeadLink id={id} name={name} />,
        },
        {
          key: 'created',
          name: words.created,
          by: ({ created_at }) => created_at,
          show: ({ created_at }) => <span className="whitespace-nowrap">{time.full(created_at)}</span>,
        },
        { key: 'status', name: words.status, by: ({ status }) => status, show: ({ status }) => leadStatuses[status] },
        {
          key: 'source',
          name: words.source,
          by: ({ source }) => source && origins.source(source),
          show: ({ source }) => (source ? origins.source(source) : NONE),
        },
        {
          key: 'agent',
          name: person,
          by: ({ agent }) => agent?.name,
          show: ({ agent }) => agent?.name ?? <span className="text-ink-3">{unassigned}</span>,
        },
        {
          key: 'response_time',
          name: words.responseTime,
          by: (lead) => lead.seconds,
          show: (lead) =>
            lead.seconds === null ? (
              <span className="text-ink-3">{lead.no_conversation ? words.noConversation : words.notYet}</span>
            ) : (
              seconds(lead.seconds)
            ),
          isFigure: true,
        },
        {
          key: 'replied_by',
          name: words.repliedBy,
          by: ({ replied_by }) => replied_by?.name,
          show: ({ replied_by }) => replied_by?.name ?? NONE,
        },
        {
          key: 'customer_replied',
          name: words.customerReplied,
          by: ({ customer_replied_after }) => Number(customer_replied_after),
          show: ({ customer_replied_after }) => (customer_replied_after ? words.yes : words.no),
          isFigure: true,
        },
      ]}
    />
  )
}
