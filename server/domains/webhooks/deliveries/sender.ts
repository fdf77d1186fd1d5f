import { setTimeout as sleep } from 'node:timers/promises'
import { TEST } from '#contract/webhook-bodies.ts'
import { isUnavailable } from '#db/database.ts'
import * as queue from './queue.ts'
import { toFailure, toOutcome, type Outcome, retryDelay } from '#domains/webhooks/rules.ts'
import { headersOf, secretsOf, withoutSignature } from './sign.ts'
import { canRead, webhookRights } from '#domains/webhooks/endpoints/rights.ts'
import { failMessage, recordFailure, recordSuccess, disableEndpoint } from '#domains/webhooks/endpoints/health.ts'
import type { Runtime } from '#kernel/runtime.ts'

/** Posts to a URL; the gateway refuses addresses that are not allowed. */
export type Post = (
  url: string,
  body: string,
  headers: Record<string, string>,
) => Promise<{ status: number; headers: Record<string, string>; body: string }>

const WRITES = 20
const WRITE_PAUSE_MILLISECONDS = 1_000

/** Makes one attempt at a claimed delivery and saves its result. */
export async function send(
  runtime: Runtime,
  post: Post,
  schedule: readonly number[],
  delivery: queue.ClaimedDelivery,
): Promise<void> {
  const attempt = await attemptDelivery(runtime, post, delivery)
  const write = () =>
    attempt.outcome.error_class === null
      ? saveSuccess(runtime, delivery, attempt)
      : saveFailure(runtime, schedule, delivery, attempt)
  for (let left = WRITES; left > 0; left--) {
    try {
      return await write()
    } catch (error) {
      const { id, webhook_id } = delivery
      runtime.log.warn(
        { err: error, delivery_id: id, webhook_id },
        'the outcome of a webhook delivery could not be saved',
      )
      // Retried while the lease lasts, so that a short database outage does not cause a second delivery.
      if (!isUnavailable(error)) return
      await sleep(WRITE_PAUSE_MILLISECONDS)
    }
  }
}

type Attempt = { headers: Record<string, string>; milliseconds: number; outcome: Outcome }

async function attemptDelivery({ secret }: Runtime, post: Post, delivery: queue.ClaimedDelivery): Promise<Attempt> {
  const { url, body } = delivery
  const refusal = refusalOf(delivery)
  if (refusal) return { headers: {}, milliseconds: 0, outcome: refusal }
  const started = performance.now()
  let headers: Record<string, string> = {}
  let outcome: Outcome
  try {
    headers = signedHeaders(secret, delivery, new Date())
    outcome = toOutcome(await post(url, body, headers), new Date())
  } catch (error) {
    outcome = toFailure(error as Error)
  }
  return { headers: withoutSignature(headers), milliseconds: Math.round(performance.now() - started), outcome }
}

/** The outcome of a delivery the maker of the endpoint may no longer receive. */
function refusalOf(delivery: queue.ClaimedDelivery): Outcome | undefined {
  const rights = webhookRights(delivery)
  if (!('refused' in rights) && canRead(rights, delivery.event)) return undefined
  const message = 'refused' in rights ? rights.refused.en : `Its maker may no longer read ${delivery.event}.`
  return { ...toFailure({ message, code: 'blocked' }), stop: 'message' }
}

/** The headers of this attempt. Fails if the secret was sealed with another installation secret. */
function signedHeaders(secret: Buffer, delivery: queue.ClaimedDelivery, now: Date): Record<string, string> {
  let secrets: string[]
  try {
    secrets = secretsOf(secret, delivery, now)
  } catch {
    throw Object.assign(new Error('The webhook secret cannot be decrypted; rotate it.'), { code: 'blocked' })
  }
  return headersOf({ ...delivery, number: delivery.attempts + 1 }, secrets, now)
}

async function saveSuccess(runtime: Runtime, delivery: queue.ClaimedDelivery, attempt: Attempt): Promise<void> {
  if (delivery.unsettled) await recordSuccess(runtime, delivery)
  if (attempt.outcome.stop === 'endpoint') await disableEndpoint(runtime, delivery, 'gone')
  await queue.markDelivered(runtime, delivery, attempt)
}

async function saveFailure(
  runtime: Runtime,
  schedule: readonly number[],
  delivery: queue.ClaimedDelivery,
  attempt: Attempt,
): Promise<void> {
  const { stop, retry_after, error } = attempt.outcome
  if (stop === 'endpoint') await disableEndpoint(runtime, delivery, 'gone')
  await recordFailure(runtime, delivery, error)
  const isOver = stop !== null || delivery.event === TEST
  const next = isOver ? undefined : retryDelay(schedule, delivery.tries + 1, retry_after, Math.random())
  const given_up = await queue.markFailed(runtime, delivery, attempt, next)
  if (given_up && delivery.kind === 'inbox' && delivery.event === 'message_created')
    await failMessage(runtime, delivery, error ?? 'It was not delivered.')
}
