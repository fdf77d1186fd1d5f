import type { ChatMessage } from '#contract/records/conversation.ts'
import type { ToPage, Unsent } from '#widget/protocol.ts'
import { Problem } from './api.ts'
import { insist } from './patience.ts'

type Options = {
  /** Has what is unsent kept, or forgotten. */
  keep(said: Extract<ToPage, { type: 'keep' | 'drop' }>): void
  send(unsent: Unsent): Promise<ChatMessage>
  sent(message: ChatMessage): void
  changed(unsent: Unsent[]): void
}

/**
 * What the visitor wrote and the server has not acknowledged. It is kept before it is sent, sent in order, and sent
 * again with the same client_id until there is an answer: nothing is lost and nothing doubled.
 */
export function openOutbox({ keep, send, sent, changed }: Options) {
  let line: Unsent[] = []
  let running: Promise<void> | undefined

  const set = (next: Unsent[]) => changed((line = next))
  const find = (client_id: string) => line.find((unsent) => unsent.client_id === client_id)
  const remove = (client_id: string) => {
    if (!find(client_id)) return
    keep({ type: 'drop', client_id })
    set(line.filter((unsent) => unsent.client_id !== client_id))
  }
  const judge = (client_id: string, failure: string | null) => {
    const judged = find(client_id)
    if (!judged) return
    const unsent = { ...judged, failure }
    keep({ type: 'keep', unsent })
    set(line.map((each) => (each === judged ? unsent : each)))
  }

  const run = async () => {
    for (let next = firstOf(line); next; next = firstOf(line)) {
      const { client_id } = next
      try {
        const message = await insist(async () => {
          const current = find(client_id)
          // The stream, or another tab, had the answer first.
          return current && send(current)
        })
        remove(client_id)
        if (message) sent(message)
      } catch (error) {
        judge(client_id, error instanceof Problem ? error.code : 'other')
      }
    }
  }
  /** Resolves once nothing waits to be sent. */
  const flush = (): Promise<void> =>
    (running ??= run().finally(() => {
      running = undefined
      return firstOf(line) && flush()
    }))

  return {
    flush,
    /** Takes up again what was left unsent on an earlier page. */
    resume(left: Unsent[]) {
      set([...left.filter(({ client_id }) => !find(client_id)), ...line])
      void flush()
    },
    add(content: string, files: File[], page_url: string) {
      const created_at = new Date().toISOString()
      const unsent: Unsent = { client_id: randomId(), content, files, page_url, created_at, failure: null }
      keep({ type: 'keep', unsent })
      set([...line, unsent])
      void flush()
    },
    acknowledge: remove,
    discard: remove,
    retry(client_id: string) {
      judge(client_id, null)
      void flush()
    },
  }
}

function firstOf(line: Unsent[]): Unsent | undefined {
  return line.find((unsent) => unsent.failure === null)
}

/** Also where the page has no secure connection, which `crypto.randomUUID` asks for. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
