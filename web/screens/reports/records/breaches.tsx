import { usePages } from '#web/app/query.ts'
import { useTime } from '#web/app/format/time.ts'
import { ConversationLink } from '#web/screens/reports/frame/record-links.tsx'
import { useReportWords } from '#web/screens/reports/words.ts'
import { RecordTable } from './record-table.tsx'
import { useRecordInput } from './use-record-input.ts'

/** The SLA breaches a figure counts. */
export function Breaches() {
  const { sla: words, records, priorities, unassigned } = useReportWords()
  const time = useTime()
  const list = usePages('list_sla_breaches', useRecordInput('sla_breaches'))
  return (
    <RecordTable
      kind="sla_breaches"
      list={list}
      columns={[
        {
          key: 'conversation',
          name: words.one,
          show: ({ conversation_id, contact }) => <ConversationLink id={conversation_id} name={contact.name} />,
        },
        { key: 'kind', name: words.kind, show: ({ kind }) => words[kind] },
        { key: 'inbox', name: words.bys.inbox, show: ({ inbox }) => inbox.name },
        { key: 'agent', name: words.bys.agent, show: ({ assignee }) => assignee?.name ?? unassigned },
        { key: 'team', name: words.bys.team, show: ({ team }) => team?.name ?? words.noTeam },
        { key: 'priority', name: words.bys.priority, show: ({ priority }) => priorities[priority] },
        { key: 'at', name: records.missedAt, show: ({ breached_at }) => time.full(breached_at), isFigure: true },
      ]}
    />
  )
}
