import type { Signal } from '#contract/signals.ts'
import { type LogCursor, type NewEvent, openLog, readLog, readMissed, type StoredEvent } from '#kernel/event-log.ts'
import { type Loop, startLoop } from '#kernel/loop.ts'
import type { Notifier } from '#kernel/notify.ts'
import { findUncovered, covers, type Position, union, upTo, writePosition } from '#kernel/position.ts'
import { Problem } from '#kernel/problem.ts'
import { asProblem } from '#kernel/refusals.ts'
import { type Runtime, timingOf } from '#kernel/runtime.ts'

/** Receives the events and signals of one workspace. */
export type EventSink = {
  /** The position covers this event and every one before it. */
  event(event: StoredEvent, position: string): void
  signal(signal: Signal): void
  /** The node is shutting down: subscribe on another one. */
  end(): void
}

export type Subscription = {
  /** Events after the given position, each with the position after it; undefined when the client must reload everything. */
  missed: [StoredEvent, string][] | undefined
  position(): string
  /** Passes on the events since the subscription was made, and from then on each one as it is stored. */
  start(sink: EventSink): void
  /** False when it had stopped already. */
  stop(): boolean
}

export type Feed = {
  /** Subscribes to a workspace from now on, or from an earlier position, without gaps and without repetition. */
  subscribe(account_id: string, after?: Position): Promise<Subscription>
  /** The position of a client that has just read everything and may subscribe later. */
  position(): Promise<string>
  close(): Promise<void>
}

/** Events wait until there is a sink. `ahead` holds the events received through another node and not yet read by this one. */
type Stream = { sink: EventSink | undefined; waiting: [StoredEvent, string][]; ahead: Position | undefined }

const HOLE_MILLISECONDS = 200

/** Reads new events once for the whole node and passes them to all subscribers. It rests while there are none. */
export function openFeed(runtime: Pick<Runtime, 'database' | 'log' | 'timing'>, notifier: Notifier): Feed {
  const { database, log } = runtime
  const { sql } = database
  const { pollMilliseconds } = timingOf(runtime)
  const streamsByAccount = new Map<string, Set<Stream>>()
  let cursor: LogCursor
  let subscribers = 0
  let reading: { started: Promise<void>; loop: Loop | undefined } | undefined
  let isClosed = false

  notifier.onSignal((account_id, signal) => {
    for (const { sink } of streamsByAccount.get(account_id) ?? []) sink?.signal(signal)
  })

  const startReading = () => {
    const started = openLog(sql).then(
      (opened) => {
        cursor = opened
        own.loop = startLoop({
          notifier,
          pass,
          onError: (error) => log.warn({ err: error }, 'cannot read new events; retrying'),
          // Every write notifies; a hundred reads a second are enough.
          gapMilliseconds: 10,
          isNeeded: () => subscribers > 0 && !isClosed,
          onEnd: () => (reading = undefined),
        })
      },
      (error) => {
        reading = undefined
        throw error
      },
    )
    const own: NonNullable<typeof reading> = { started, loop: undefined }
    return own
  }

  /** Reads the log once and passes on its new events. Returns how long to wait for a notification before the next time. */
  const pass = async (): Promise<number> => {
    const { known } = cursor
    const read = await readLog(sql, cursor, [...streamsByAccount.keys()])
    // A subscriber has joined meanwhile, and the contents of its events were not read: read again.
    if (read.events.some(({ event, account_id }) => !event && streamsByAccount.has(account_id))) return 0
    cursor = read.cursor
    publish(streamsByAccount, read.events, known, cursor.known)
    if (read.isFull) return 0
    return cursor.known.length > 1 ? HOLE_MILLISECONDS : pollMilliseconds
  }

  const join = (account_id: string, stream: Stream): Subscription => {
    const begin = cursor.known
    const streams = streamsByAccount.get(account_id) ?? new Set()
    streamsByAccount.set(account_id, streams.add(stream))
    return {
      missed: [],
      position: () => writePosition(union(stream.sink ? cursor.known : begin, stream.ahead ?? [])),
      start: (sink) => {
        if (isClosed) return sink.end()
        stream.sink = sink
        for (const [event, position] of stream.waiting.splice(0)) sink.event(event, position)
      },
      stop: () => {
        if (!streams.delete(stream)) return false
        if (streams.size === 0) streamsByAccount.delete(account_id)
        if (--subscribers === 0) reading?.loop?.wake()
        return true
      },
    }
  }

  return {
    subscribe: async (account_id, after) => {
      if (isClosed) throw new Problem('unavailable', 'This node is shutting down; connect again.', { retry_after: 1 })
      subscribers++
      let leave: () => unknown = () => subscribers--
      try {
        await (reading ??= startReading()).started
        const { known } = cursor
        const stream: Stream = { sink: undefined, waiting: [], ahead: after }
        const subscription = join(account_id, stream)
        leave = subscription.stop
        if (!after) return subscription
        const missed = await readMissed(sql, account_id, after, findUncovered(after, known))
        // After a reset the client's old position no longer applies.
        if (!missed) stream.ahead = undefined
        return { ...subscription, missed: missed?.map((event) => [event, positionAfter(event, known, after)]) }
      } catch (error) {
        leave()
        throw await asProblem(error, database)
      }
    },
    position: async () => {
      await reading?.started.catch(() => {})
      return writePosition((reading ? cursor : await openLog(sql)).known)
    },
    close: async () => {
      isClosed = true
      for (const streams of streamsByAccount.values()) for (const { sink } of streams) sink?.end()
      const current = reading
      await current?.started.catch(() => {})
      await current?.loop?.stop()
    },
  }
}

function publish(
  streamsByAccount: Map<string, Set<Stream>>,
  events: NewEvent[],
  before: Position,
  known: Position,
): void {
  for (const { account_id, sequence, event } of events) {
    if (!event) continue
    const reached = union(before, upTo(known, sequence))
    const position = writePosition(reached)
    for (const stream of streamsByAccount.get(account_id) ?? []) {
      if (stream.ahead && covers(stream.ahead, sequence)) continue
      if (stream.ahead && findUncovered(reached, stream.ahead).length === 0) stream.ahead = undefined
      const own = stream.ahead ? writePosition(union(reached, stream.ahead)) : position
      if (stream.sink) stream.sink.event(event, own)
      else stream.waiting.push([event, own])
    }
  }
}

/** The position of a client that was at `after` and has received what this node knew, up to and including the event. */
function positionAfter(event: StoredEvent, known: Position, after: Position): string {
  return writePosition(union(upTo(known, Number(event.sequence)), after))
}
