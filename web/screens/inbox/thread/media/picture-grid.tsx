import type { ReactNode } from 'react'
import type { ThreadMessage } from '#web/screens/inbox/thread/group-messages.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { gridClass, Picture } from './pictures.tsx'

type Props = {
  messages: readonly ThreadMessage[]
  /** The buttons of a message, which lie over its picture. */
  actions: (message: ThreadMessage) => ReactNode
  /** Facts about a message, below it. */
  below: (message: ThreadMessage) => ReactNode
}

/** Messages of one picture each, side by side. */
export function PictureGrid({ messages, actions, below }: Props) {
  const { thread: words } = useThreadWords()
  return (
    <ul aria-label={words.pictures(messages.length)} className={gridClass(messages.length)}>
      {messages.map((message) => (
        <li key={message.id} data-message={message.id} className="flex min-w-0 flex-col gap-0.5">
          <div className="group/message relative aspect-square overflow-hidden rounded-lg bg-press">
            <Picture file={message.attachments[0]!} />
            <div className="absolute top-1 right-1 flex gap-0.5 [&_button]:bg-surface">{actions(message)}</div>
          </div>
          {below(message)}
        </li>
      ))}
    </ul>
  )
}
