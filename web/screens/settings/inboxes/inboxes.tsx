import { lazy, Suspense, useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { Inbox } from '#contract/records/inbox.ts'
import { useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { ChannelIcon } from '#web/features/conversations/channel-icon.tsx'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CreateButton } from '#web/ui/create-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { SortList, type Moves } from '#web/ui/sort-list/sort-list.tsx'
import { useReorder } from '#web/ui/sort-list/use-reorder.ts'
import { Spool } from '#web/ui/thread-art.tsx'
import { ConnectionBadge } from './connection/connection-badge.tsx'
import { useInboxWords } from './words.ts'

const CreateInbox = lazy(() => import('./create-inbox.tsx').then(({ CreateInbox }) => ({ default: CreateInbox })))

export function Inboxes() {
  const words = useInboxWords()
  const { data, error, refetch } = useRead('list_inboxes', {})
  const [isCreating, create] = useState<boolean>()
  const reorder = useReorder('list_inboxes', 'reorder_inboxes')
  const button = <CreateButton label={words.create} onCreate={() => create(true)} />
  return (
    <Section narrow title={words.title} hint={words.hint} actions={data?.items.length === 0 ? undefined : button}>
      <Loaded data={data} error={error} onRetry={refetch} failed={words.failed}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState art={<Spool />} title={words.empty} actions={button}>
              {words.emptyHint}
            </EmptyState>
          ) : (
            <SortList label={words.list} items={items} nameOf={({ name }) => name} onReorder={reorder}>
              {(inbox, moves) => <Row inbox={inbox} moves={moves} />}
            </SortList>
          )
        }
      </Loaded>
      {isCreating !== undefined && (
        <Suspense fallback={null}>
          <CreateInbox open={isCreating} onClose={() => create(false)} />
        </Suspense>
      )}
    </Section>
  )
}

function Row({ inbox, moves }: { inbox: Inbox; moves: Moves }) {
  const words = useInboxWords()
  const { id: account_id } = useAccount()
  const { id, name, channel, connection, member_ids, business_hours, ai_agent_enabled } = inbox
  return (
    <>
      <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent-text">
        <ChannelIcon channel={channel} size={18} />
      </span>
      <div className="grid min-w-0 flex-1 items-center gap-x-6 gap-y-1 @2xl:grid-cols-[1fr_1.2fr]">
        <div className="min-w-0">
          <Link
            to="/app/$account_id/settings/inboxes/$inbox_id"
            params={{ account_id, inbox_id: id }}
            className="block max-w-full truncate text-base font-medium after:absolute after:inset-0"
          >
            {name}
          </Link>
          <div className="truncate text-sm text-ink-3">{words.channels[channel]}</div>
        </div>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-3">
          {channel !== 'web_widget' && channel !== 'api' && <ConnectionBadge connection={connection} />}
          {member_ids.length > 0 ? (
            <span>{words.members(member_ids.length)}</span>
          ) : (
            <Badge tone="warn">{words.noMembers}</Badge>
          )}
          <Badge>{business_hours ? words.withHours : words.alwaysOpen}</Badge>
          {ai_agent_enabled && <Badge tone="accent">{words.ai}</Badge>}
        </div>
      </div>
      {(moves.up || moves.down) && <RowMenu name={name} moves={moves} />}
    </>
  )
}
