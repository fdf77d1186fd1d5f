import type { EventName, Payload } from '#contract/events.ts'
import type { Author } from '#contract/records/author.ts'
import type { Part, Sql } from '#db/sql.ts'
import type { Actor, AnyOperation, Call, Context } from '#kernel/operation.ts'
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

/** Statements outside any transaction, and operations run as an actor, or as an author with full permissions. */
export type SubscriberContext = {
  sql: Sql
  /** Runs an operation as the author of the event, unless `as` is given, and at this moment, unless `now` is given. */
  invoke<O extends AnyOperation>(
    op: O,
    input: z.input<O['input']>,
    as?: Author | Actor,
    now?: Date,
  ): Promise<z.output<O['output']>>
  /** Runs any operation by name. `wrap` runs inside its transaction. */
  call(name: string, as: Author | Actor, input: unknown, wrap?: Call['wrap']): Promise<unknown>
  /** Runs one transaction and stores the events it emits, for work that no operation covers. */
  inTransaction<T>(name: string, as: Author | Actor, run: (ctx: Context) => Promise<T>): Promise<T>
  /** Reads, or calls to outside services, without a transaction. */
  withoutTransaction<T>(name: string, as: Author | Actor, run: (ctx: Context) => Promise<T>): Promise<T>
  base_url: Context['base_url']
  secret: Context['secret']
}

/** One consequence of an event. Delivery is at least once: use the event's id to act only once. */
export type Subscriber<N extends EventName = EventName> = {
  on: readonly N[]
  /** SQL condition on an event `e` (account_id, name, payload): no delivery is made for events that do not meet it. */
  when?: Part
  /** Its consequences cannot be taken back: it waits until a person can no longer undo the change. */
  waitsForUndo?: true
  /** Seconds it waits before the first try. */
  delaySeconds?: number
  /** Seconds before each retry; after the last one the delivery is marked dead. */
  retries?: readonly number[]
  run(context: SubscriberContext, event: Event<N>): Promise<void>
  /** Called when the last try has failed, to show the failure to people. */
  giveUp?(context: SubscriberContext, event: Event<N>, error: Error): Promise<void>
}

export function subscriber<N extends EventName>(description: Subscriber<N>): Subscriber<N> {
  return description
}
