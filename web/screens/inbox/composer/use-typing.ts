import { useEffect, useRef } from 'react'
import { call } from '#web/app/api.ts'
import { useAccount } from '#web/app/session.ts'

const REPEAT_MILLISECONDS = 4_000
const IDLE_MILLISECONDS = 6_000

/** Sends a typing indicator: every few seconds while the user types, and once when they stop. */
export function useTyping(conversation_id: string) {
  const { id } = useAccount()
  const lastSentAt = useRef(0)
  const isPrivate = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const sendTyping = (typing: boolean) => {
    lastSentAt.current = typing ? Date.now() : 0
    // Failures are ignored, because the signal is repeated soon.
    call(id, 'set_typing', { conversation_id, typing, private: isPrivate.current }).catch(() => {})
  }
  const stop = () => {
    clearTimeout(timer.current)
    if (lastSentAt.current > 0) sendTyping(false)
  }
  const write = (asNote: boolean) => {
    if (isPrivate.current !== asNote) stop()
    isPrivate.current = asNote
    if (Date.now() - lastSentAt.current > REPEAT_MILLISECONDS) sendTyping(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(stop, IDLE_MILLISECONDS)
  }
  const leave = useRef(stop)
  useEffect(() => {
    leave.current = stop
  })
  useEffect(() => () => leave.current(), [])
  return { write, stop }
}
