import { useSyncExternalStore } from 'react'
import type { Message } from '#contract/records/conversation.ts'
import { callOnce, Problem } from '#web/api.ts'
import { queryClient } from '#web/query.ts'
import { sessionQuery } from '#web/session.ts'
import type { Uploaded } from './uploads.ts'

/** A message of one's own from the moment it is sent until the server shows it. */
export type Outgoing = {
  /** Also what makes sending it again not happen twice. */
  key: string
  account_id: string
  conversation_id: string
  content: string
  private: boolean
  files: readonly Uploaded[]
  created_at: string
  state: 'sending' | 'sent' | 'failed'
  error?: unknown
  message?: Message
}

let entries: readonly Outgoing[] = []
const listeners = new Set<() => void>()
// What one writes in a conversation arrives in the order it was written.
const queues = new Map<string, Promise<void>>()

type Written = Pick<Outgoing, 'account_id' | 'conversation_id' | 'content' | 'private' | 'files'>

export function send(written: Written) {
  const key = crypto.randomUUID()
  const entry: Outgoing = { ...written, key, created_at: new Date().toISOString(), state: 'sending' }
  change([...entries, entry])
  post(entry)
}

export function retry(entry: Outgoing) {
  put(entry.key, { state: 'sending', error: undefined })
  post(entry)
}

export function discard(...keys: string[]) {
  if (entries.some(({ key }) => keys.includes(key))) change(entries.filter(({ key }) => !keys.includes(key)))
}

/** What was written here and is not yet among the messages. It outlives the screen, so that nothing is lost on the way. */
export function useOutbox(conversation_id: string): Outgoing[] {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => entries,
  )
  return all.filter((entry) => entry.conversation_id === conversation_id)
}

function post({ key, account_id, conversation_id, ...written }: Outgoing) {
  const attempt = async () => {
    try {
      const message = await callOnce(account_id, 'send_message', inputOf(conversation_id, written), key)
      put(key, { state: 'sent', message })
    } catch (error) {
      put(key, { state: 'failed', error })
      const isOut = error instanceof Problem && error.status === 401
      if (isOut) queryClient.setQueryData(sessionQuery.queryKey, null)
    }
  }
  queues.set(conversation_id, (queues.get(conversation_id) ?? Promise.resolve()).then(attempt))
}

const inputOf = (
  conversation_id: string,
  { content, private: isPrivate, files }: Omit<Written, 'conversation_id' | 'account_id'>,
) => ({
  conversation_id,
  ...(content && { content }),
  ...(isPrivate && { private: true }),
  ...(files.length > 0 && { attachments: files.map(({ token }) => token) }),
})

function put(key: string, more: Partial<Outgoing>) {
  change(entries.map((entry) => (entry.key === key ? { ...entry, ...more } : entry)))
}

function change(next: readonly Outgoing[]) {
  entries = next
  listeners.forEach((listener) => listener())
}
