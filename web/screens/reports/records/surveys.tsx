import { usePages } from '#web/app/query.ts'
import { useTime } from '#web/app/format/time.ts'
import { ConversationLink } from '#web/screens/reports/frame/record-links.tsx'
import { useReportWords } from '#web/screens/reports/words.ts'
import { RecordTable } from './record-table.tsx'
import { useRecordInput } from './use-record-input.ts'

/** The satisfaction surveys a figure counts. */
export function Surveys() {
  const { satisfaction: words, records, person, unassigned } = useReportWords()
  const time = useTime()
  const list = usePages('list_csat_responses', useRecordInput('csat_responses'))
  return (
    <RecordTable
      kind="csat_responses"
      list={list}
      columns={[
        {
          key: 'contact',
          name: records.conversation,
          show: ({ conversation_id, contact }) => <ConversationLink id={conversation_id} name={contact.name} />,
        },
        {
          key: 'rating',
          name: words.average,
          show: ({ rating }) =>
            rating === null ? <span className="text-ink-3">{records.unanswered}</span> : words.stars(rating),
        },
        {
          key: 'comment',
          name: words.comments,
          isProse: true,
          show: ({ comment }) => <span className="line-clamp-2 min-w-40 text-pretty wrap-anywhere">{comment}</span>,
        },
        { key: 'agent', name: person, show: ({ assignee }) => assignee?.name ?? unassigned },
        { key: 'inbox', name: records.inbox, show: ({ inbox }) => inbox.name },
        { key: 'at', name: records.sentAt, show: ({ sent_at }) => time.full(sent_at), isFigure: true },
      ]}
    />
  )
}
