import { useSyncExternalStore } from 'react'
import type { Message } from '#contract/records/conversation.ts'
import { callOnce, type Input, Problem } from '#web/app/api.ts'
import { queryClient } from '#web/app/query.ts'
import { sessionQuery } from '#web/app/session.ts'
import type { Uploaded } from './uploads.ts'

/** A message from the moment it is sent until the server returns it in the thread. */
export type Outgoing = {
  /** Also the idempotency key, so that a retry does not send it twice. */
  key: string
  account_id: string
  conversation_id: string
  content: string
  private: boolean
  files: readonly Uploaded[]
  /** The quoted message. */
  reply_to?: { id: string; preview: string }
  template?: Input<'send_message'>['template']
  buttons?: Input<'send_message'>['buttons']
  list?: Input<'send_message'>['list']
  /** The file is a voice note. */
  voice?: boolean
  scheduled_at?: string
  /** Parts of an e-mail. */
  subject?: string
  cc?: string[]
  bcc?: string[]
  /** Sent with the human-agent tag, where the reply window allows it. */
  human_agent?: boolean
  created_at: string
  state: 'sending' | 'sent' | 'failed'
  error?: unknown
  message?: Message
}

let entries: readonly Outgoing[] = []
const listeners = new Set<() => void>()
// Messages of a conversation are sent in the order they were written.
const queues = new Map<string, Promise<unknown>>()

type NewMessage = Omit<Outgoing, 'key' | 'created_at' | 'state' | 'error' | 'message'>

/** Sends a message. Resolves with whether the server has it. */
export function send(written: NewMessage): Promise<boolean> {
  const key = crypto.randomUUID()
  const entry: Outgoing = { ...written, key, created_at: new Date().toISOString(), state: 'sending' }
  setEntries([...entries, entry])
  return post(entry)
}

type Held = { release: (isLeaving?: boolean) => void; takeBack: () => void }
const held = new Map<string, Held>()

/**
 * Sends a message after some seconds, in which it can be taken back. `sent` resolves with undefined then. A page that is
 * being closed sends at once.
 */
export function sendLater(written: NewMessage, seconds: number) {
  const key = crypto.randomUUID()
  const entry: Outgoing = { ...written, key, created_at: new Date().toISOString(), state: 'sending' }
  setEntries([...entries, entry])
  const sent = new Promise<boolean | undefined>((resolve) => {
    const timer = setTimeout(() => held.get(key)?.release(), seconds * 1000)
    const end = () => {
      clearTimeout(timer)
      held.delete(key)
    }
    held.set(key, {
      release: (isLeaving) => {
        end()
        resolve(post(entry, isLeaving))
      },
      takeBack: () => {
        end()
        discard(key)
        resolve(undefined)
      },
    })
  })
  const takeBack = () => {
    const message = held.get(key)
    message?.takeBack()
    return message !== undefined
  }
  return { sent, takeBack }
}

if (typeof window !== 'undefined')
  window.addEventListener('pagehide', () => held.forEach(({ release }) => release(true)))

export function retry(entry: Outgoing) {
  patch(entry.key, { state: 'sending', error: undefined })
  void post(entry)
}

export function discard(...keys: string[]) {
  if (entries.some(({ key }) => keys.includes(key))) setEntries(entries.filter(({ key }) => !keys.includes(key)))
}

/** Messages that are not in the thread yet. They outlive the screen, so that none is lost. */
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

function post({ key, account_id, conversation_id, ...written }: Outgoing, isLeaving = false): Promise<boolean> {
  const attempt = async () => {
    try {
      const message = await callOnce(account_id, 'send_message', toInput(conversation_id, written), key, isLeaving)
      patch(key, { state: 'sent', message })
      return true
    } catch (error) {
      patch(key, { state: 'failed', error })
      const isSignedOut = error instanceof Problem && error.status === 401
      if (isSignedOut) queryClient.setQueryData(sessionQuery.queryKey, null)
      return false
    }
  }
  const sent = (queues.get(conversation_id) ?? Promise.resolve()).then(attempt)
  queues.set(conversation_id, sent)
  return sent
}

const toInput = (
  conversation_id: string,
  {
    content,
    private: isPrivate,
    files,
    reply_to,
    template,
    buttons,
    list,
    voice,
    scheduled_at,
    subject,
    cc,
    bcc,
    human_agent,
  }: Omit<NewMessage, 'conversation_id' | 'account_id'>,
) => ({
  conversation_id,
  // The server fills in the text of a template.
  ...(content && !template && { content }),
  ...(template && { template }),
  ...(buttons && { buttons }),
  ...(list && { list }),
  ...(voice && { voice }),
  ...(scheduled_at && { scheduled_at }),
  ...(subject && { subject }),
  ...(cc && { cc }),
  ...(bcc && { bcc }),
  ...(reply_to && { reply_to: reply_to.id }),
  ...(human_agent && { human_agent }),
  ...(isPrivate && { private: true }),
  ...(files.length > 0 && { attachments: files.map(({ token }) => token) }),
})

function patch(key: string, more: Partial<Outgoing>) {
  setEntries(entries.map((entry) => (entry.key === key ? { ...entry, ...more } : entry)))
}

function setEntries(next: readonly Outgoing[]) {
  entries = next
  listeners.forEach((listener) => listener())
}
