import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findForm, type PublicForm } from '#domains/access/public/forms.ts'
import { attempt } from '#doors/attempt.ts'
import { formPage, thanksPage } from '#doors/forms/page.ts'
import { sendError, sendPage, sendUnavailable, wantsJson } from '#doors/forms/responses.ts'
import { addSnippet } from '#doors/forms/snippet.ts'
import { issueStartToken } from '#doors/forms/start-token.ts'
import { createSubmitHandler, externalUrl, readUrlEncoded } from '#doors/forms/submission.ts'
import { declareRoutes, openLimits } from '#doors/open-routes.ts'
import { charge } from '#doors/rate-limit.ts'
import { mayEmbed } from '#doors/widget/embedding.ts'
import type { Registry } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The form of the URL, when there is one. */
    form?: PublicForm | undefined
  }
}

const CALLS_PER_MINUTE = 60

type Options = { runtime: Runtime; registry: Registry }

/**
 * The page of a lead form, and the URL that forms on other sites post to. No cookie is read here: the link alone allows
 * anybody to submit, so there is nothing another site could do in a visitor's name.
 */
export async function formsDoor(app: FastifyInstance, { runtime, registry }: Options): Promise<void> {
  addSnippet(app)
  await app.register(async (scope) => {
    declareRoutes(scope, { open: openLimits.form })
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
      done(null, readUrlEncoded(text as string)),
    )
    scope.addHook('onRequest', (request, reply) => admit(runtime, request, reply))
    scope.setErrorHandler((error, request, reply) => sendError(error, request, reply, runtime.config.base_url))
    addFormRoutes(scope, runtime, registry)
  })
}

function addFormRoutes(app: FastifyInstance, runtime: Runtime, registry: Registry): void {
  const { secret, config } = runtime

  app.get('/forms/:token', async (request, reply) => {
    const { form } = request
    if (!form?.active) return sendUnavailable(request, reply)
    const query = request.query as Record<string, unknown>
    if (query.sent !== undefined) return sendPage(reply, 200, thanksPage(form), form)
    const values = { referer: externalUrl(request.headers.referer, config.base_url), ...query }
    return sendPage(reply, 200, formPage(form, { values, start: issueStartToken(secret, form.id) }), form)
  })

  app.get('/forms/:token/start', async (request, reply) => {
    const form = request.form?.active ? request.form : rejectMissing()
    return reply.header('cache-control', 'no-store').send({ started: issueStartToken(secret, form.id) })
  })

  app.options('/forms/:token', async (_request, reply) =>
    reply
      .code(204)
      .header('access-control-allow-methods', 'POST')
      .header('access-control-allow-headers', 'content-type')
      .header('access-control-max-age', '600')
      .send(),
  )

  const submit = createSubmitHandler(runtime, registry)
  app.post('/forms/:token', async (request, reply) => {
    if (request.form?.active) return submit(request, reply, request.form)
    return wantsJson(request) ? rejectMissing() : sendUnavailable(request, reply)
  })
}

/** Finds the form before the body is read, and checks whether the page that calls may use it. */
async function admit({ database, config }: Runtime, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('vary', 'Origin, Referer, Accept')
  await charge(database, [`form:${request.address}`], [CALLS_PER_MINUTE])
  const { token = '' } = request.params as { token?: string }
  request.form = await attempt(database, () => findForm(database.sql, token))
  request.actor = request.form?.actor
  const { origin, referer } = request.headers
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const isAllowed = mayEmbed(request.form?.allowed_domains ?? [], origin ?? referer, config.base_url)
  if (origin && isAllowed) reply.header('access-control-allow-origin', origin)
  if (!isAllowed && !isRead)
    reject('permission_denied', 'This site may not send the form; add its domain to the allowed domains of the form.')
}

function rejectMissing(): never {
  return reject('not_found', 'There is no form at this URL, or it was closed; ask for the current link.')
}
