import { useEffect, useEffectEvent } from 'react'
import type { ThreadMessage } from '#web/screens/inbox/thread/group-messages.ts'
import type { Draft } from './drafts.ts'
import type { MailParts } from './mail/mail-parts.ts'
import type { Upload } from './uploads.ts'

/** A message that was taken back before it was sent. */
export type TakenBack = {
  mode: Draft['mode']
  text: string
  uploads: Upload[]
  quoted: ThreadMessage | undefined
  mail: MailParts
}

const waiting = new Map<string, TakenBack>()
const listeners = new Map<string, () => void>()

/** Gives a message back to the composer of its conversation, now or when it is opened again. */
export function giveBack(conversation_id: string, message: TakenBack) {
  waiting.set(conversation_id, message)
  listeners.get(conversation_id)?.()
}

/** Receives the messages that were taken back in this conversation. */
export function useTakenBack(conversation_id: string, receive: (message: TakenBack) => void) {
  const take = useEffectEvent(() => {
    const message = waiting.get(conversation_id)
    waiting.delete(conversation_id)
    if (message) receive(message)
  })
  useEffect(() => {
    const listen = () => take()
    listeners.set(conversation_id, listen)
    listen()
    return () => void listeners.delete(conversation_id)
  }, [conversation_id])
}
