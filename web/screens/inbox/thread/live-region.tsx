import { useState } from 'react'
import { useSession } from '#web/app/session.ts'
import type { ThreadMessage } from './group-messages.ts'
import { useThreadWords } from './words.ts'

/** Announces messages of others that arrive while the thread is open. */
export function LiveRegion({ messages }: { messages: readonly ThreadMessage[] }) {
  const { thread: words } = useThreadWords()
  const { user } = useSession()
  const last = messages.at(-1)
  const [first] = useState(last?.id)
  const isNew = last && last.id !== first && last.author.id !== user.id
  return (
    <div aria-live="polite" className="sr-only">
      {isNew && words.announcement(last.author.name, last.content ?? words.attachment)}
    </div>
  )
}
