import { setTimeout as sleep } from 'node:timers/promises'
import type { Signal } from '#contract/signals.ts'
import { beyond, covers, type Position, union, upTo, writePosition } from '#kernel/position.ts'
import { Problem } from '#kernel/problem.ts'
import { asProblem } from '#kernel/refusals.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { beginTail, type Fresh, type Happened, readMissed, readTail, type Tail } from '#kernel/tail.ts'
import { type Bell, waiter } from '#kernel/wake.ts'

/** Who is told what happens in a workspace. */
export type Ear = {
  /** The position is that of who has heard this event and all before it. */
  event(event: Happened, position: string): void
  signal(signal: Signal): void
  /** The node leaves: listen elsewhere. */
  end(): void
}

export type Listening = {
  /** What happened since the position given, each with the position after it; undefined when all is to be read anew. */
  missed: [Happened, string][] | undefined
  /** Where the listener stands. */
  position(): string
  /** Tells what happened since it began to listen, and from then on everything at once. */
  start(ear: Ear): void
  /** False when it had stopped already. */
  stop(): boolean
}

export type Feed = {
  /** Listens in a workspace: from now on, or from a position heard before, without a gap and without repetition. */
  listen(account_id: string, after?: Position): Promise<Listening>
  /** Where someone stands who has read everything there is now, and may listen from later. */
  position(): Promise<string>
  close(): Promise<void>
}

/** Until it has an ear, what happens waits. `ahead` is what was heard from another node before this one has read it. */
type Stream = { ear: Ear | undefined; waiting: [Happened, string][]; ahead: Position | undefined }

const POLL_MILLISECONDS = 5_000
const HOLE_MILLISECONDS = 200
const BREATH_MILLISECONDS = 10

/** Reads what happens once for the whole node, and tells all who listen. It rests while nobody does. */
export function openFeed({ database, log }: Pick<Runtime, 'database' | 'log'>, bell: Bell): Feed {
  const { sql } = database
  const rooms = new Map<string, Set<Stream>>()
  const wait = waiter(bell)
  let tail: Tail
  let wanted = 0
  let running: { begun: Promise<void>; ended: Promise<void> } | undefined
  let closed = false

  bell.onSignal((account_id, signal) => {
    for (const { ear } of rooms.get(account_id) ?? []) ear?.signal(signal)
  })

  const run = () => {
    const begun = beginTail(sql).then((found) => void (tail = found))
    const ended = begun.then(read, () => void (running = undefined))
    return { begun, ended }
  }

  const read = async () => {
    while (wanted > 0 && !closed) {
      const pause = await look().catch((error) => {
        log.warn({ err: error }, 'cannot read what happens; it will be tried again')
        return 1000
      })
      // Rings come with every write; looking a hundred times a second is enough.
      await sleep(BREATH_MILLISECONDS)
      if (!closed) await wait.until(pause)
    }
    running = undefined
  }

  /** Reads once and tells everyone; answers how long to wait for a ring before the next time. */
  const look = async (): Promise<number> => {
    const { known } = tail
    const reading = await readTail(sql, tail, [...rooms.keys()])
    // Someone has begun to listen meanwhile, whose events were not asked for.
    if (reading.fresh.some(({ event, account_id }) => !event && rooms.has(account_id))) return 0
    tail = reading.tail
    tell(rooms, reading.fresh, known, tail.known)
    if (reading.full) return 0
    return tail.known.length > 1 ? HOLE_MILLISECONDS : POLL_MILLISECONDS
  }

  const enter = (account_id: string, stream: Stream): Listening => {
    const begin = tail.known
    const room = rooms.get(account_id) ?? new Set()
    rooms.set(account_id, room.add(stream))
    return {
      missed: [],
      position: () => writePosition(union(stream.ear ? tail.known : begin, stream.ahead ?? [])),
      start: (ear) => {
        if (closed) return ear.end()
        stream.ear = ear
        for (const [event, position] of stream.waiting.splice(0)) ear.event(event, position)
      },
      stop: () => {
        if (!room.delete(stream)) return false
        if (room.size === 0) rooms.delete(account_id)
        if (--wanted === 0) wait.release()
        return true
      },
    }
  }

  return {
    listen: async (account_id, after) => {
      if (closed) throw new Problem('unavailable', 'This node is leaving; connect again.', { retry_after: 1 })
      wanted++
      let leave: () => unknown = () => wanted--
      try {
        await (running ??= run()).begun
        const { known } = tail
        const stream: Stream = { ear: undefined, waiting: [], ahead: after }
        const listening = enter(account_id, stream)
        leave = listening.stop
        if (!after) return listening
        const missed = await readMissed(sql, account_id, after, beyond(after, known))
        // Who reads everything anew has heard nothing yet.
        if (!missed) stream.ahead = undefined
        return { ...listening, missed: missed?.map((event) => [event, positionAfter(event, known, after)]) }
      } catch (error) {
        leave()
        throw await asProblem(error, database)
      }
    },
    position: async () => {
      await running?.begun.catch(() => {})
      return writePosition((running ? tail : await beginTail(sql)).known)
    },
    close: async () => {
      closed = true
      for (const room of rooms.values()) for (const { ear } of room) ear?.end()
      wait.release()
      await running?.ended
    },
  }
}

function tell(rooms: Map<string, Set<Stream>>, fresh: Fresh[], before: Position, known: Position): void {
  for (const { account_id, sequence, event } of fresh) {
    if (!event) continue
    const reached = union(before, upTo(known, sequence))
    const position = writePosition(reached)
    for (const stream of rooms.get(account_id) ?? []) {
      if (stream.ahead && covers(stream.ahead, sequence)) continue
      if (stream.ahead && beyond(reached, stream.ahead).length === 0) stream.ahead = undefined
      const own = stream.ahead ? writePosition(union(reached, stream.ahead)) : position
      if (stream.ear) stream.ear.event(event, own)
      else stream.waiting.push([event, own])
    }
  }
}

/** Where one stands who was at `after`, and has heard what this node knew up to and with the event. */
function positionAfter(event: Happened, known: Position, after: Position): string {
  return writePosition(union(upTo(known, Number(event.sequence)), after))
}
