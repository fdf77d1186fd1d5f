import type { Output } from '#web/app/api.ts'
import { useTime } from '#web/app/format/time.ts'
import { ConversationLink } from '#web/screens/reports/frame/record-links.tsx'
import { TablePanel } from '#web/screens/reports/frame/table-panel.tsx'
import { NONE, useFormats } from '#web/screens/reports/formats.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

type Props = { name: string; data: Output<'get_agents_report'> | undefined }

/** The conversations behind the figures of one agent. */
export function AgentConversations({ name, data }: Props) {
  const { agents: words } = useReportWords()
  const { seconds } = useFormats()
  const time = useTime()
  return (
    <TablePanel
      title={words.detail(name)}
      help={words.detailHelp}
      csv="conversations"
      rows={data?.conversations ?? undefined}
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
          key: 'first_message',
          name: words.firstMessage,
          by: ({ asked_at }) => asked_at,
          show: ({ asked_at }) => (asked_at ? time.full(asked_at) : NONE),
        },
        {
          key: 'replied_by',
          name: words.repliedBy,
          by: ({ replied_by }) => replied_by?.name,
          show: ({ replied_by }) => replied_by?.name ?? <span className="text-ink-3">{words.noneYet}</span>,
        },
        figure('first', words.firstSeconds, undefined, (row) => row.first_response_seconds, seconds),
        figure('working', words.workingSeconds, undefined, (row) => row.business_hours_seconds, seconds),
        {
          key: 'resolved',
          name: words.isResolved,
          by: ({ resolved }) => Number(resolved),
          show: ({ resolved }) => (resolved ? words.yes : words.no),
          isFigure: true,
        },
      ]}
    />
  )
}
