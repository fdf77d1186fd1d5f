import type { InboxConnection } from '#contract/records/inbox.ts'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { Badge } from '#web/ui/badge.tsx'

/** The state of a channel's connection; without one it is a demo. */
export function ConnectionBadge({ connection }: { connection: InboxConnection | null }) {
  const { connection: words } = useInboxWords()
  if (!connection) return <Badge>{words.demo}</Badge>
  const tone = connection.state === 'connected' ? 'good' : 'bad'
  return <Badge tone={tone}>{words.states[connection.state]}</Badge>
}
