import type { FastifyRequest } from 'fastify'
import { takeAllowance } from '#domains/access/authorise.ts'
import { readVisitor, type SiteVisitor, visitorActor } from '#domains/access/visitors.ts'
import { limited } from '#doors/authenticate.ts'
import { isForm } from '#doors/files/form.ts'
import type { Receive } from '#doors/files/uploads.ts'
import { reject } from '#kernel/problem.ts'
import { asProblem } from '#kernel/refusals.ts'
import type { Runtime } from '#kernel/runtime.ts'

type Quotas = { visitor: number; ip: number }

/** Lets in a visitor with their token, so many times a minute, and their address somewhat more often. */
export function openVisitorGate({ database, secret }: Runtime, what: string, quotas: Quotas) {
  return async (request: FastifyRequest): Promise<SiteVisitor> => {
    const visitor = readVisitor(secret, bearer(request)) ?? unknown()
    const who = `${what}:${visitor.inbox_id}:${visitor.source_id}`
    const [actor] = await Promise.all([
      visitorActor(database.sql, visitor).catch(async (error) => {
        throw await asProblem(error, database)
      }),
      charge(database, [who, `${what}:${request.ip}`], [quotas.visitor, quotas.ip]),
    ])
    request.actor = actor ?? unknown()
    return visitor
  }
}

const FORMS_AN_HOUR = 40

/** Takes in what visitors send; what may bring files is taken less often, whoever they say they are. */
export function receiveFromVisitors({ database }: Runtime, receive: Receive): Receive {
  return async (request, op) => {
    if (op.files && isForm(request.raw)) await charge(database, [`chat-form:${request.ip}`], [FORMS_AN_HOUR], 60)
    return receive(request, op)
  }
}

/** Charges each subject with one of what it may have in a minute (or in sixty slots of another width), or refuses. */
export async function charge(
  database: Runtime['database'],
  subjects: string[],
  quotas: number[],
  slotSeconds = 1,
): Promise<void> {
  const taken = takeAllowance(database.sql, subjects, quotas, slotSeconds)
  const { admitted, retry_after } = await taken.catch(async (error) => {
    throw await asProblem(error, database)
  })
  if (!admitted) throw limited(retry_after)
}

function bearer({ raw }: FastifyRequest): string {
  const headers = raw.headersDistinct.authorization
  return (headers?.length === 1 && /^Bearer ([^\s,]+)$/i.exec(headers[0]!)?.[1]) || unknown()
}

function unknown(): never {
  return reject('unauthenticated', 'Send the token of a chat session in the header "Authorization: Bearer <token>".')
}
