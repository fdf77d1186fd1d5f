import type { Output } from '#web/api.ts'
import { useTime } from '#web/time.ts'
import { Panel } from '#web/screens/reports/frame/panel.tsx'
import { ConversationLink } from '#web/screens/reports/frame/record-links.tsx'
import { Table } from '#web/screens/reports/frame/table.tsx'
import { NONE, useFigures } from '#web/screens/reports/figures.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

type Props = { name: string; data: Output<'get_agents_report'> | undefined }

/** The conversations behind the figures of one person. */
export function Handled({ name, data }: Props) {
  const { agents: words } = useReportWords()
  const { seconds } = useFigures()
  const time = useTime()
  const rows = data?.conversations
  return (
    <Panel
      title={words.detail(name)}
      help={words.detailHelp}
      csv="conversations"
      room="min-h-60"
      state={!rows ? 'waiting' : rows.length > 0 ? 'there' : 'empty'}
    >
      <Table
        label={words.detail(name)}
        rows={rows ?? []}
        keyOf={({ conversation_id }) => conversation_id}
        columns={[
          {
            key: 'contact',
            name: words.contact,
            by: ({ contact }) => contact.name,
            show: ({ conversation_id, contact }) => <ConversationLink id={conversation_id} name={contact.name} />,
          },
          { key: 'inbox', name: words.inbox, by: ({ inbox }) => inbox.name, show: ({ inbox }) => inbox.name },
          {
            key: 'asked',
            name: words.asked,
            by: ({ asked_at }) => asked_at,
            show: ({ asked_at }) => (asked_at ? time.full(asked_at) : NONE),
          },
          {
            key: 'replied_by',
            name: words.repliedBy,
            by: ({ replied_by }) => replied_by?.name,
            show: ({ replied_by }) => replied_by?.name ?? <span className="text-ink-3">{words.noneYet}</span>,
          },
          {
            key: 'first',
            name: words.firstSeconds,
            by: ({ first_response_seconds }) => first_response_seconds,
            show: ({ first_response_seconds }) => seconds(first_response_seconds),
            isFigure: true,
          },
          {
            key: 'working',
            name: words.workingSeconds,
            by: ({ business_hours_seconds }) => business_hours_seconds,
            show: ({ business_hours_seconds }) => seconds(business_hours_seconds),
            isFigure: true,
          },
          {
            key: 'resolved',
            name: words.isResolved,
            by: ({ resolved }) => Number(resolved),
            show: ({ resolved }) => (resolved ? words.yes : words.no),
            isFigure: true,
          },
        ]}
      />
    </Panel>
  )
}
