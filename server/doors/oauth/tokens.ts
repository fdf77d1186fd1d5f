import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { written } from '#contract/scalars.ts'
import { originOf } from '#doors/app/session.ts'
import { attempt } from '#doors/attempt.ts'
import { isKnown } from '#domains/access/assistants/clients.ts'
import { readResource } from '#domains/access/assistants/rules.ts'
import { ACCESS_SECONDS, exchangeCode, refresh, revokeToken, type Tokens } from '#domains/access/assistants/tokens.ts'
import type { Runtime } from '#kernel/runtime.ts'

const field = written.min(1).max(1000)
const CodeGrant = z.object({
  grant_type: z.literal('authorization_code'),
  client_id: field,
  code: field,
  code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
  redirect_uri: field.optional(),
  resource: field.optional(),
})
const RefreshGrant = z.object({
  grant_type: z.literal('refresh_token'),
  client_id: field,
  refresh_token: field,
  resource: field.optional(),
})
const Grant = z.discriminatedUnion('grant_type', [CodeGrant, RefreshGrant])
const Revocation = z.object({ token: field, client_id: field.optional() })

/** Exchanges codes and refresh tokens for access tokens, and revokes them (RFC 7009). */
export function addTokens(app: FastifyInstance, { database, config }: Runtime): void {
  app.post('/oauth/token', async (request, reply) => {
    const { success, data } = Grant.safeParse(request.body)
    if (!success) return refuse(reply, grantError(request.body))
    const resource = data.resource === undefined ? undefined : readResource(config.base_url, data.resource)
    if (data.resource !== undefined && !resource) return refuse(reply, 'invalid_target')
    const tokens = await attempt(database, async (): Promise<Tokens | 'unknown' | undefined> => {
      if (!(await isKnown(database.sql, data.client_id))) return 'unknown'
      const from = originOf(request)
      if (data.grant_type === 'refresh_token') return refresh(database, { ...data, resource }, from)
      return exchangeCode(database, { ...data, resource }, from)
    })
    if (tokens === 'unknown') return refuse(reply, 'invalid_client')
    if (!tokens) return refuse(reply, 'invalid_grant')
    return reply.header('pragma', 'no-cache').send({ ...tokens, token_type: 'Bearer', expires_in: ACCESS_SECONDS })
  })

  app.post('/oauth/revoke', async (request, reply) => {
    const { success, data } = Revocation.safeParse(request.body)
    if (!success) return refuse(reply, 'invalid_request')
    await attempt(database, () => revokeToken(database.sql, data.token, data.client_id))
    return reply.send({})
  })
}

function grantError(body: unknown): keyof typeof errors {
  const { grant_type } = (body ?? {}) as { grant_type?: unknown }
  const isKnownGrant = grant_type === 'authorization_code' || grant_type === 'refresh_token'
  return isKnownGrant || grant_type === undefined ? 'invalid_request' : 'unsupported_grant_type'
}

const errors = {
  invalid_request: [400, 'A parameter is missing or not valid.'],
  unsupported_grant_type: [400, 'Use authorization_code or refresh_token.'],
  invalid_target: [400, 'The resource is not one of this server.'],
  invalid_client: [401, 'This client is not registered; register again.'],
  invalid_grant: [400, 'The code or token is not valid any more, or is not of this client; connect again.'],
} as const

/** Each refusal says the same whatever the reason, so that a thief learns nothing. */
function refuse(reply: FastifyReply, error: keyof typeof errors): FastifyReply {
  const [status, error_description] = errors[error]
  return reply.code(status).send({ error, error_description })
}
