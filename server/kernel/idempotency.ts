import { createHash } from 'node:crypto'
import type { Call } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export type Replay = { status: number; body: string }

type Request = { key: string; request: string; input: unknown; status: number; onReplay(replay: Replay): void }

/**
 * Makes a request with an idempotency key happen once: the answer is kept in the same transaction as the effect,
 * and given again to whoever repeats it within a day.
 */
export function once({ key, request, input, status, onReplay }: Request): NonNullable<Call['around']> {
  const fingerprint = createHash('sha256').update(JSON.stringify(input)).digest()
  return async ({ sql, actor, now }, run) => {
    const account_id = actor.account.id
    // Visitors are nobody until they have written, so they are told apart by who they are in their inbox.
    const { visitor } = actor
    const who = visitor ? `visitor:${visitor.inbox_id}:${visitor.source_id}` : `${actor.type}:${actor.id}`
    const [lock] = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${JSON.stringify([account_id, who, request, key])}, 0)) as free`
    if (!lock?.free)
      reject('request_in_progress', 'The first request with this idempotency key is still running; retry shortly.')

    const [known] = await sql<Replay & { fingerprint: Buffer }>`
      select status, body, fingerprint from idempotency_keys
       where account_id = ${account_id} and actor = ${who} and request = ${request} and key = ${key} and expires_at > ${now}`
    if (known) {
      if (!fingerprint.equals(known.fingerprint)) {
        reject(
          'idempotency_key_reused',
          'This idempotency key was used with another body; use a new key for a new request.',
        )
      }
      onReplay(known)
      return undefined
    }

    const result = await run()
    await sql`
      insert into idempotency_keys (account_id, actor, request, key, fingerprint, status, body, expires_at)
      values (${account_id}, ${who}, ${request}, ${key}, ${fingerprint}, ${status}, ${JSON.stringify(result)},
              ${new Date(now.getTime() + 86_400_000)})
      on conflict (account_id, actor, request, key) do update
        set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body, expires_at = excluded.expires_at`
    return result
  }
}
