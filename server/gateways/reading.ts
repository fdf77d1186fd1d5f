import { Worker } from 'node:worker_threads'
import type { Answer, Readable } from '#gateways/reading/worker.ts'

export type Reader = {
  /** What a file says, as Markdown; or why nobody can tell. */
  read(file: Readable): Promise<Answer>
}

const MEGABYTE = 1024 * 1024
const LIMITS = { milliseconds: 30_000, heap_mb: 256, growth_mb: 512, at_once: 2 }

/**
 * Reads files strangers made: pages, PDF, DOCX. Each is read in a thread of its own, which is ended when it takes too long or
 * too much memory, so that a file made to do harm fails and nothing else does.
 */
export function openReader(limits: Partial<typeof LIMITS> = {}): Reader {
  const { milliseconds, heap_mb, growth_mb, at_once } = { ...LIMITS, ...limits }
  const turns = Array.from({ length: at_once }, () => Promise.resolve() as Promise<unknown>)

  const readNow = (file: Readable) =>
    new Promise<Answer>((resolve) => {
      const worker = new Worker(new URL('reading/worker.ts', import.meta.url), {
        workerData: file,
        resourceLimits: { maxOldGenerationSizeMb: heap_mb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
        // It needs to know nothing of the house, and says nothing but its answer.
        env: {},
        execArgv: [],
        stdout: true,
        stderr: true,
      })
      const before = process.memoryUsage.rss()
      const end = (answer: Answer) => {
        clearTimeout(late)
        clearInterval(watch)
        resolve(answer)
        void worker.terminate()
      }
      const late = setTimeout(() => end({ reason: 'too_much' }), milliseconds)
      // The heap of the thread is bounded by itself; what lies beside it (bytes being unpacked) only the process sees.
      const watch = setInterval(() => {
        if (process.memoryUsage.rss() - before > growth_mb * MEGABYTE) end({ reason: 'too_much' })
      }, 25)
      worker.once('message', end)
      worker.once('error', (error: NodeJS.ErrnoException) =>
        end({ reason: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too_much' : 'unreadable' }),
      )
      worker.once('exit', () => end({ reason: 'too_much' }))
    })

  let next = 0
  return {
    read: (file) => {
      const place = next++ % at_once
      const answer = turns[place]!.then(() => readNow(file))
      turns[place] = answer
      return answer
    },
  }
}
