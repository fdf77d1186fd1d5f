import { randomUUID } from 'node:crypto'
import { claimMailboxes, readMailbox, releaseMailboxes, untilNextMailbox } from '#domains/channels/mail/mailboxes.ts'
import {
  claimMedia,
  fetchMedia,
  releaseMedia,
  type StoreFile,
  untilNextMedia,
} from '#domains/channels/incoming/media.ts'
import { claimOutbox, readOutbox, renewOutbox } from '#domains/channels/outgoing/outbox.ts'
import { claimEvents, processEvent, releaseEvents, untilNextEvent } from '#domains/channels/incoming/process.ts'
import { sendJob } from '#domains/channels/outgoing/send.ts'
import type { Channels } from '#kernel/connector.ts'
import { type Loop, startJobLoop } from '#kernel/loop.ts'
import type { LocalNotifier, Notifier } from '#kernel/notify.ts'
import { type Runtime, timingOf } from '#kernel/runtime.ts'

const INBOUND_AT_ONCE = 16
const OUTBOUND_AT_ONCE = 64
const MEDIA_AT_ONCE = 8
/** Connections to mailboxes, which stay open. */
const MAILBOXES_AT_ONCE = 500

/** The background work of channels: process what arrived, send what waits, fetch files. */
export function startChannelLoops(
  runtime: Runtime & { channels: Channels },
  notifier: Pick<Notifier, 'onNotify'>,
  /** Announces requests of providers stored by this node; those of others are found by looking. */
  inbound: LocalNotifier,
  storeFile: StoreFile,
): Pick<Loop, 'stop'> {
  const { leaseSeconds, ...timing } = timingOf(runtime)
  const onError = (error: unknown) => runtime.log.warn({ err: error }, 'cannot read a queue of the channels; retrying')
  const lease = randomUUID()
  const stopping = new AbortController()
  const options = { ...timing, onError, gapMilliseconds: 5 }
  const loops = [
    startJobLoop({
      ...options,
      notifier: inbound,
      capacity: INBOUND_AT_ONCE,
      claim: (room) => claimEvents(runtime, room),
      // A message may bring a file, which the third loop fetches.
      run: (event) => processEvent(runtime, event).then(() => inbound.notify(), onError),
      release: (events) => releaseEvents(runtime, events),
      untilNext: () => untilNextEvent(runtime),
    }),
    startJobLoop({
      ...options,
      notifier,
      topics: ['message.sent', 'message.updated', 'message.status_changed', 'inbox.connection_changed'],
      capacity: OUTBOUND_AT_ONCE,
      ...createOutboxQueue(runtime, lease),
      run: (job) => sendJob(runtime, job).catch(onError),
      renew: { everyMilliseconds: leaseSeconds * 300, run: () => renewOutbox(runtime, lease) },
      // An entry that is being sent stays leased: whether it was sent is not known.
      release: async () => {},
    }),
    startJobLoop({
      ...options,
      notifier: inbound,
      capacity: MEDIA_AT_ONCE,
      claim: (room) => claimMedia(runtime, room),
      run: (job) => fetchMedia(runtime, storeFile, job).catch(onError),
      release: (jobs) => releaseMedia(runtime, jobs),
      untilNext: () => untilNextMedia(runtime),
    }),
    startJobLoop({
      ...options,
      notifier,
      topics: ['inbox.created', 'inbox.updated', 'inbox.connection_changed', 'inbox.deleted'],
      gapMilliseconds: 200,
      capacity: MAILBOXES_AT_ONCE,
      claim: (room) => claimMailboxes(runtime, lease, room),
      run: (job) => readMailbox(runtime, job, stopping.signal, inbound.notify).catch(onError),
      release: (jobs) => releaseMailboxes(runtime, jobs),
      untilNext: () => untilNextMailbox(runtime),
    }),
  ]
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(loops.map(({ stop }) => stop()))
    },
  }
}

/** Reads the outbox once for both questions: whether anything is due, and when the next entry is. */
function createOutboxQueue(runtime: Runtime & { channels: Channels }, lease: string) {
  let untilNext = Infinity
  return {
    claim: async (room: number) => {
      const outbox = await readOutbox(runtime)
      untilNext = outbox.untilNext
      return outbox.isDue ? claimOutbox(runtime, runtime.channels.connectors, lease, room) : []
    },
    untilNext: () => Promise.resolve(untilNext),
  }
}
