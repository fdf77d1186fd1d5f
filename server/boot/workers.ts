import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#kernel/runtime.ts'
import type { WorkerMessage } from './worker-messages.ts'

export type Workers = {
  /** Resolves when all serve requests; false if they were stopped before. */
  ready: Promise<boolean>
  /** Replaces the processes one after the other; each goes on until the next one is ready. */
  rollOver(): Promise<void>
  stop(signal: NodeJS.Signals): Promise<void>
}

const MAX_PAUSE_MILLISECONDS = 5_000

/** Starts `count` server processes that share the port, and keeps them running. */
export function startWorkers(count: number, log: Log): Workers {
  const numbers = Array.from({ length: count }, (_, i) => i + 1)
  const workers = new Map<number, Worker>()
  let isStopping = false
  let rolling = Promise.resolve()

  const start = async (number: number) => {
    const worker = cluster.fork({ HILO_WORKER: String(number), HILO_BUILD: '' })
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'all_metrics') void gatherMetrics(workers.values()).then((texts) => answer(worker, texts))
    })
    await untilReady(worker)
    workers.set(number, worker)
    worker.once('exit', (code, signal) => {
      if (isStopping || workers.get(number) !== worker) return
      log.error({ worker: number, code, signal }, 'a worker ended unexpectedly; it is started again')
      workers.delete(number)
      void restart(number)
    })
  }

  const restart = async (number: number) => {
    for (let pause = 100; !isStopping; pause = Math.min(pause * 2, MAX_PAUSE_MILLISECONDS)) {
      try {
        return await start(number)
      } catch (err) {
        log.error({ err, worker: number }, 'a worker could not be started; it will be retried')
        await sleep(pause)
      }
    }
  }

  const replaceAll = async () => {
    for (const number of numbers) {
      if (isStopping) return
      const old = workers.get(number)
      await start(number)
      if (old) send(old, { kind: 'retire' })
    }
  }

  const ready = Promise.all(numbers.map(start)).then(
    () => true,
    (error) => {
      if (!isStopping) throw error
      return false
    },
  )
  return {
    ready,
    rollOver: () =>
      (rolling = rolling.then(replaceAll).catch((err) => log.error({ err }, 'the workers could not be replaced'))),
    stop: async (signal) => {
      isStopping = true
      const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
      await Promise.all(
        running.map(async ({ process: child }) => {
          child.kill(signal)
          if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
        }),
      )
    },
  }
}

function untilReady(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const listen = ({ kind }: WorkerMessage) => kind === 'ready' && finish(resolve)
    const fail = () => finish(() => reject(new Error('A server process ended before it was ready.')))
    const finish = (settle: () => void) => {
      worker.off('message', listen).off('exit', fail)
      settle()
    }
    worker.on('message', listen).once('exit', fail)
  })
}

const gatherMetrics = (workers: Iterable<Worker>) => Promise.all([...workers].map(metricsOf))

/** The metrics of one process, as text; none if it ends meanwhile. */
function metricsOf(worker: Worker): Promise<string> {
  return new Promise((resolve) => {
    const listen = (message: WorkerMessage) => message.kind === 'metrics' && finish(message.text)
    const leave = () => finish('')
    const finish = (text: string) => {
      worker.off('message', listen).off('exit', leave)
      resolve(text)
    }
    worker.on('message', listen).once('exit', leave)
    send(worker, { kind: 'metrics', text: '' })
  })
}

const answer = (worker: Worker, texts: string[]) => send(worker, { kind: 'all_metrics', texts })

/** A process that has just ended cannot be reached; its end is noticed by its exit. */
function send(worker: Worker, message: WorkerMessage): void {
  if (worker.isConnected()) worker.send(message, () => {})
}
