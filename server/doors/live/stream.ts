import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Signal } from '#contract/signals.ts'
import { countStreams } from '#doors/health/metrics.ts'
import { openWriter } from '#doors/live/stream-writer.ts'
import type { Feed } from '#kernel/feed.ts'
import { readPosition } from '#kernel/position.ts'
import type { StoredEvent } from '#kernel/event-log.ts'

/** One server-sent event. */
export type SseMessage = { name: string; data: object }

export type Stream = {
  /** Asks the client to read everything again. */
  reset(): void
  /** Closes the stream; the client reconnects. */
  end(): void
}

type Options = {
  account_id: string
  /** The message for this client, if any. Data that is one object for many clients is serialised once. */
  toMessage(event: StoredEvent | Signal): SseMessage | undefined
  onEnd?(): void
  heartbeat_ms?: number | undefined
}

const HEARTBEAT_MS = 15_000
const CLOSE_MS = 1_000

/** Answers with server-sent events: those of the workspace from now on, or since the Last-Event-ID. */
export async function openStream(
  request: FastifyRequest,
  reply: FastifyReply,
  feed: Feed,
  { account_id, toMessage, onEnd, heartbeat_ms = HEARTBEAT_MS }: Options,
): Promise<Stream> {
  const last = lastEventId(request)
  const { missed, ...subscription } = await feed.subscribe(
    account_id,
    last === undefined ? undefined : readPosition(last),
  )
  const writer = openWriter(reply)
  const plain = isPlain(request)
  const send = (event: StoredEvent | Signal, id?: string) => {
    try {
      const message = toMessage(event)
      if (message) writer.write(formatMessage(plain ? { ...message, name: 'message' } : message, id))
    } catch (error) {
      // An event that fails for one client must still reach the others.
      request.log.error({ err: error, event: event.name }, 'event could not be sent to a stream')
    }
  }
  // The heartbeat carries the position, so that a client that receives few events does not fall behind.
  const heartbeat = setInterval(() => writer.write(`:\nid: ${subscription.position()}\n\n`), heartbeat_ms)
  const leave = () => {
    if (!subscription.stop()) return
    clearInterval(heartbeat)
    countStreams(-1)
    onEnd?.()
  }
  const reset = () => writer.write(formatMessage({ name: 'reset', data: {} }, subscription.position()))
  const end = () => {
    leave()
    reply.raw.end()
    // A client that does not read the rest is cut off.
    setTimeout(() => reply.raw.destroy(), CLOSE_MS).unref()
  }

  countStreams(1)
  reply.raw.once('close', leave)
  if (reply.raw.destroyed) leave()
  writer.write('retry: 1000\n\n')
  if (last === undefined) writer.write(formatMessage({ name: 'ready', data: {} }, subscription.position()))
  if (!missed) reset()
  for (const [event, id] of missed ?? []) {
    if (writer.isFull()) break
    send(event, id)
  }
  if (writer.isFull()) {
    // The client reads these events first; it reconnects after them and gets the rest.
    leave()
    writer.end()
  } else subscription.start({ event: send, signal: send, end })
  return { reset, end }
}

/** Browsers send the header when an EventSource reconnects; a new EventSource can only set the URL. */
function lastEventId({ headers, query }: FastifyRequest): string | undefined {
  const id = headers['last-event-id'] ?? (query as Record<string, unknown>).last_event_id
  return id === undefined || id === '' ? undefined : String(id)
}

/** A browser's EventSource receives only names it subscribed to; with `plain` all events are named `message`. */
function isPlain({ query }: FastifyRequest): boolean {
  return 'plain' in (query as Record<string, unknown>)
}

const serialised = new WeakMap<object, string>()

function formatMessage({ name, data }: SseMessage, id?: string): string {
  let text = serialised.get(data)
  if (text === undefined) serialised.set(data, (text = JSON.stringify(data)))
  return `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${text}\n\n`
}
