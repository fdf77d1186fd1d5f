import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { TEST } from '#contract/webhook-bodies.ts'
import { isUnavailable } from '#db/database.ts'
import * as queue from '#domains/webhooks/queue.ts'
import { failure, judge, type Outcome, pause } from '#domains/webhooks/rules.ts'
import { headersOf, secretsOf, withoutSignature } from '#domains/webhooks/signing.ts'
import { failMessage, noteFailure, noteSuccess, switchOff } from '#domains/webhooks/watching.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { type Bell, waiter } from '#kernel/wake.ts'

/** How an address is called. The gateway knows which may be. */
export type Post = (
  url: string,
  body: string,
  headers: Record<string, string>,
) => Promise<{ status: number; headers: Record<string, string>; body: string }>

export type Nudge = Pick<Bell, 'ring' | 'on'>

const MOST_AT_ONCE = 64
const POLL_MILLISECONDS = 1_000
const BREATH_MILLISECONDS = 1
const FAREWELL_MILLISECONDS = 15_000
const WRITES = 20
const WRITE_PAUSE_MILLISECONDS = 1_000

/** Says on this node that there is something to send. Others find out by looking. */
export function openNudge(): Nudge {
  const here = new EventEmitter()
  return { ring: () => here.emit('ring'), on: (hear) => here.on('ring', hear) }
}

/**
 * Sends what waits for other systems, at least once each. It has places of its own, few for each endpoint, so that one
 * that hangs delays no other. Who dies while sending leaves a lease that ends; then somebody else sends it.
 */
export function startSender(
  runtime: Runtime,
  post: Post,
  schedule: readonly number[],
  nudge: Nudge,
): { stop(): Promise<void> } {
  const lease = randomUUID()
  const running = new Set<Promise<void>>()
  const wait = waiter(nudge)
  let stopping = false

  const loop = (async () => {
    while (!stopping) {
      try {
        const room = MOST_AT_ONCE - running.size
        const claimed = room > 0 ? await queue.claim(runtime, lease, room) : []
        for (const delivery of claimed) start(delivery)
      } catch (error) {
        runtime.log.warn({ err: error }, 'cannot take webhooks from the queue')
      }
      // What is finished together is followed together.
      await sleep(BREATH_MILLISECONDS)
      // Nothing more can be taken until one is finished or another comes.
      if (!stopping) await wait.until(POLL_MILLISECONDS)
    }
  })()

  function start(delivery: queue.Claimed) {
    const done = send(runtime, post, schedule, delivery).finally(() => {
      running.delete(done)
      wait.release()
    })
    running.add(done)
  }

  return {
    stop: async () => {
      stopping = true
      wait.release()
      await loop
      const late = new Promise((resolve) => setTimeout(resolve, FAREWELL_MILLISECONDS).unref())
      await Promise.race([Promise.all(running), late])
      await queue.release(runtime, lease).catch(() => {})
    },
  }
}

/** One attempt, and what follows from it. */
async function send(runtime: Runtime, post: Post, schedule: readonly number[], delivery: queue.Claimed): Promise<void> {
  const attempt = await tried(runtime, post, delivery)
  const write = () =>
    attempt.outcome.error_class === null
      ? arrived(runtime, delivery, attempt)
      : missed(runtime, schedule, delivery, attempt)
  for (let left = WRITES; left > 0; left--) {
    try {
      return await write()
    } catch (error) {
      const { id, webhook_id } = delivery
      runtime.log.warn({ err: error, delivery_id: id, webhook_id }, 'the outcome of a webhook could not be written')
      // A database that comes back within the lease spares the receiver a repetition. Else it is sent again, under the same id.
      if (!isUnavailable(error)) return
      await sleep(WRITE_PAUSE_MILLISECONDS)
    }
  }
}

type Attempt = { headers: Record<string, string>; milliseconds: number; outcome: Outcome }

async function tried({ secret }: Runtime, post: Post, delivery: queue.Claimed): Promise<Attempt> {
  const { url, body } = delivery
  const begun = performance.now()
  let headers: Record<string, string> = {}
  let outcome: Outcome
  try {
    headers = signed(secret, delivery, new Date())
    outcome = judge(await post(url, body, headers), new Date())
  } catch (error) {
    outcome = failure(error as Error)
  }
  return { headers: withoutSignature(headers), milliseconds: Math.round(performance.now() - begun), outcome }
}

/** The headers of this attempt. What was sealed with another secret of the installation signs nothing any more. */
function signed(secret: Buffer, delivery: queue.Claimed, now: Date): Record<string, string> {
  let secrets: string[]
  try {
    secrets = secretsOf(secret, delivery, now)
  } catch {
    throw Object.assign(new Error('Its secret cannot be read; rotate it.'), { code: 'blocked' })
  }
  return headersOf({ ...delivery, number: delivery.attempts + 1 }, secrets, now)
}

async function arrived(runtime: Runtime, delivery: queue.Claimed, attempt: Attempt): Promise<void> {
  if (delivery.unsettled) await noteSuccess(runtime, delivery)
  if (attempt.outcome.stop === 'endpoint') await switchOff(runtime, delivery, 'gone')
  await queue.settle(runtime, delivery, attempt)
}

async function missed(
  runtime: Runtime,
  schedule: readonly number[],
  delivery: queue.Claimed,
  attempt: Attempt,
): Promise<void> {
  const { stop, retry_after, error } = attempt.outcome
  if (stop === 'endpoint') await switchOff(runtime, delivery, 'gone')
  await noteFailure(runtime, delivery, error)
  const isOver = stop !== null || delivery.event === TEST
  const next = isOver ? undefined : pause(schedule, delivery.tries + 1, retry_after, Math.random())
  const given_up = await queue.fail(runtime, delivery, attempt, next)
  if (given_up && delivery.kind === 'inbox' && delivery.event === 'message_created')
    await failMessage(runtime, delivery, error ?? 'It did not arrive.')
}
