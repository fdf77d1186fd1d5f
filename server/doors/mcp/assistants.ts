import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { openLimits } from '#doors/open-routes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Origins whose pages may call besides our own. */
    origins?: ReadonlySet<string>
  }
}

/** Pages that call tools from the browser. Most assistants call from their servers, without an origin. */
const origins = new Set([
  'https://claude.ai',
  'https://claude.com',
  'https://chatgpt.com',
  'https://chat.openai.com',
  'https://vscode.dev',
  'https://cursor.com',
])

/** The differences of the address for connected assistants: a refusal says where to get a token, and some pages may call. */
export function assistantRoute(base_url: string): Partial<RouteOptions> {
  return {
    config: { credential: 'access token', origins },
    onSend: async (request, reply) => {
      allowOrigin(request, reply)
      if (reply.statusCode === 401) reply.header('www-authenticate', challenge(base_url, request))
    },
  }
}

/** Where the client finds who issues tokens for this address (RFC 9728); a client that sent a token learns that it is bad. */
function challenge(base_url: string, { url, headers }: FastifyRequest): string {
  const metadata = `resource_metadata="${base_url}/.well-known/oauth-protected-resource${url.split('?')[0]}"`
  return `Bearer ${headers.authorization ? 'error="invalid_token", ' : ''}${metadata}`
}

/** Answers browsers that ask whether a page may call. */
export function addPreflight(app: FastifyInstance, base: string): void {
  for (const url of [base, `${base}/*`])
    app.options(url, { config: { open: openLimits.oauth, origins } }, async (request, reply) => {
      allowOrigin(request, reply)
      return reply
        .headers({
          'access-control-allow-methods': 'GET, POST, DELETE',
          'access-control-allow-headers':
            'authorization, content-type, accept, last-event-id, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id, x-mcp-readonly, x-mcp-toolsets',
          'access-control-max-age': '3600',
        })
        .code(204)
        .send()
    })
}

function allowOrigin({ headers: { origin } }: FastifyRequest, reply: FastifyReply): void {
  reply.header('vary', 'origin')
  if (!origin || !(origins.has(origin) || /^https?:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/.test(origin))) return
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'www-authenticate, retry-after, ratelimit, mcp-session-id',
  })
}
