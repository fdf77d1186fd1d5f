import { useEffect, useState } from 'react'
import type { Signal } from '#contract/signals.ts'
import { useSession } from '#web/session.ts'
import type { Said } from './stream.ts'

type Told = Signal['payload']
type Doing = 'typing' | 'viewing'
const listeners = new Set<(said: Said) => void>()

export function tellSignal(said: Said) {
  listeners.forEach((listener) => listener(said))
}

// Who is not heard of again has stopped or left.
const LASTING_MILLISECONDS = { typing: 8_000, viewing: 45_000 }

/** Who is typing in a conversation, or has it open, besides oneself. */
export function usePresent(conversation_id: string, doing: Doing): Told['author'][] {
  const { user } = useSession()
  const [present, setPresent] = useState<Told['author'][]>([])
  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>()
    const leave = (key: string) => setPresent((all) => all.filter((each) => keyOf(each) !== key))
    const hear = (said: Said) => {
      if (said.name !== `conversation.${doing}`) return
      const { conversation, author, ...told } = said.payload as Told
      if (conversation.id !== conversation_id || (author.type === 'agent' && author.id === user.id)) return
      const key = keyOf(author)
      clearTimeout(timers.get(key))
      if (!(told as Record<Doing, boolean>)[doing]) return leave(key)
      timers.set(
        key,
        setTimeout(() => leave(key), LASTING_MILLISECONDS[doing]),
      )
      setPresent((all) => (all.some((each) => keyOf(each) === key) ? all : [...all, author]))
    }
    listeners.add(hear)
    return () => {
      listeners.delete(hear)
      timers.forEach((timer) => clearTimeout(timer))
      setPresent([])
    }
  }, [conversation_id, doing, user.id])
  return present
}

const keyOf = ({ type, id }: Told['author']) => `${type}:${id}`
