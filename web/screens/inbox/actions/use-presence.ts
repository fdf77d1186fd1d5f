import { useEffect, useEffectEvent, useRef } from 'react'
import type { Conversation } from '#contract/records/conversation.ts'
import { call } from '#web/app/api.ts'
import { useAct } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'

// A conversation that is only passed on the way to another does not count as viewed or read.
const DELAY_MILLISECONDS = 400
const REPEAT_MILLISECONDS = 20_000

/** Shows the team that the user has the conversation open, while the page is visible. */
export function useAnnounceViewing(conversation_id: string) {
  const { id } = useAccount()
  useEffect(() => {
    let isViewing = false
    // Failures are ignored: the signal is repeated and expires by itself.
    const send = (viewing: boolean) => {
      isViewing = viewing
      void call(id, 'set_viewing', { conversation_id, viewing }).catch(() => {})
    }
    const look = () => document.visibilityState === 'visible' && send(true)
    const leave = () => isViewing && send(false)
    const onVisibility = () => (document.visibilityState === 'visible' ? send(true) : leave())
    const delay = setTimeout(look, DELAY_MILLISECONDS)
    const timer = setInterval(look, REPEAT_MILLISECONDS)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      clearTimeout(delay)
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisibility)
      leave()
    }
  }, [id, conversation_id])
}

/**
 * Marks the open conversation as read, once per message of the customer, so that it stays unread when the user marks it
 * so.
 */
export function useMarkRead({ id: conversation_id, url, unread, last_message }: Conversation) {
  const read = useAct('mark_conversation_read', {
    silent: true,
    optimistic: () => [{ url, unread: false, unread_count: 0 }],
  })
  const lastRead = useRef<string>(undefined)
  const markRead = useEffectEvent(() => {
    const latest = last_message?.id ?? ''
    if (lastRead.current === latest || document.visibilityState !== 'visible') return
    lastRead.current = latest
    if (unread) read.mutate({ conversation_id })
  })
  useEffect(() => {
    const listen = () => markRead()
    const delay = setTimeout(listen, DELAY_MILLISECONDS)
    document.addEventListener('visibilitychange', listen)
    return () => {
      clearTimeout(delay)
      document.removeEventListener('visibilitychange', listen)
    }
  }, [unread, last_message?.id])
}
