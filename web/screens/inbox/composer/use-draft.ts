import { useEffect, useEffectEvent, useState } from 'react'
import { useAccount } from '#web/session.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { type Draft, keepDraft, readDraft } from './drafts.ts'

/** What is being written in a conversation: it is still there after leaving and coming back. */
export function useDraft(conversation_id: string) {
  const { id } = useAccount()
  const name = `${id}:${conversation_id}`
  const [draft, setDraft] = useState(() => readDraft(name))
  useDebounced(draft, (settled) => keepDraft(name, settled), 300)

  const leave = useEffectEvent(() => keepDraft(name, draft))
  useEffect(() => {
    const listen = () => leave()
    window.addEventListener('pagehide', listen)
    return () => {
      window.removeEventListener('pagehide', listen)
      listen()
    }
  }, [])
  return { draft, change: (more: Partial<Draft>) => setDraft((now) => ({ ...now, ...more })) }
}
