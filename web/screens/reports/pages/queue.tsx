import type { Output } from '#web/api.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Panel } from '#web/screens/reports/frame/panel.tsx'
import { ConversationLink } from '#web/screens/reports/frame/record-links.tsx'
import { Table } from '#web/screens/reports/frame/table.tsx'
import { useFigures } from '#web/screens/reports/figures.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

type Waiting = Output<'get_conversations_report'>['queue']

/** Who waits for an answer at this moment, the longest first. */
export function Queue({ queue }: { queue: Waiting | undefined }) {
  const words = useReportWords()
  const { conversations: own } = words
  const { count, seconds } = useFigures()
  return (
    <Panel
      title={own.queue}
      help={own.queueHelp}
      summary={queue ? own.queueSummary(count(queue.waiting), count(queue.breached)) : ''}
      csv="queue.items"
      room="min-h-60"
      state={!queue ? 'waiting' : queue.items.length > 0 ? 'there' : 'empty'}
      empty={{ title: own.nobodyWaits, hint: own.nobodyWaitsHint }}
    >
      <Table
        label={own.queue}
        rows={queue?.items ?? []}
        keyOf={({ conversation_id }) => conversation_id}
        columns={[
          {
            key: 'contact',
            name: own.contact,
            by: ({ contact }) => contact.name,
            show: ({ conversation_id, contact }) => <ConversationLink id={conversation_id} name={contact.name} />,
          },
          { key: 'inbox', name: own.inbox, by: ({ inbox }) => inbox.name, show: ({ inbox }) => inbox.name },
          {
            key: 'assignee',
            name: own.assignee,
            by: ({ assignee }) => assignee?.name,
            show: ({ assignee }) => assignee?.name ?? <span className="text-ink-3">{words.nobody}</span>,
          },
          { key: 'priority', name: own.priority, show: ({ priority }) => words.priorities[priority] },
          {
            key: 'waiting',
            name: own.waiting,
            by: ({ waiting_seconds }) => waiting_seconds,
            show: ({ waiting_seconds }) => seconds(waiting_seconds),
            isFigure: true,
          },
          {
            key: 'due',
            name: own.due,
            show: ({ due_at, breached }) =>
              due_at === null ? (
                <span className="text-ink-3">{own.noTarget}</span>
              ) : (
                <Badge tone={breached ? 'bad' : 'good'}>{breached ? own.late : own.inTime}</Badge>
              ),
            isFigure: true,
          },
        ]}
      />
    </Panel>
  )
}
