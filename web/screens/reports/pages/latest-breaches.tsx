import type { Input } from '#web/app/api.ts'
import { useRead } from '#web/app/query.ts'
import { useTime } from '#web/app/format/time.ts'
import { ConversationLink } from '#web/screens/reports/frame/record-links.tsx'
import { TablePanel } from '#web/screens/reports/frame/table-panel.tsx'
import { useReportWords } from '#web/screens/reports/words.ts'

/** The latest SLA breaches, linked to their conversations. */
export function LatestBreaches({ input }: { input: Input<'list_sla_breaches'> }) {
  const { sla: words, priorities, unassigned } = useReportWords()
  const time = useTime()
  const rows = useRead('list_sla_breaches', { ...input, limit: 10 }, { keepsPrevious: true }).data?.items
  if (rows?.length === 0) return null
  return (
    <TablePanel
      title={words.latest}
      help={words.latestHelp}
      size="min-h-110"
      rows={rows}
      keyOf={({ id }) => id}
      columns={({ text }) => [
        {
          key: 'conversation',
          name: words.one,
          show: ({ conversation_id, contact }) => <ConversationLink id={conversation_id} name={contact.name} />,
        },
        text('kind', words.kind, ({ kind }) => words[kind]),
        text('inbox', words.bys.inbox, ({ inbox }) => inbox.name),
        {
          key: 'agent',
          name: words.bys.agent,
          by: ({ assignee }) => assignee?.name,
          show: ({ assignee }) => assignee?.name ?? <span className="text-ink-3">{unassigned}</span>,
        },
        { key: 'priority', name: words.bys.priority, show: ({ priority }) => priorities[priority] },
        {
          key: 'due',
          name: words.dueAt,
          by: ({ due_at }) => due_at,
          show: ({ due_at }) => time.full(due_at),
          isFigure: true,
        },
      ]}
    />
  )
}
