import { lazy, Suspense, useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { Inbox } from '#contract/records/inbox.ts'
import { CreateButton } from '#web/parts/create-button.tsx'
import { RowMenu } from '#web/parts/row-menu.tsx'
import { SortList, type Moves } from '#web/parts/sorting/sort-list.tsx'
import { useArrange } from '#web/parts/sorting/use-arrange.ts'
import { useRead } from '#web/query.ts'
import { useAccount } from '#web/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spool } from '#web/ui/thread-art.tsx'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { ChannelIcon } from './channel-icon.tsx'
import { useInboxWords } from './words.ts'

const CreateInbox = lazy(() => import('./create-inbox.tsx').then(({ CreateInbox }) => ({ default: CreateInbox })))

/** The channels customers write by. */
export function Inboxes() {
  const words = useInboxWords()
  const { data, error, refetch } = useRead('list_inboxes', {})
  const [isCreating, create] = useState<boolean>()
  const arrange = useArrange('list_inboxes', 'reorder_inboxes')
  const button = <CreateButton label={words.create} onCreate={() => create(true)} />
  return (
    <Section narrow title={words.title} hint={words.hint} actions={button}>
      <Loaded data={data} error={error} onRetry={refetch} failed={words.failed}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState art={<Spool />} title={words.empty}>
              {words.emptyHint}
            </EmptyState>
          ) : (
            <SortList label={words.list} items={items} nameOf={({ name }) => name} onArrange={arrange}>
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
  const { id, name, channel, member_ids, business_hours, ai_agent_enabled } = inbox
  return (
    <>
      <ChannelIcon channel={channel} />
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
