import type { FastifyReply } from 'fastify'
import { dropSlowReader } from '#doors/slow-readers.ts'

/** Characters that may wait for one client, and for all clients of this node together. */
const MAX_BACKLOG = 256 * 1024
const MAX_TOTAL_BACKLOG = 64 * 1024 * 1024
let total = 0

export type StreamWriter = {
  /** Writes to the client as fast as it reads. A client that falls too far behind is cut off; it resumes by its position. */
  write(text: string): void
  /** Whether the next text may be the one that cuts the client off. */
  isFull(): boolean
  /** Closes the stream after everything written so far. */
  end(): void
}

/** Begins the response of a stream. */
export function openWriter(reply: FastifyReply): StreamWriter {
  const { raw } = reply
  const queue: string[] = []
  let backlog = 0
  let isEnding = false

  const count = (characters: number) => {
    backlog += characters
    total += characters
  }
  const isFull = () => backlog > MAX_BACKLOG || total > MAX_TOTAL_BACKLOG

  reply.hijack()
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // The client reconnects on a new connection, which a balancer may send to another node.
    connection: 'close',
  })
  dropSlowReader(raw)
  raw.on('error', () => {})
  raw.once('close', () => {
    queue.length = 0
    count(-backlog)
  })
  raw.on('drain', () => {
    while (queue.length > 0 && !raw.writableNeedDrain) {
      const text = queue.shift()!
      count(-text.length)
      raw.write(text)
    }
    if (isEnding && queue.length === 0) raw.end()
  })

  return {
    isFull,
    write: (text) => {
      if (raw.destroyed) return
      if (queue.length === 0 && !raw.writableNeedDrain) {
        raw.write(text)
      } else if (isFull()) {
        raw.destroy()
      } else {
        count(text.length)
        queue.push(text)
      }
    },
    end: () => {
      isEnding = true
      if (queue.length === 0) raw.end()
    },
  }
}
