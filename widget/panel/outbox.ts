import type { ChatMessage } from '#contract/records/conversation.ts'
import type { ToPage, Unsent } from '#widget/protocol.ts'
import { Problem } from './api.ts'
import { retry } from './retry.ts'

type Options = {
  /** Stores an unsent message in the page, or deletes it there. */
  store(message: Extract<ToPage, { type: 'keep' | 'drop' }>): void
  send(unsent: Unsent): Promise<ChatMessage>
  onSent(message: ChatMessage): void
  onChange(unsent: Unsent[]): void
}

/**
 * Messages the server has not acknowledged. Each is stored before it is sent, sent in order, and sent again with the
 * same client_id until the server answers, so that none is lost or duplicated.
 */
export function openOutbox({ store, send, onSent, onChange }: Options) {
  let queue: Unsent[] = []
  let running: Promise<void> | undefined

  const set = (next: Unsent[]) => onChange((queue = next))
  const find = (client_id: string) => queue.find((unsent) => unsent.client_id === client_id)
  const remove = (client_id: string) => {
    if (!find(client_id)) return
    store({ type: 'drop', client_id })
    set(queue.filter((unsent) => unsent.client_id !== client_id))
  }
  const setFailure = (client_id: string, failure: string | null) => {
    const before = find(client_id)
    if (!before) return
    const unsent = { ...before, failure }
    store({ type: 'keep', unsent })
    set(queue.map((each) => (each === before ? unsent : each)))
  }

  const run = async () => {
    for (let next = nextOf(queue); next; next = nextOf(queue)) {
      const { client_id } = next
      try {
        const message = await retry(async () => {
          const current = find(client_id)
          // The stream or another tab may have acknowledged it already.
          return current && send(current)
        })
        remove(client_id)
        if (message) onSent(message)
      } catch (error) {
        setFailure(client_id, error instanceof Problem ? error.code : 'other')
      }
    }
  }
  /** Resolves once nothing waits to be sent. */
  const flush = (): Promise<void> =>
    (running ??= run().finally(() => {
      running = undefined
      return nextOf(queue) && flush()
    }))

  return {
    flush,
    /** Sends what was left unsent on an earlier page. */
    resume(stored: Unsent[]) {
      set([...stored.filter(({ client_id }) => !find(client_id)), ...queue])
      void flush()
    },
    add(fields: Pick<Unsent, 'content' | 'files' | 'page_url' | 'reply_to' | 'choice'>) {
      const created_at = new Date().toISOString()
      const unsent: Unsent = { ...fields, client_id: randomId(), created_at, failure: null }
      store({ type: 'keep', unsent })
      set([...queue, unsent])
      void flush()
    },
    acknowledge: remove,
    discard: remove,
    retry(client_id: string) {
      setFailure(client_id, null)
      void flush()
    },
  }
}

function nextOf(queue: Unsent[]): Unsent | undefined {
  return queue.find((unsent) => unsent.failure === null)
}

/** Works without HTTPS too, which `crypto.randomUUID` requires. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
