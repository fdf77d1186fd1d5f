import { useState } from 'react'
import { useSession } from '#web/session.ts'
import type { Shown } from './grouping.ts'
import { useThreadWords } from './words.ts'

/** Reads aloud what others say while the thread is open, and nothing of what was said before. */
export function Heard({ messages }: { messages: readonly Shown[] }) {
  const { thread: words } = useThreadWords()
  const { user } = useSession()
  const last = messages.at(-1)
  const [first] = useState(last?.id)
  const isNew = last && last.id !== first && last.author.id !== user.id
  return (
    <div aria-live="polite" className="sr-only">
      {isNew && words.said(last.author.name, last.content ?? words.attachment)}
    </div>
  )
}
