import type { EventName, Payload } from '#contract/events.ts'
import type { Author } from '#contract/records/author.ts'
import type { Sql } from '#db/sql.ts'
import type { AnyOperation, Call, Context } from '#kernel/operation.ts'
import type { z } from 'zod'

export type Event<N extends EventName = EventName> = {
  [K in N]: {
    account_id: string
    id: string
    sequence: string
    name: K
    actor: Author
    payload: Payload<K>
    occurred_at: string
  }
}[N]

/** What a subscriber is handed: statements of its own, and operations run as whoever caused the event. */
export type Hands = {
  sql: Sql
  invoke<O extends AnyOperation>(op: O, input: z.input<O['input']>): Promise<z.output<O['output']>>
  /** Any operation of the registry by its name, as this author, with full rights. What `around` does commits with it. */
  call(name: string, as: Author, input: unknown, around?: Call['around']): Promise<unknown>
  /** One transaction as this author, with what happened in it, where no operation says it all. */
  within<T>(name: string, as: Author, run: (ctx: Context) => Promise<T>): Promise<T>
  /** Reads and questions to the world outside as this author, without a transaction. */
  reading<T>(name: string, as: Author, run: (ctx: Context) => Promise<T>): Promise<T>
  base_url: Context['base_url']
}

/** One consequence of what happened. Delivered at least once: the event's id is the key to do it once. */
export type Subscriber<N extends EventName = EventName> = {
  on: readonly N[]
  /** Seconds to wait before each further try; after the last the delivery is kept as dead. */
  retries?: readonly number[]
  run(hands: Hands, event: Event<N>): Promise<void>
  /** The last try has failed: a chance to say so where people look. */
  giveUp?(hands: Hands, event: Event<N>, error: Error): Promise<void>
}

export function subscriber<N extends EventName>(description: Subscriber<N>): Subscriber<N> {
  return description
}
