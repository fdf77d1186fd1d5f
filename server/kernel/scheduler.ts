import { joinParts, literal, type Part, part, type Sql } from '#db/sql.ts'
import { type Loop, startLoop } from '#kernel/loop.ts'
import type { Notifier } from '#kernel/notify.ts'
import type { Runtime } from '#kernel/runtime.ts'

/** Work that falls due at a time stored in the rows themselves. */
export type Timer = {
  /** Selects `at`: when the next row falls due, or null when none is waiting. */
  due: Part
  /** Handles all rows now due. Two nodes may run at once: the rows are claimed by the statement itself. */
  run(sql: Sql, runtime: Runtime): Promise<unknown>
}

type Timers = Readonly<Record<string, Timer>>

const MAX_PAUSE_MILLISECONDS = 60_000
const RETRY_MILLISECONDS = 5_000

/**
 * Runs each timer when its next row is due; a notification makes it check again, because an earlier row may have been
 * written. One statement checks all timers. They run side by side, so that a long campaign does not delay a snoozed
 * conversation.
 */
export function startScheduler(runtime: Runtime, notifier: Notifier, timers: Timers): Pick<Loop, 'stop'> {
  const { log } = runtime
  const { sql } = runtime.database
  const running = new Map<string, Promise<void>>()
  const notBefore = new Map<string, number>()

  const postpone = (name: string, error: unknown) => {
    log.warn({ err: error, timer: name }, 'timer failed; it will be retried')
    notBefore.set(name, Date.now() + RETRY_MILLISECONDS)
  }

  const start = (name: string, timer: Timer) => {
    const done = timer
      .run(sql, runtime)
      .then(
        () => {},
        (error: unknown) => postpone(name, error),
      )
      .finally(() => {
        running.delete(name)
        loop.wake()
      })
    running.set(name, done)
  }

  const pass = async () => {
    const due = await readDue(sql, timers).catch(() => readDueOneByOne(sql, timers, postpone))
    let pause = MAX_PAUSE_MILLISECONDS
    for (const [name, timer] of Object.entries(timers)) {
      const at = due[name]
      if (!at || running.has(name)) continue
      const left = Math.max(Date.parse(at), notBefore.get(name) ?? 0) - Date.now()
      if (left > 0) pause = Math.min(pause, left)
      else start(name, timer)
    }
    return pause
  }

  const loop = startLoop({
    notifier,
    pass,
    onError: (error) => log.warn({ err: error }, 'cannot read the timers; retrying'),
    // Every write notifies; four checks a second are enough.
    gapMilliseconds: 250,
    retryMilliseconds: RETRY_MILLISECONDS,
  })
  return {
    stop: async () => {
      await loop.stop()
      await Promise.all(running.values())
    },
  }
}

type DueTimes = Record<string, string | null>

async function readDue(sql: Sql, timers: Timers): Promise<DueTimes> {
  const columns = Object.entries(timers).map(([name, { due }]) => part`(${due}) as ${literal(name)}`)
  const [row] = await sql<DueTimes>`select ${joinParts(columns, ', ')}`
  return row!
}

/** A timer that cannot be read must not keep the others from running. */
async function readDueOneByOne(
  sql: Sql,
  timers: Timers,
  onFailure: (name: string, error: unknown) => void,
): Promise<DueTimes> {
  const due: DueTimes = {}
  for (const [name, timer] of Object.entries(timers)) {
    try {
      due[name] = (await readDue(sql, { [name]: timer }))[name]!
    } catch (error) {
      onFailure(name, error)
    }
  }
  return due
}
