import { Worker } from 'node:worker_threads'
import type { Answer, Readable } from '#gateways/document-text/worker.ts'

export type Reader = {
  /** The text of a file as Markdown, or the reason it cannot be read. */
  read(file: Readable): Promise<Answer>
}

const MEGABYTE = 1024 * 1024
const LIMITS = { milliseconds: 30_000, heap_mb: 256, growth_mb: 512, at_once: 2 }

/**
 * Extracts text from untrusted files: web pages, PDF, DOCX. Each is read in its own thread, which is stopped when it
 * takes too long or too much memory, so that a malicious file harms nothing else.
 */
export function openReader(limits: Partial<typeof LIMITS> = {}): Reader {
  const { milliseconds, heap_mb, growth_mb, at_once } = { ...LIMITS, ...limits }
  const turns = Array.from({ length: at_once }, () => Promise.resolve() as Promise<unknown>)

  let running = 0
  let started = 0

  const readNow = (file: Readable) =>
    new Promise<Answer | typeof INTERRUPTED>((resolve) => {
      const number = ++started
      const isFirst = running++ === 0
      const isAlone = () => isFirst && started === number
      const worker = new Worker(new URL('document-text/worker.ts', import.meta.url), {
        workerData: file,
        resourceLimits: { maxOldGenerationSizeMb: heap_mb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
        // The thread gets no environment, and only its answer is used.
        env: {},
        execArgv: [],
        stdout: true,
        stderr: true,
      })
      const before = process.memoryUsage.rss()
      let isEnded = false
      const end = (answer: Answer | typeof INTERRUPTED) => {
        if (isEnded) return
        isEnded = true
        clearTimeout(late)
        clearInterval(watch)
        // The next file begins when the memory of this thread is free.
        void worker.terminate().then(() => {
          running--
          resolve(answer)
        })
      }
      const late = setTimeout(() => end({ reason: 'too_much' }), milliseconds)
      // The heap of the thread has its own limit; memory outside it (decompressed bytes) is visible to the process only.
      const watch = setInterval(() => {
        if (process.memoryUsage.rss() - before > growth_mb * MEGABYTE)
          end(isAlone() ? { reason: 'too_much' } : INTERRUPTED)
      }, 25)
      worker.once('message', end)
      worker.once('error', (error: NodeJS.ErrnoException) =>
        end({ reason: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too_much' : 'unreadable' }),
      )
      worker.once('exit', () => end({ reason: 'too_much' }))
    })

  /** Reads a file while no other is read, so that the memory in use is its own. */
  const readAlone = (file: Readable) => {
    const answer = Promise.all(turns).then(() => readNow(file))
    void turns.fill(answer)
    return answer as Promise<Answer>
  }

  let next = 0
  return {
    read: async (file) => {
      const place = next++ % at_once
      const attempt = turns[place]!.then(() => readNow(file))
      turns[place] = attempt
      const answer = await attempt
      return answer === INTERRUPTED ? readAlone(file) : answer
    },
  }
}

/** The process grew while several files were read; any of them may be the cause. */
const INTERRUPTED = 'interrupted'
