import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { issueVisitorToken, readVisitorToken, type SiteVisitor } from '#domains/access/public/visitors.ts'
import { parseInput } from '#doors/parse-input.ts'
import { chargeNewVisitor } from '#doors/visitor-limits.ts'
import { mayEmbed, rejectSite } from '#doors/widget/embedding.ts'
import { getSite } from '#doors/widget/site.ts'
import type { Runtime } from '#kernel/runtime.ts'

const Start = z.strictObject({ inbox: z.string().max(100), token: z.string().max(4000).optional() })

/** The look of the chat for the page around it, and a session for the visitor who opens it. */
export function addSession(app: FastifyInstance, runtime: Runtime): void {
  const { secret, config } = runtime

  app.get('/api/v1/widget/config', async (request, reply) => {
    reply.header('access-control-allow-origin', '*').header('vary', 'Origin, Referer')
    const { inbox } = request.query as { inbox?: unknown }
    const { settings } = await getSite(runtime, inbox)
    const from = request.headers.origin ?? request.headers.referer
    if (!mayEmbed(settings.allowed_domains, from, config.base_url)) rejectSite()
    const { color, position, greeting_title, locale } = settings
    return reply.header('cache-control', 'private, max-age=60').send({ color, position, greeting_title, locale })
  })

  app.post('/api/v1/widget/session', async (request) => {
    await chargeNewVisitor(runtime, request)
    const { inbox: inbox_token, token = '' } = parseInput(Start, request.body)
    const { account, inbox, settings } = await getSite(runtime, inbox_token)
    const known = readVisitorToken(secret, token)
    const isReturning = known?.account_id === account.id && known.inbox_id === inbox.id
    // Returning visitors keep their identity, and the new token is good for another half year.
    const visitor = isReturning ? known : newVisitor(account.id, inbox.id)
    return { token: issueVisitorToken(secret, visitor), settings, locale: account.locale, inbox_name: inbox.name }
  })
}

/** An unknown visitor. The contact is created when they write for the first time. */
function newVisitor(account_id: string, inbox_id: string): SiteVisitor {
  return { account_id, inbox_id, source_id: randomBytes(18).toString('base64url'), verified: false }
}
