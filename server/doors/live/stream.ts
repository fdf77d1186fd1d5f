import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Signal } from '#contract/signals.ts'
import { countStreams } from '#doors/metrics.ts'
import type { Feed } from '#kernel/feed.ts'
import { readPosition } from '#kernel/position.ts'
import type { Happened } from '#kernel/tail.ts'

/** What a listener is told: the name of an event, and its data. */
export type Said = { name: string; data: object }

export type Stream = {
  /** Tells the listener to read everything anew. */
  reset(): void
  /** Lets the listener go, who will come back. */
  end(): void
}

type Options = {
  account_id: string
  /** What this listener is told of it, if anything. Data that is the same object for many is made into text once. */
  hear(said: Happened | Signal): Said | undefined
  onEnd?(): void
}

const HEARTBEAT_MILLISECONDS = 15_000
const PARTING_MILLISECONDS = 1_000

/** Answers with server-sent events: what happens in the workspace from now on, or since the Last-Event-ID. */
export async function openStream(
  request: FastifyRequest,
  reply: FastifyReply,
  feed: Feed,
  { account_id, hear, onEnd }: Options,
): Promise<Stream> {
  const last = lastEventId(request)
  const { missed, ...listening } = await feed.listen(account_id, last === undefined ? undefined : readPosition(last))
  const pen = openPen(reply)
  const plain = isPlain(request)
  const tell = (said: Happened | Signal, id?: string) => {
    try {
      const told = hear(said)
      if (told) pen.write(block(plain ? { ...told, name: 'message' } : told, id))
    } catch (error) {
      // What one cannot be told must not keep the others from hearing it.
      request.log.error({ err: error, event: said.name }, 'a listener could not be told')
    }
  }
  // A position on its own is kept by the listener too, so that who hears little does not fall behind.
  const heartbeat = setInterval(() => pen.write(`:\nid: ${listening.position()}\n\n`), HEARTBEAT_MILLISECONDS)
  const leave = () => {
    if (!listening.stop()) return
    clearInterval(heartbeat)
    countStreams(-1)
    onEnd?.()
  }
  const reset = () => pen.write(block({ name: 'reset', data: {} }, listening.position()))
  const end = () => {
    leave()
    reply.raw.end()
    // Who does not read what is left is not waited for.
    setTimeout(() => reply.raw.destroy(), PARTING_MILLISECONDS).unref()
  }

  countStreams(1)
  reply.raw.once('close', leave)
  if (reply.raw.destroyed) leave()
  pen.write('retry: 1000\n\n')
  if (last === undefined) pen.write(block({ name: 'ready', data: {} }, listening.position()))
  if (!missed) reset()
  for (const [event, id] of missed ?? []) tell(event, id)
  pen.bound()
  listening.start({ event: tell, signal: tell, end })
  return { reset, end }
}

/** The header a browser sends by itself when it comes back; one that begins anew can only write addresses. */
function lastEventId({ headers, query }: FastifyRequest): string | undefined {
  const given = headers['last-event-id'] ?? (query as Record<string, unknown>).last_event_id
  return given === undefined || given === '' ? undefined : String(given)
}

/** A browser's EventSource hears only names it knows beforehand; `plain` tells all under one, and the data says which. */
function isPlain({ query }: FastifyRequest): boolean {
  return 'plain' in (query as Record<string, unknown>)
}

const MOST_BEHIND = 1024 * 1024

/** Writes to the listener as fast as they read. Who is too far behind, once bounds are set, is cut off. */
function openPen(reply: FastifyReply) {
  const { raw } = reply
  const waiting: string[] = []
  let behind = 0
  let most = Infinity

  reply.hijack()
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // The listener comes back on a new connection, and may find another node at its end.
    connection: 'close',
  })
  raw.on('error', () => {})
  raw.on('drain', () => {
    while (waiting.length > 0 && !raw.writableNeedDrain) {
      const text = waiting.shift()!
      behind -= text.length
      raw.write(text)
    }
  })
  return {
    write: (text: string) => {
      if (behind > most) return raw.destroy()
      if (waiting.length === 0 && !raw.writableNeedDrain) return raw.write(text)
      behind += text.length
      return waiting.push(text)
    },
    /** What waits already is not held against the listener. */
    bound: () => (most = behind + MOST_BEHIND),
  }
}

const texts = new WeakMap<object, string>()

function block({ name, data }: Said, id?: string): string {
  let text = texts.get(data)
  if (text === undefined) texts.set(data, (text = JSON.stringify(data)))
  return `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${text}\n\n`
}
