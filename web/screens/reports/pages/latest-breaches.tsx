import { useRead } from '#web/query.ts'
import { useTime } from '#web/time.ts'
import type { Input } from '#web/api.ts'
import { Panel } from '#web/screens/reports/frame/panel.tsx'
import { ConversationLink } from '#web/screens/reports/frame/record-links.tsx'
import { Table } from '#web/screens/reports/frame/table.tsx'
import { useReportWords } from '#web/screens/reports/words.ts'

/** The latest promises that were not kept, with the way to each. */
export function LatestBreaches({ input }: { input: Input<'list_sla_breaches'> }) {
  const words = useReportWords()
  const { sla: own } = words
  const time = useTime()
  const rows = useRead('list_sla_breaches', { ...input, limit: 10 }, { keepsPrevious: true }).data?.items
  if (rows?.length === 0) return null
  return (
    <Panel title={own.latest} help={own.latestHelp} room="min-h-110" state={rows ? 'there' : 'waiting'}>
      <Table
        label={own.latest}
        rows={rows ?? []}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'conversation',
            name: own.one,
            show: ({ conversation_id }) => (
              <ConversationLink id={conversation_id} name={own.conversation(conversation_id)} />
            ),
          },
          { key: 'kind', name: own.kind, by: ({ kind }) => own[kind], show: ({ kind }) => own[kind] },
          { key: 'inbox', name: own.bys.inbox, by: ({ inbox }) => inbox.name, show: ({ inbox }) => inbox.name },
          {
            key: 'agent',
            name: own.bys.agent,
            by: ({ assignee }) => assignee?.name,
            show: ({ assignee }) => assignee?.name ?? <span className="text-ink-3">{words.nobody}</span>,
          },
          { key: 'priority', name: own.bys.priority, show: ({ priority }) => words.priorities[priority] },
          {
            key: 'due',
            name: own.dueAt,
            by: ({ due_at }) => due_at,
            show: ({ due_at }) => time.full(due_at),
            isFigure: true,
          },
        ]}
      />
    </Panel>
  )
}
