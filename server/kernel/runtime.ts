import type { EventName } from '#contract/events.ts'
import type { Signal } from '#contract/signals.ts'
import type { Database } from '#db/database.ts'
import type { Embedder } from '#kernel/embedder.ts'
import type { Model } from '#kernel/model.ts'

export type Log = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** What the machinery needs to run an operation, made once at start and handed on. */
export type Runtime = {
  config: { base_url: string }
  database: Database
  /** Signs cursors and seals what must be readable again. */
  secret: Buffer
  log: Log
  /** Why an address somebody wrote down will not be called. Where nobody calls out, nothing is judged. */
  checkUrl?(url: string): string | undefined
  /** What makes vectors of texts, where the operator chose another than the one that is built in. */
  embedder?: Embedder | undefined
  /** The language model, where the operator named one. */
  model?: Model | undefined
  /** Who wants to know of this event. */
  subscribersOf(name: EventName): readonly string[]
  /** There may be work to do, here and on other nodes. */
  wake(): void
  /** Tells whoever listens, here and on other nodes, what matters only now. */
  signal(account_id: string, signal: Signal): void
}
