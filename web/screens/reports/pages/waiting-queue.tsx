import * as lists from '#contract/report-lists.ts'
import type { Output } from '#web/app/api.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ConversationLink, RecordsLink } from '#web/screens/reports/frame/record-links.tsx'
import { TablePanel } from '#web/screens/reports/frame/table-panel.tsx'
import { useFormats } from '#web/screens/reports/formats.ts'
import { useReportScope } from '#web/screens/reports/use-report-input.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

/** Customers waiting for a reply right now, longest wait first. */
export function WaitingQueue({ queue }: { queue: Output<'get_conversations_report'>['queue'] | undefined }) {
  const { conversations: words, priorities, unassigned } = useReportWords()
  const { count, seconds } = useFormats()
  const scope = useReportScope()
  return (
    <TablePanel
      title={words.queue}
      help={words.queueHelp}
      summary={
        queue ? (
          <>
            <RecordsLink list={lists.waiting(scope)} count={queue.waiting}>
              {words.queueWaiting(count(queue.waiting))}
            </RecordsLink>
            {' · '}
            <RecordsLink list={lists.waiting(scope, lists.is_late)} count={queue.breached}>
              {words.queueLate(count(queue.breached))}
            </RecordsLink>
          </>
        ) : (
          ''
        )
      }
      csv="queue.items"
      empty={{ title: words.nobodyWaits, hint: words.nobodyWaitsHint }}
      rows={queue?.items}
      keyOf={({ conversation_id }) => conversation_id}
      columns={({ text, figure }) => [
        {
          key: 'contact',
          name: words.contact,
          by: ({ contact }) => contact.name,
          show: ({ conversation_id, contact }) => <ConversationLink id={conversation_id} name={contact.name} />,
        },
        text('inbox', words.inbox, ({ inbox }) => inbox.name),
        {
          key: 'assignee',
          name: words.assignee,
          by: ({ assignee }) => assignee?.name,
          show: ({ assignee }) => assignee?.name ?? <span className="text-ink-3">{unassigned}</span>,
        },
        { key: 'priority', name: words.priority, show: ({ priority }) => priorities[priority] },
        figure('waiting', words.waiting, undefined, ({ waiting_seconds }) => waiting_seconds, seconds),
        {
          key: 'due',
          name: words.due,
          show: ({ due_at, breached }) =>
            due_at === null ? (
              <span className="text-ink-3">{words.noTarget}</span>
            ) : (
              <Badge tone={breached ? 'bad' : 'good'}>{breached ? words.late : words.inTime}</Badge>
            ),
          isFigure: true,
        },
      ]}
    />
  )
}
