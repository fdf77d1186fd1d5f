import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { takeAllowance } from '#domains/access/authorise.ts'
import {
  findSite,
  findVisitorActor,
  issueVisitorToken,
  readVisitorToken,
  type Site,
  type SiteVisitor,
} from '#domains/access/public/visitors.ts'
import { attempt } from '#doors/attempt.ts'
import type { Limits } from '#doors/authenticate.ts'
import { readText } from '#doors/classic/request.ts'
import { createRetryDelay } from '#doors/classic/retry-delay.ts'
import { rateLimited } from '#doors/rate-limit.ts'
import { reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

/** A limit is counted in sixty slots of this length. */
const SLOT_SECONDS = 1

declare module 'fastify' {
  interface FastifyRequest {
    /** The inbox of the URL, on routes without a token. */
    site?: Site | undefined
  }
}

/**
 * Authenticates customers of an `api` inbox: by their contact_token, or by their source_id, which therefore must be
 * unguessable. An inbox may require the token.
 */
export function createPublicAuthenticator({ database, secret }: Runtime, limits: Limits) {
  /** Makes the customer with this source_id the caller. */
  const signIn = async (request: FastifyRequest, source_id: string, verified = false): Promise<void> => {
    const { account, inbox } = request.site!
    const visitor = { account_id: account.id, inbox_id: inbox.id, source_id, verified }
    request.actor = (await attempt(database, () => findVisitorActor(database.sql, visitor))) ?? rejectUnknown()
  }

  const waitForRetry = createRetryDelay()
  /** Charges the address; one over its limit waits a moment. */
  const enter = async (address: string): Promise<void> => {
    const take = () =>
      attempt(database, () => takeAllowance(database.sql, [`public:${address}`], [limits.classic_ip], SLOT_SECONDS))
    const first = await take()
    const last = !first.admitted && (await waitForRetry(first.retry_after)) ? await take() : first
    if (!last.admitted) throw rateLimited(last.retry_after)
  }

  const findInbox = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // No cookie gives access to these routes, so pages of any site may call them.
    reply.header('access-control-allow-origin', '*')
    if (request.method === 'OPTIONS') return
    await enter(request.address)
    const { inbox_identifier } = request.params as { inbox_identifier: string }
    const site = await attempt(database, () => findSite(database.sql, inbox_identifier))
    request.site = site?.inbox.channel === 'api' ? site : rejectUnknown()
  }

  /** A new contact may bring a source_id of their own; in a URL it must be known. */
  const findCustomer = async (request: FastifyRequest): Promise<void> => {
    const { source_id: known } = request.params as { source_id?: string }
    const source_id = known ?? readText((request.body as { source_id?: unknown } | undefined)?.source_id)
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    // Classic clients send their account token here too, which gives no access to these routes.
    const visitor = token && readVisitorToken(secret, token)
    await (visitor
      ? signInByToken(request, visitor, source_id)
      : signInBySource(request, source_id, known !== undefined))
    if (known !== undefined && request.actor!.id === null) rejectUnknown()
  }

  const signInByToken = async (request: FastifyRequest, visitor: SiteVisitor, source_id?: string): Promise<void> => {
    // Ids are unique across the installation, so the inbox also determines the workspace.
    if (visitor.inbox_id !== request.site!.inbox.id || (source_id ?? visitor.source_id) !== visitor.source_id)
      return rejectToken()
    await signIn(request, visitor.source_id, visitor.verified)
  }

  const signInBySource = async (request: FastifyRequest, source_id: string | undefined, isKnown: boolean) => {
    const { requires_contact_token } = request.site!.inbox.settings
    if (isKnown && requires_contact_token) rejectToken()
    if (source_id !== undefined && !isUnguessable(source_id)) return isKnown ? rejectUnknown() : rejectGuessable()
    await signIn(request, source_id ?? randomUUID())
    if (requires_contact_token && request.actor!.id !== null) rejectToken()
  }

  /** Signs a token for the customer who is calling. */
  const issueToken = ({ actor }: FastifyRequest): string =>
    issueVisitorToken(secret, { account_id: actor!.account.id, ...actor!.visitor! })

  return { findInbox, findCustomer, signIn, issueToken }
}

/** A program may use phone numbers as source_id; knowing a number must not be enough to act as that customer. */
function isUnguessable(source_id: string): boolean {
  return /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|user:[\w-]{43})$/i.test(source_id)
}

function rejectGuessable(): never {
  return reject(
    'invalid_value',
    'source_id must be a UUID, because anybody who knows it can act as this customer; leave it out to get one.',
    'source_id',
  )
}

function rejectToken(): never {
  return reject(
    'unauthenticated',
    'Send the contact_token of this customer, from POST /contacts, in the header "Authorization: Bearer <token>".',
  )
}

function rejectUnknown(): never {
  return reject('not_found', 'There is no such inbox, or no customer with this source_id in it.')
}
