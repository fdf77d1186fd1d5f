import { usePages } from '#web/app/query.ts'
import { useTime } from '#web/app/format/time.ts'
import { ConversationLink } from '#web/screens/reports/frame/record-links.tsx'
import { useReportWords } from '#web/screens/reports/words.ts'
import { RecordTable } from './record-table.tsx'
import { useRecordInput } from './use-record-input.ts'

/** The assigned conversations a figure counts, once per person. */
export function Assignments() {
  const { records: words, agents, person } = useReportWords()
  const time = useTime()
  const list = usePages('list_assignments', useRecordInput('assignments'))
  return (
    <RecordTable
      kind="assignments"
      list={list}
      columns={[
        {
          key: 'contact',
          name: words.conversation,
          show: ({ conversation_id, contact }) => <ConversationLink id={conversation_id} name={contact.name} />,
        },
        { key: 'agent', name: person, show: ({ agent }) => agent.name },
        { key: 'inbox', name: words.inbox, show: ({ inbox }) => inbox.name },
        {
          key: 'resolved',
          name: agents.isResolved,
          show: ({ resolved }) => (resolved ? agents.yes : agents.no),
        },
        { key: 'at', name: words.assignedAt, show: ({ assigned_at }) => time.full(assigned_at), isFigure: true },
      ]}
    />
  )
}
