import type { FastifyRequest } from 'fastify'
import { isMultipart } from '#doors/files/multipart.ts'
import type { ReadBody } from '#doors/files/uploads.ts'
import { charge } from '#doors/rate-limit.ts'
import type { Visitor } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'

/*
 * Limits of visitors, the same in the live chat and on the routes for customers of an `api` inbox. Anybody can become a
 * visitor as often as they like, so everything is also limited by address.
 */

const QUOTAS = { 'chat-call': { visitor: 240, address: 1200 }, 'chat-message': { visitor: 30, address: 120 } }
const NEW_VISITORS_PER_MINUTE = 60
const UPLOADS_PER_HOUR = 40

/** Room for the longest message, in the longest notation. */
export const VISITOR_BODY_BYTES = 128 * 1024

export type VisitorPurpose = keyof typeof QUOTAS

/** Charges a call or a message, to the visitor and to their address. */
export async function chargeVisitor(
  { database }: Runtime,
  { address }: FastifyRequest,
  { inbox_id, source_id }: Visitor,
  purpose: VisitorPurpose,
): Promise<void> {
  const quotas = QUOTAS[purpose]
  const subjects = [`${purpose}:${inbox_id}:${source_id}`, `${purpose}:${address}`]
  await charge(database, subjects, [quotas.visitor, quotas.address])
}

export async function chargeNewVisitor({ database }: Runtime, { address }: FastifyRequest): Promise<void> {
  await charge(database, [`chat-session:${address}`], [NEW_VISITORS_PER_MINUTE])
}

/** Limits uploads per address. */
export function limitVisitorUploads({ database }: Runtime, readBody: ReadBody): ReadBody {
  return async (request, op) => {
    if (op.files && isMultipart(request.raw))
      await charge(database, [`chat-form:${request.address}`], [UPLOADS_PER_HOUR], 60)
    return readBody(request, op)
  }
}
