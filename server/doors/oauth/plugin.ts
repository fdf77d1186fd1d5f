import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { originOf } from '#doors/app/session.ts'
import { attempt } from '#doors/attempt.ts'
import { toProblem } from '#doors/http.ts'
import { addMetadata } from '#doors/oauth/metadata.ts'
import { addTokens } from '#doors/oauth/tokens.ts'
import { declareRoutes, openLimits } from '#doors/open-routes.ts'
import { ClientMetadata, mayRedirectTo } from '#domains/access/assistants/rules.ts'
import { registerClient } from '#domains/access/assistants/clients.ts'
import type { Registry } from '#kernel/operation.ts'
import { Problem } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

type Options = { runtime: Runtime; registry: Registry }

/**
 * Issues access tokens to assistants (OAuth 2.1). The person decides in the web app; here clients register and exchange
 * codes. Every client is public and proves itself with PKCE, so no answer depends on cookies and any page may read them.
 */
export async function oauthDoor(app: FastifyInstance, { runtime, registry }: Options): Promise<void> {
  const { base_url } = runtime.config
  declareRoutes(app, { open: openLimits.oauth })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    const fields = [...new URLSearchParams(body as string)]
    const isRepeated = new Set(fields.map(([name]) => name)).size < fields.length
    if (isRepeated) done(new Problem('invalid_request', 'A parameter is repeated.'))
    else done(null, Object.fromEntries(fields))
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
  })
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))

  addMetadata(app, base_url, registry)
  addTokens(app, runtime)

  app.get('/oauth/authorize', (request, reply) => {
    const at = request.url.indexOf('?')
    return reply.redirect(`/app/connect${at < 0 ? '' : request.url.slice(at)}`)
  })

  app.post('/oauth/register', async (request, reply) => {
    const { success, data, error } = ClientMetadata.safeParse(request.body)
    const isRedirect = !success && error.issues.some(({ path }) => path[0] === 'redirect_uris')
    if (!success) return refuse(reply, isRedirect ? 'invalid_redirect_uri' : 'invalid_client_metadata')
    if (!data.redirect_uris.every(mayRedirectTo)) return refuse(reply, 'invalid_redirect_uri')
    const { sql } = runtime.database
    const client = await attempt(runtime.database, () => registerClient(sql, data, originOf(request)))
    return reply.code(201).send({
      client_id: client.client_id,
      client_id_issued_at: Math.floor(Date.now() / 1000),
      client_name: client.name,
      redirect_uris: client.redirect_uris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    })
  })

  // Pages ask first whether they may send the protocol's own headers.
  for (const url of [
    '/oauth/*',
    '/.well-known/oauth-protected-resource/*',
    '/.well-known/oauth-authorization-server/*',
  ])
    app.options(url, (_request, reply) =>
      reply
        .headers({
          'access-control-allow-methods': 'GET, POST',
          'access-control-allow-headers': 'content-type, mcp-protocol-version',
          'access-control-max-age': '3600',
        })
        .code(204)
        .send(),
    )
}

function refuse(reply: FastifyReply, error: 'invalid_redirect_uri' | 'invalid_client_metadata'): FastifyReply {
  const error_description =
    error === 'invalid_redirect_uri'
      ? 'Give one to ten addresses: https, http on this machine, or the scheme of an app.'
      : 'The client metadata is not valid.'
  return reply.code(400).send({ error, error_description })
}

/** Errors as OAuth clients read them (RFC 6749, section 5.2). */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, status, message, extra } = toProblem(error, request)
  if (extra.retry_after) reply.header('retry-after', extra.retry_after)
  const name = status >= 500 ? 'server_error' : code === 'rate_limited' ? 'temporarily_unavailable' : 'invalid_request'
  return reply.code(status).send({ error: name, error_description: message })
}
