import { setTimeout as sleep } from 'node:timers/promises'
import type { Notifier } from '#kernel/notify.ts'

export type Loop = {
  /** Starts the next pass now. */
  wake(): void
  stop(): Promise<void>
}

export type LoopOptions = {
  /** One pass over the work. Returns how many milliseconds to wait for a notification before the next one. */
  pass(): Promise<number>
  onError(error: unknown): void
  notifier: Pick<Notifier, 'onNotify'>
  /** Names of the events and subscribers whose work it does; all without it. */
  topics?: readonly string[] | undefined
  /** Rest after every pass, so that notifications arriving together lead to one pass. */
  gapMilliseconds?: number
  /** Pause after a pass that failed. */
  retryMilliseconds?: number
  /** The loop ends by itself once this is false; `onEnd` runs in the same instant. */
  isNeeded?(): boolean
  onEnd?(): void
}

/** Repeats a pass until it is stopped: when it is notified, and otherwise after the pause the last pass asked for. */
export function startLoop({
  pass,
  onError,
  notifier,
  topics,
  gapMilliseconds = 0,
  retryMilliseconds = 1_000,
  isNeeded = () => true,
  onEnd = () => {},
}: LoopOptions): Loop {
  const pause = createPause()
  const unsubscribe = notifier.onNotify(pause.end, topics)
  let isStopping = false
  const ended = (async () => {
    while (!isStopping && isNeeded()) {
      const milliseconds = await pass().catch((error) => {
        onError(error)
        return retryMilliseconds
      })
      if (gapMilliseconds > 0) await sleep(gapMilliseconds)
      if (!isStopping) await pause.wait(milliseconds)
    }
    unsubscribe()
    onEnd()
  })()
  return {
    wake: pause.end,
    stop: () => {
      isStopping = true
      pause.end()
      return ended
    },
  }
}

/** A pause that can be ended early, even before it begins: nothing announced during a pass is missed. */
function createPause() {
  let isEnded = false
  let resume = () => {}
  return {
    end: () => {
      isEnded = true
      resume()
    },
    wait: async (milliseconds: number) => {
      if (!isEnded && milliseconds > 0) {
        let timer: NodeJS.Timeout | undefined
        await new Promise<void>((resolve) => {
          resume = resolve
          timer = setTimeout(resolve, milliseconds)
        })
        clearTimeout(timer)
      }
      isEnded = false
    },
  }
}

type JobLoopOptions<Job> = Pick<LoopOptions, 'onError' | 'notifier' | 'topics' | 'gapMilliseconds'> & {
  /** Jobs that may run at the same time in this process. */
  capacity: number
  /** Takes up to `room` due jobs under a lease. */
  claim(room: number): Promise<Job[]>
  run(job: Job): Promise<void>
  /** Whether the end of a job can make another one due. If not, the queue is read again when all have ended. */
  endsFreeOthers?: boolean
  /** Extends the leases of running jobs. */
  renew?: { everyMilliseconds: number; run(jobs: Job[]): Promise<void> }
  /** Gives back the jobs that did not finish in time when the loop stops. */
  release(unfinished: Job[]): Promise<void>
  /** Milliseconds until the next job is due, when none is due now. */
  untilNext?(): Promise<number>
  pollMilliseconds: number
  drainMilliseconds: number
}

/** Keeps up to `capacity` jobs running: claims as many as there is room for when one ends or more are announced. */
export function startJobLoop<Job>(options: JobLoopOptions<Job>): Loop {
  const { capacity, claim, run, renew, release, untilNext, pollMilliseconds, drainMilliseconds, onError } = options
  const { endsFreeOthers = true } = options
  const running = new Map<Job, Promise<void>>()
  let isFull = false

  const pass = async () => {
    const room = capacity - running.size
    if (room === 0) return pollMilliseconds
    const jobs = await claim(room)
    isFull = jobs.length === room
    for (const job of jobs) start(job)
    if (isFull) return 0
    if (jobs.length > 0 || !untilNext) return pollMilliseconds
    return Math.min(pollMilliseconds, await untilNext())
  }

  const start = (job: Job) => {
    const done = run(job).finally(() => {
      running.delete(job)
      if (endsFreeOthers || isFull || running.size === 0) loop.wake()
    })
    running.set(job, done)
  }

  const loop = startLoop({ ...options, pass })
  const renewal =
    renew &&
    setInterval(() => {
      if (running.size > 0) renew.run([...running.keys()]).catch(onError)
    }, renew.everyMilliseconds)

  return {
    wake: loop.wake,
    stop: async () => {
      clearInterval(renewal)
      await loop.stop()
      const late = new Promise((resolve) => setTimeout(resolve, drainMilliseconds).unref())
      await Promise.race([Promise.all(running.values()), late])
      await release([...running.keys()]).catch(() => {})
    },
  }
}
