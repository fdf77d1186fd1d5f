import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findSite, type Site, visitorActor } from '#domains/access/visitors.ts'
import type { Limits } from '#doors/authenticate.ts'
import { readText } from '#doors/classic/reading.ts'
import { charge } from '#doors/widget/gate.ts'
import { reject } from '#kernel/problem.ts'
import { asProblem } from '#kernel/refusals.ts'
import type { Runtime } from '#kernel/runtime.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Which inbox a caller without a token names. */
    site?: Site | undefined
  }
}

/** Lets customers of an inbox of channel api in: whoever knows their source_id is them, so it must be one nobody can guess. */
export function openPublicGate({ database }: Runtime, limits: Limits) {
  const admit = async (request: FastifyRequest, source_id: string): Promise<void> => {
    const { account, inbox } = request.site!
    const visitor = { account_id: account.id, inbox_id: inbox.id, source_id, verified: false }
    request.actor = (await attempt(() => visitorActor(database.sql, visitor))) ?? missing()
  }

  const enter = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // There is nothing to steal: no cookie opens these routes, so any page may call them.
    reply.header('access-control-allow-origin', '*')
    if (request.method === 'OPTIONS') return
    await charge(database, [`public:${request.ip}`], [limits.classic_ip])
    const { inbox_identifier } = request.params as { inbox_identifier: string }
    const site = await attempt(() => findSite(database.sql, inbox_identifier))
    request.site = site?.inbox.channel === 'api' ? site : missing()
  }

  /** A new contact may bring a source_id of their own; everyone else must be known by theirs. */
  const recognise = async (request: FastifyRequest): Promise<void> => {
    const { source_id } = request.params as { source_id?: string }
    const own = source_id ?? readText((request.body as { source_id?: unknown } | undefined)?.source_id)
    if (own !== undefined && !isUnguessable(own)) guessable(source_id)
    await admit(request, own ?? randomUUID())
    if (source_id !== undefined && request.actor!.id === null) missing()
  }

  const attempt = <T>(work: () => Promise<T>): Promise<T> =>
    work().catch(async (error) => {
      throw await asProblem(error, database)
    })

  return { enter, recognise, admit }
}

/** A program may know customers by their phone number; that makes nobody who knows the number the customer. */
function isUnguessable(source_id: string): boolean {
  return /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|user:[\w-]{43})$/i.test(source_id)
}

function guessable(known: string | undefined): never {
  if (known !== undefined) missing()
  return reject(
    'invalid_value',
    'A source_id of your own must be a UUID, because whoever knows it is this customer; leave it out to get one.',
    'source_id',
  )
}

function missing(): never {
  return reject('not_found', 'There is no such inbox, or nobody there is known by this source_id.')
}
