import { useEffect, useState } from 'react'
import type { Signal } from '#contract/signals.ts'
import { useSession } from '#web/app/session.ts'
import type { LiveEvent } from './stream.ts'

type Payload = Signal['payload']
type Presence = 'typing' | 'viewing'
const listeners = new Set<(signal: LiveEvent) => void>()

export function notifySignal(signal: LiveEvent) {
  listeners.forEach((listener) => listener(signal))
}

// Without a new signal in this time, the person has stopped or left.
const TIMEOUT_MILLISECONDS = { typing: 8_000, viewing: 45_000 }

/** The other people typing in a conversation or viewing it. */
export function usePresent(conversation_id: string, presence: Presence): Payload['author'][] {
  const { user } = useSession()
  const [present, setPresent] = useState<Payload['author'][]>([])
  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>()
    const leave = (key: string) => setPresent((all) => all.filter((each) => keyOf(each) !== key))
    const onSignal = (signal: LiveEvent) => {
      if (signal.name !== `conversation.${presence}`) return
      const { conversation, author, ...state } = signal.payload as Payload
      if (conversation.id !== conversation_id || (author.type === 'agent' && author.id === user.id)) return
      const key = keyOf(author)
      clearTimeout(timers.get(key))
      if (!(state as Record<Presence, boolean>)[presence]) return leave(key)
      timers.set(
        key,
        setTimeout(() => leave(key), TIMEOUT_MILLISECONDS[presence]),
      )
      setPresent((all) => (all.some((each) => keyOf(each) === key) ? all : [...all, author]))
    }
    listeners.add(onSignal)
    return () => {
      listeners.delete(onSignal)
      timers.forEach((timer) => clearTimeout(timer))
      setPresent([])
    }
  }, [conversation_id, presence, user.id])
  return present
}

const keyOf = ({ type, id }: Payload['author']) => `${type}:${id}`
