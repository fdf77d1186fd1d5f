import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { once, type Replay } from '#kernel/idempotency.ts'
import { toAnswer } from '#kernel/invoke.ts'
import type { AnyOperation, Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export type Run = () => Promise<unknown>

/** `Idempotency-Key`: a request repeated with the same key takes effect once and gets the first answer again. */
export function idempotency(
  request: FastifyRequest,
  input: unknown,
  status: number,
  onReplay: (replay: Replay) => void,
) {
  const header = request.headers['idempotency-key']
  if (header === undefined || (request.method !== 'POST' && request.method !== 'PATCH')) return undefined
  const key = /^"?([\x21\x23-\x7e]{1,255})"?$/.exec(String(header))?.[1]
  if (!key) reject('invalid_request', 'The Idempotency-Key must be 1 to 255 visible characters.')
  return once({ key, request: `${request.method} ${request.url.split('?')[0]}`, input, status, onReplay })
}

/** `If-Match`: the record must still be as the caller read it. Check and change share one snapshot, so no change slips between. */
export function precondition(
  request: FastifyRequest,
  reader: AnyOperation | undefined,
  params: string[],
  input: Record<string, unknown>,
) {
  const expected = request.headers['if-match']
  if (!expected || expected === '*' || !reader || request.method === 'GET') return undefined
  return async (ctx: Context, run: Run) => {
    const current = await reader.run(ctx, Object.fromEntries(params.map((param) => [param, input[param]])))
    if (etag(JSON.stringify(toAnswer(reader, ctx.actor, current))) !== expected) {
      reject('precondition_failed', 'The record has changed since you read it; read it again and repeat the change.')
    }
    return run()
  }
}

export function etag(body: string): string {
  return `"${createHash('sha1').update(body).digest('base64url')}"`
}
