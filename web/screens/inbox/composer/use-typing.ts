import { useEffect, useRef } from 'react'
import { call } from '#web/api.ts'
import { useAccount } from '#web/session.ts'

const AGAIN_MILLISECONDS = 4_000
const STILL_MILLISECONDS = 6_000

/** Tells others that one is writing, now and then while one is, and once when one stops. */
export function useTyping(conversation_id: string) {
  const { id } = useAccount()
  const told = useRef(0)
  const isPrivate = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const tell = (typing: boolean) => {
    told.current = typing ? Date.now() : 0
    // Nobody waits for it; what is not heard is said again soon.
    call(id, 'set_typing', { conversation_id, typing, private: isPrivate.current }).catch(() => {})
  }
  const stop = () => {
    clearTimeout(timer.current)
    if (told.current > 0) tell(false)
  }
  const write = (asNote: boolean) => {
    if (isPrivate.current !== asNote) stop()
    isPrivate.current = asNote
    if (Date.now() - told.current > AGAIN_MILLISECONDS) tell(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(stop, STILL_MILLISECONDS)
  }
  const leave = useRef(stop)
  useEffect(() => {
    leave.current = stop
  })
  useEffect(() => () => leave.current(), [])
  return { write, stop }
}
