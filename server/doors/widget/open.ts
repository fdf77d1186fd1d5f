import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { issueVisitor, readVisitor, type SiteVisitor } from '#domains/access/visitors.ts'
import { mayEmbed } from '#doors/widget/embedding.ts'
import { openRoutes } from '#doors/rest.ts'
import { getSite } from '#doors/widget/site.ts'
import { openStream, type Stream } from '#doors/live/stream.ts'
import type { Receive } from '#doors/files/uploads.ts'
import { charge, openVisitorGate, receiveFromVisitors } from '#doors/widget/gate.ts'
import { hearAsVisitor } from '#doors/widget/hearing.ts'
import type { Feed } from '#kernel/feed.ts'
import type { Registry } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import { invalidInput } from '#kernel/refusals.ts'
import type { Runtime } from '#kernel/runtime.ts'

const SESSIONS_A_MINUTE = 60
const Start = z.strictObject({ inbox: z.string().max(100), token: z.string().max(4000).optional() })

/** The door of visitors: a session for whoever opens the chat, their own operations, and what happens to them. */
export function openWidget(
  app: FastifyInstance,
  runtime: Runtime,
  registry: Registry,
  feed: Feed,
  receiveFiles: Receive,
): void {
  const { database, secret, config } = runtime
  const receive = receiveFromVisitors(runtime, receiveFiles)

  app.get('/api/v1/widget/config', async (request, reply) => {
    reply.header('access-control-allow-origin', '*').header('vary', 'Origin, Referer')
    const { inbox } = request.query as { inbox?: unknown }
    const { settings } = await getSite(runtime, inbox)
    const from = request.headers.origin ?? request.headers.referer
    if (!mayEmbed(settings.allowed_domains, from, config.base_url))
      reject(
        'permission_denied',
        'This chat may not stand on this site; add its domain to the inbox’s allowed domains.',
      )
    const { color, position, greeting_title, locale } = settings
    return reply.header('cache-control', 'private, max-age=60').send({ color, position, greeting_title, locale })
  })

  app.post('/api/v1/widget/session', async (request) => {
    const given = Start.safeParse(request.body ?? {})
    if (!given.success) throw invalidInput(given.error, request.body ?? {})
    await charge(database, [`chat-session:${request.ip}`], [SESSIONS_A_MINUTE])
    const { inbox: named, token = '' } = given.data
    const { account, inbox, settings } = await getSite(runtime, named)
    const known = readVisitor(secret, token)
    const isHere = known?.account_id === account.id && known.inbox_id === inbox.id
    // A visitor who comes back stays who they are, and has another half year.
    const visitor = isHere ? known : newVisitor(account.id, inbox.id)
    return { token: issueVisitor(secret, visitor), settings, locale: account.locale, inbox_name: inbox.name }
  })

  const { post_chat_message, ...others } = Object.fromEntries(
    Object.entries(registry).filter(([, op]) => op.permission === 'visitor'),
  )
  if (post_chat_message) {
    const admit = openVisitorGate(runtime, 'chat-message', { visitor: 30, ip: 120 })
    openRoutes(app, runtime, { post_chat_message }, admit, receive)
  }
  const admit = openVisitorGate(runtime, 'chat-call', { visitor: 240, ip: 1200 })
  openRoutes(app, runtime, others, admit, receive)

  app.get('/api/v1/widget/live', { exposeHeadRoute: false }, async (request, reply) => {
    const visitor = await admit(request)
    let stream: Stream | undefined
    stream = await openStream(request, reply, feed, {
      account_id: visitor.account_id,
      hear: (said) => {
        // Nobody listens in an inbox that is gone; coming back, they are told so.
        if (said.name === 'inbox.deleted' && said.payload.inbox.id === visitor.inbox_id) stream?.end()
        return hearAsVisitor(visitor, said)
      },
    })
  })
}

/** Somebody nobody knows. No contact is made of them before they write. */
function newVisitor(account_id: string, inbox_id: string): SiteVisitor {
  return { account_id, inbox_id, source_id: randomBytes(18).toString('base64url'), verified: false }
}
