import { useState } from 'react'
import type { InboxEvent } from '#contract/records/channel.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import { useTime } from '#web/app/format/time.ts'
import { useAct, usePages } from '#web/app/query.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { RotateCw } from '#web/ui/icons.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Requests of the provider in the last 30 days, newest first. */
export function EventsTab({ inbox }: { inbox: Inbox }) {
  const { events: words } = useInboxWords()
  const list = usePages('list_inbox_events', { inbox_id: inbox.id })
  return (
    <div className="max-w-3xl">
      <Panel title={words.title} hint={words.hint}>
        <Loaded data={list.items} error={list.error} onRetry={list.refetch} failed={words.failed}>
          {(items) =>
            items.length === 0 ? (
              <p className="text-sm text-ink-2">{words.empty}</p>
            ) : (
              <>
                <ul className="divide-y divide-line">
                  {items.map((event) => (
                    <Row key={event.id} inbox_id={inbox.id} event={event} />
                  ))}
                </ul>
                {list.hasNextPage && <LoadMore list={list} />}
              </>
            )
          }
        </Loaded>
      </Panel>
    </div>
  )
}

function Row({ inbox_id, event }: { inbox_id: string; event: InboxEvent }) {
  const { events: words } = useInboxWords()
  const time = useTime()
  const [isOpen, open] = useState(false)
  const replay = useAct('replay_inbox_event', {
    invalidates: ['list_inbox_events'],
    onSuccess: () => toast.good(words.replayed),
  })
  const { id, received_at, outcome, reason, kinds, raw } = event
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={tones[outcome ?? 'waiting']}>{words.outcomes[outcome ?? 'waiting']}</Badge>
        <time dateTime={received_at} className="text-sm">
          {time.full(received_at)}
        </time>
        <span className="min-w-0 text-sm wrap-anywhere text-ink-3">{kinds.join(', ')}</span>
        <span className="ml-auto flex gap-1">
          <Button size="sm" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
            {isOpen ? words.hide : words.show}
          </Button>
          <Button
            size="sm"
            busy={replay.isPending}
            icon={<RotateCw size={14} aria-hidden />}
            onClick={() => replay.mutate({ inbox_id, event_id: id })}
          >
            {words.replay}
          </Button>
        </span>
      </div>
      {reason && <p className="mt-1 text-sm wrap-anywhere text-ink-2">{reason}</p>}
      {isOpen && (
        <div className="mt-2">
          <CodeBlock label={words.raw} code={raw} />
        </div>
      )}
    </li>
  )
}

const tones = { processed: 'good', ignored: 'plain', failed: 'bad', waiting: 'warn' } as const
