import type { Conversation } from '#contract/records/conversation.ts'
import { useRead } from '#web/app/query.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'

/** Says that a channel of the demo has no provider, so that its messages reach nobody. */
export function DemoLine({ conversation: { channel, inbox } }: { conversation: Conversation }) {
  const { composer: words } = useThreadWords()
  const { data } = useRead('list_inboxes', {})
  const isDemo =
    channel !== 'web_widget' && channel !== 'api' && data?.items.find(({ id }) => id === inbox.id)?.connection === null
  return isDemo ? <p className="px-3 pt-1 text-xs text-ink-3">{words.demo}</p> : null
}
