import { Monitor, Smartphone } from '#web/ui/icons.ts'
import type { Output } from '#web/app/api.ts'
import { useTime } from '#web/app/format/time.ts'
import { useAct, useRead } from '#web/app/query.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { deviceOf } from './device.ts'
import { useSessionWords } from './words.ts'

type OpenSession = Output<'list_sessions'>['items'][number]

/** The person's sessions, with this browser first. */
export function Sessions() {
  const words = useSessionWords()
  const { data, error, refetch } = useRead('list_sessions', {})
  const revokeOthers = useAct('revoke_other_sessions', {
    invalidates: ['list_sessions'],
    onSuccess: () => toast.good(words.othersRevoked),
  })
  const others = data && data.items.length > 1 && (
    <Button look="outline" busy={revokeOthers.isPending} onClick={() => revokeOthers.mutate({})}>
      {words.revokeOthers}
    </Button>
  )
  return (
    <Panel title={words.title} hint={words.hint} aside={others}>
      <Loaded data={data} error={error} onRetry={refetch} failed={words.failed} rows={2}>
        {({ items }) => (
          <ul className="divide-y divide-line">
            {[...items]
              .sort((a, b) => Number(b.current) - Number(a.current))
              .map((session) => (
                <Row key={session.id} session={session} />
              ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  )
}

function Row({ session }: { session: OpenSession }) {
  const words = useSessionWords()
  const time = useTime()
  const revoke = useAct('revoke_session', {
    invalidates: ['list_sessions'],
    onSuccess: () => toast.good(words.revoked),
  })
  const device = deviceOf(session.user_agent)
  const name = device?.name ?? words.unknown
  const Icon = device?.isPhone ? Smartphone : Monitor
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Icon size={19} strokeWidth={1.8} aria-hidden className="shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm font-medium">
          {name}
          {session.current && <Badge tone="accent">{words.current}</Badge>}
        </div>
        <div className="text-xs text-ink-3" title={words.since(time.full(session.created_at))}>
          {[session.ip, words.seen(time.ago(session.last_seen_at))].filter(Boolean).join(' · ')}
        </div>
      </div>
      {!session.current && (
        <Button
          size="sm"
          look="outline"
          aria-label={words.revokeLabel(name)}
          busy={revoke.isPending}
          onClick={() => revoke.mutate({ session_id: session.id })}
        >
          {words.revoke}
        </Button>
      )}
    </li>
  )
}
