import type { FastifyReply, FastifyRequest } from 'fastify'
import { undoMargins } from '#contract/undoable-events.ts'
import { type ActiveSession, findSession, signOut } from '#domains/access/sign-in/sessions.ts'
import { DEVICE_SECONDS, issueDevice } from '#domains/access/sign-in/devices.ts'
import { readCookie, writeCookie } from '#doors/app/cookies.ts'
import { attempt } from '#doors/attempt.ts'
import type { Origin } from '#kernel/audit.ts'
import type { Feed } from '#kernel/feed.ts'
import { reject } from '#kernel/problem.ts'
import { type Runtime, timingOf } from '#kernel/runtime.ts'

const COOKIE_SECONDS = 60 * 86_400

/** Opens a session, sets its cookie and answers who is signed in. */
export async function startSession(
  runtime: Runtime,
  feed: Feed,
  request: FastifyRequest,
  reply: FastifyReply,
  openSession: () => Promise<string>,
) {
  const { database, config, secret } = runtime
  const token = await attempt(database, openSession)
  // The previous session ends with every sign-in, so that a session planted by an attacker is never kept.
  await endSession(runtime, request)
  writeCookie(reply, config, 'sid', token, COOKIE_SECONDS)
  const session = (await attempt(database, () => findSession(database.sql, token)))!
  writeCookie(reply, config, 'device', issueDevice(secret, session.user.email), DEVICE_SECONDS)
  return sessionBody(runtime, session, feed)
}

/** Ends the session of the request's cookie, if there is one. */
export async function endSession({ database, config }: Runtime, request: FastifyRequest): Promise<void> {
  const token = readCookie(request, config, 'sid')
  if (token) await attempt(database, () => signOut(database.sql, token))
}

export function clearCookie(reply: FastifyReply, { config }: Runtime): void {
  writeCookie(reply, config, 'sid', '', 0)
}

/** The position lets the app listen for every event after what it reads from now on. */
export async function sessionBody(runtime: Runtime, { user, accounts }: ActiveSession, feed: Feed) {
  const undo_seconds = timingOf(runtime).undoSeconds - undoMargins.offered
  return { user, accounts, undo_seconds, position: await feed.position() }
}

/** Refuses requests made by other sites: browsers send the cookie along whichever page makes the request. */
export function checkOrigin({ config }: Runtime, { headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  const origin = headers.origin
  const ours = new URL(config.base_url).origin
  const isForeign = site ? site !== 'same-origin' && site !== 'none' : origin !== undefined && origin !== ours
  if (isForeign) reject('permission_denied', 'This request comes from another site; open Hilo and try again there.')
}

export function originOf(request: FastifyRequest): Origin & { ip: string } {
  return { request_id: request.id, ip: request.ip, user_agent: request.headers['user-agent'] ?? '' }
}
