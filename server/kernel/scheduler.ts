import type { Sql } from '#db/sql.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { type Bell, waiter } from '#kernel/wake.ts'

/** Something that is to happen at a moment the rows themselves know. */
export type Timer = {
  /** When the next row falls due, or null when none is waiting. */
  due(sql: Sql): Promise<{ at: string | null }[]>
  /** Does it for all rows now due. Two nodes may run at once: the rows are claimed by the statement itself. */
  run(sql: Sql, runtime: Runtime): Promise<unknown>
}

const LONGEST_SLEEP = 60_000
const SHORTEST_SLEEP = 250

/**
 * Each timer sleeps until its next due row; a ring makes it look again, because something earlier may have come. None
 * waits for another: a long campaign must not keep a snoozed conversation asleep.
 */
export function startScheduler(
  runtime: Runtime,
  bell: Bell,
  timers: Readonly<Record<string, Timer>>,
): { stop(): Promise<void> } {
  const running = Object.entries(timers).map(([name, timer]) => start(runtime, bell, name, timer))
  return {
    stop: async () => {
      await Promise.all(running.map(({ stop }) => stop()))
    },
  }
}

function start(runtime: Runtime, bell: Bell, name: string, timer: Timer): { stop(): Promise<void> } {
  const wait = waiter(bell)
  let stopping = false
  const loop = (async () => {
    while (!stopping) {
      await wait.until(Math.min(LONGEST_SLEEP, await tick(runtime, name, timer)))
      // Rings come with every write; looking once in a while is enough.
      if (!stopping) await new Promise((resolve) => setTimeout(resolve, SHORTEST_SLEEP))
    }
  })()
  return {
    stop: async () => {
      stopping = true
      wait.release()
      await loop
    },
  }
}

/** Runs the timer when it is due, and says how long it may sleep. */
async function tick(runtime: Runtime, name: string, timer: Timer): Promise<number> {
  const { database, log } = runtime
  try {
    const [row] = await timer.due(database.sql)
    if (!row?.at) return LONGEST_SLEEP
    const pause = Date.parse(row.at) - Date.now()
    if (pause > 0) return pause
    await timer.run(database.sql, runtime)
    return SHORTEST_SLEEP
  } catch (error) {
    log.warn({ err: error, timer: name }, 'a timer failed; it will be tried again')
    return 5_000
  }
}
