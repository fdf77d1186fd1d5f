import type { Output } from '#web/api.ts'
import { useTime } from '#web/time.ts'
import { Panel } from '#web/screens/reports/frame/panel.tsx'
import { LeadLink } from '#web/screens/reports/frame/record-links.tsx'
import { Table } from '#web/screens/reports/frame/table.tsx'
import { NONE, useFigures } from '#web/screens/reports/figures.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

/** The leads one by one, the newest first. */
export function AnsweredLeads({ leads }: { leads: Output<'analyze_lead_response_times'>['leads'] | undefined }) {
  const words = useReportWords()
  const { leads: own } = words
  const { seconds } = useFigures()
  const time = useTime()
  return (
    <Panel
      title={own.list}
      help={own.listHelp}
      csv="leads"
      room="min-h-80"
      state={!leads ? 'waiting' : leads.length > 0 ? 'there' : 'empty'}
    >
      <Table
        label={own.list}
        rows={leads ?? []}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'name',
            name: own.lead,
            by: ({ name }) => name,
            show: ({ id, name }) => <LeadLink id={id} name={name} />,
          },
          {
            key: 'created',
            name: own.created,
            by: ({ created_at }) => created_at,
            show: ({ created_at }) => <span className="whitespace-nowrap">{time.full(created_at)}</span>,
          },
          {
            key: 'status',
            name: own.status,
            by: ({ status }) => status,
            show: ({ status }) => words.leadStatuses[status],
          },
          { key: 'source', name: own.source, by: ({ source }) => source, show: ({ source }) => source ?? NONE },
          {
            key: 'agent',
            name: words.person,
            by: ({ agent }) => agent?.name,
            show: ({ agent }) => agent?.name ?? <span className="text-ink-3">{words.nobody}</span>,
          },
          {
            key: 'took',
            name: own.took,
            by: (lead) => lead.seconds,
            show: (lead) =>
              lead.seconds === null ? (
                <span className="text-ink-3">{lead.no_conversation ? own.noTalk : own.notYet}</span>
              ) : (
                seconds(lead.seconds)
              ),
            isFigure: true,
          },
          {
            key: 'replied_by',
            name: own.repliedBy,
            by: ({ replied_by }) => replied_by?.name,
            show: ({ replied_by }) => replied_by?.name ?? NONE,
          },
          {
            key: 'back',
            name: own.wroteBack,
            by: ({ customer_replied_after }) => Number(customer_replied_after),
            show: ({ customer_replied_after }) => (customer_replied_after ? own.yes : own.no),
            isFigure: true,
          },
        ]}
      />
    </Panel>
  )
}
