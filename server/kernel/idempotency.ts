import { createHmac } from 'node:crypto'
import type { Call } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import { seal, unseal } from '#kernel/vault.ts'

export type Replay = { status: number; body: string }

type Request = {
  key: string
  request: string
  input: unknown
  status: number
  /** Milliseconds the answer is kept. Default: a day. */
  lifetime?: number
  onReplay(replay: Replay): void
}

const DAY = 86_400_000

/**
 * Runs a request with an idempotency key once: the answer is stored in the same transaction as its effect, and returned
 * again when the request is repeated within its lifetime. Answers may show a key and requests may carry a password, so the one is
 * stored encrypted and the other as a keyed digest.
 */
export function once({ key, request, input, status, lifetime = DAY, onReplay }: Request): NonNullable<Call['wrap']> {
  return async ({ sql, actor, now, secret }, run) => {
    const fingerprint = createHmac('sha256', secret).update(JSON.stringify(input)).digest()
    const account_id = actor.account.id
    // Visitors have no id until their first message, so they are identified by their inbox.
    const { visitor } = actor
    const caller = visitor ? `visitor:${visitor.inbox_id}:${visitor.source_id}` : `${actor.type}:${actor.id}`
    const [lock] = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${JSON.stringify([account_id, caller, request, key])}, 0)) as free`
    if (!lock?.free)
      reject('request_in_progress', 'The first request with this idempotency key is still running; retry shortly.')

    const [known] = await sql<{ status: number; sealed: Buffer; fingerprint: Buffer }>`
      select status, sealed, fingerprint from idempotency_keys
       where account_id = ${account_id} and actor = ${caller} and request = ${request} and key = ${key} and expires_at > ${now}
         and sealed is not null`
    if (known) {
      if (!fingerprint.equals(known.fingerprint)) {
        reject(
          'idempotency_key_reused',
          'This idempotency key was used with another body; use a new key for a new request.',
        )
      }
      onReplay({ status: known.status, body: unseal(secret, known.sealed) })
      return undefined
    }

    const result = await run()
    await sql`
      insert into idempotency_keys (account_id, actor, request, key, fingerprint, status, sealed, expires_at)
      values (${account_id}, ${caller}, ${request}, ${key}, ${fingerprint}, ${status}, ${seal(secret, JSON.stringify(result))},
              ${new Date(now.getTime() + lifetime)})
      on conflict (account_id, actor, request, key) do update
        set fingerprint = excluded.fingerprint, status = excluded.status, sealed = excluded.sealed, body = null, expires_at = excluded.expires_at`
    return result
  }
}
