import { useEffect, useEffectEvent, useState } from 'react'
import { useAccount } from '#web/app/session.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { type Draft, saveDraft, readDraft } from './drafts.ts'

/** The draft of a conversation. It survives leaving and coming back. */
export function useDraft(conversation_id: string) {
  const { id } = useAccount()
  const name = `${id}:${conversation_id}`
  const [draft, setDraft] = useState(() => readDraft(name))
  useDebounced(draft, (settled) => saveDraft(name, settled), 300)

  const leave = useEffectEvent(() => saveDraft(name, draft))
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
