import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { issuerOf, oauth_scopes } from '#domains/access/assistants/rules.ts'
import type { Registry } from '#kernel/operation.ts'
import { permissionsOf } from '#kernel/operation.ts'
import { Problem } from '#kernel/problem.ts'

/**
 * The documents by which assistants find their way: the resources (RFC 9728) and the server that issues their tokens
 * (RFC 8414). There is none for /api/mcp and none at the root, where clients of /api/mcp look as well: those that find one
 * drop a working key and ask for a sign-in.
 */
export function addMetadata(app: FastifyInstance, base_url: string, registry: Registry): void {
  const toolsets = new Set(Object.values(registry).map((op) => permissionsOf(op)[0]?.split(':')[0]))
  const known = '/.well-known/oauth-protected-resource'
  const server = serverMetadata(base_url)

  const resource = (request: FastifyRequest, reply: FastifyReply) => {
    const { toolset } = request.params as { toolset?: string }
    if (toolset && !toolsets.has(toolset)) throw new Problem('not_found', 'There is no such toolset.')
    const path = request.url.split('?')[0]!.slice(known.length)
    return reply.send({
      resource: `${base_url}${path}`,
      authorization_servers: [issuerOf(base_url)],
      scopes_supported: path.endsWith('/readonly') ? ['read'] : oauth_scopes,
      bearer_methods_supported: ['header'],
      resource_name: 'Hilo',
      resource_documentation: `${base_url}/docs`,
    })
  }
  for (const path of ['/mcp', '/mcp/readonly', '/mcp/x/:toolset', '/mcp/x/:toolset/readonly'])
    app.get(`${known}${path}`, resource)

  // Some clients append the well-known path to the issuer instead of inserting it.
  for (const url of ['/.well-known/oauth-authorization-server/oauth', '/oauth/.well-known/oauth-authorization-server'])
    app.get(url, (_request, reply) => reply.send(server))
}

function serverMetadata(base_url: string): object {
  return {
    issuer: issuerOf(base_url),
    authorization_endpoint: `${base_url}/oauth/authorize`,
    token_endpoint: `${base_url}/oauth/token`,
    registration_endpoint: `${base_url}/oauth/register`,
    revocation_endpoint: `${base_url}/oauth/revoke`,
    scopes_supported: oauth_scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  }
}
