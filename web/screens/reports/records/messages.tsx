import { unmarked } from '#contract/channels.ts'
import { usePages } from '#web/app/query.ts'
import { useTime } from '#web/app/format/time.ts'
import { ConversationLink } from '#web/screens/reports/frame/record-links.tsx'
import { useReportWords } from '#web/screens/reports/words.ts'
import { RecordTable } from './record-table.tsx'
import { useRecordInput } from './use-record-input.ts'

/** The messages a figure counts. */
export function Messages() {
  const { records: words, person } = useReportWords()
  const time = useTime()
  const list = usePages('list_messages', useRecordInput('messages'))
  return (
    <RecordTable
      kind="messages"
      list={list}
      columns={[
        {
          key: 'contact',
          name: words.conversation,
          show: ({ conversation_id, contact }) => <ConversationLink id={conversation_id} name={contact.name} />,
        },
        {
          key: 'content',
          name: words.message,
          isProse: true,
          show: ({ content, deleted, attachments, channel, ...message }) =>
            content ? (
              <span className="line-clamp-2 min-w-48 text-pretty wrap-anywhere">
                {unmarked(content.slice(0, 300), message, channel)}
              </span>
            ) : (
              <span className="text-ink-3">
                {deleted ? words.deleted : attachments.map(({ file_name }) => file_name).join(', ') || words.noText}
              </span>
            ),
        },
        { key: 'author', name: person, show: ({ author }) => author.name },
        { key: 'inbox', name: words.inbox, show: ({ inbox }) => inbox.name },
        { key: 'at', name: words.at, show: ({ created_at }) => time.full(created_at), isFigure: true },
      ]}
    />
  )
}
