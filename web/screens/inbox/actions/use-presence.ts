import { useEffect, useEffectEvent, useRef } from 'react'
import type { Conversation } from '#contract/records/conversation.ts'
import { call } from '#web/api.ts'
import { useAct } from '#web/query.ts'
import { useAccount } from '#web/session.ts'

// Whoever passes by on the way to another neither looks at it nor reads it.
const RESTING_MILLISECONDS = 400
const AGAIN_MILLISECONDS = 20_000

/** Tells the team that one has the conversation open, for as long as one looks at it. */
export function useViewing(conversation_id: string) {
  const { id } = useAccount()
  useEffect(() => {
    let isTold = false
    // Nobody waits for it, and silence says the same after a while.
    const tell = (viewing: boolean) => {
      isTold = viewing
      void call(id, 'set_viewing', { conversation_id, viewing }).catch(() => {})
    }
    const look = () => document.visibilityState === 'visible' && tell(true)
    const leave = () => isTold && tell(false)
    const turn = () => (document.visibilityState === 'visible' ? tell(true) : leave())
    const resting = setTimeout(look, RESTING_MILLISECONDS)
    const timer = setInterval(look, AGAIN_MILLISECONDS)
    document.addEventListener('visibilitychange', turn)
    return () => {
      clearTimeout(resting)
      clearInterval(timer)
      document.removeEventListener('visibilitychange', turn)
      leave()
    }
  }, [id, conversation_id])
}

/**
 * What is on the screen has been read. Once for each message of the customer: who then marks the conversation as
 * unread wants it to stay so.
 */
export function useReading({ id: conversation_id, url, unread, last_message }: Conversation) {
  const read = useAct('mark_conversation_read', {
    quiet: true,
    foresees: () => [{ url, unread: false, unread_count: 0 }],
  })
  const seen = useRef<string>(undefined)
  const look = useEffectEvent(() => {
    const latest = last_message?.id ?? ''
    if (seen.current === latest || document.visibilityState !== 'visible') return
    seen.current = latest
    if (unread) read.mutate({ conversation_id })
  })
  useEffect(() => {
    const listen = () => look()
    const resting = setTimeout(listen, RESTING_MILLISECONDS)
    document.addEventListener('visibilitychange', listen)
    return () => {
      clearTimeout(resting)
      document.removeEventListener('visibilitychange', listen)
    }
  }, [unread, last_message?.id])
}
