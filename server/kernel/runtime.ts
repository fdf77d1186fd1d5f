import type { EventName } from '#contract/events.ts'
import type { Signal } from '#contract/signals.ts'
import type { Database } from '#db/database.ts'
import type { Part } from '#db/sql.ts'
import type { Channels } from '#kernel/connector.ts'
import type { Embedder } from '#kernel/embedder.ts'
import type { Model } from '#kernel/model.ts'

/** Reads a page or document at an address that a user gave, through the outbound guard. */
export type FetchPage = (
  url: string,
  options: { most: number; headers?: Record<string, string> },
) => Promise<{ status: number; headers: Record<string, string>; bytes: Buffer; whole: boolean }>

export type Log = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** Times the background loops go by; tests shorten them. */
export type Timing = {
  /** Time after which a claimed delivery of a dead process is free again. */
  leaseSeconds: number
  /** Interval at which queues are read when nothing announces new work. */
  pollMilliseconds: number
  /** Time a stopping node waits for running deliveries. */
  drainMilliseconds: number
  /** Time that consequences which cannot be taken back wait, so that a person can undo the change. */
  undoSeconds: number
}

const defaultTiming: Timing = { leaseSeconds: 60, pollMilliseconds: 5_000, drainMilliseconds: 15_000, undoSeconds: 10 }

export function timingOf({ timing }: Pick<Runtime, 'timing'>): Timing {
  return { ...defaultTiming, ...timing }
}

/** Everything operations and background loops need, made once at start. */
export type Runtime = {
  config: { base_url: string; platform_token?: string | undefined }
  database: Database
  /** Signs cursors and encrypts stored secrets. */
  secret: Buffer
  log: Log
  /** The reason an outside address will not be called, if there is one. Without it every address is accepted. */
  checkUrl?(url: string): string | undefined
  /** Without it no page can be read. */
  fetchPage?: FetchPage
  /** The embedding service of the operator; without one the built-in embedder is used. */
  embedder?: Embedder | undefined
  /** The language model, if the operator configured one. */
  model?: Model | undefined
  /** Providers of channels; without them no inbox can be connected. */
  channels?: Channels | undefined
  /** Overrides of the default timings. */
  timing?: Partial<Timing>
  /** Names of the subscribers to this event. */
  subscribersOf(name: EventName): readonly string[]
  /** Names of the subscribers that wait for the time to undo. */
  waiting?: ReadonlySet<string>
  /** Seconds each subscriber waits before its first try. */
  delays?: ReadonlyMap<string, number>
  /** Conditions under which subscribers get an event. */
  conditions?: ReadonlyMap<string, Part>
  /** Announces work, here and on other nodes, by the names of its events and subscribers; without names it may be anything. */
  notify(topics?: readonly string[]): void
  /** Sends a signal to connected clients, here and on other nodes; it is stored nowhere. */
  signal(account_id: string, signal: Signal): void
}
