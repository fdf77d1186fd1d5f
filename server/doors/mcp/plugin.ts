import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Authenticate, Caller, KeyAuthenticator } from '#doors/authenticate.ts'
import { compress } from '#doors/compress.ts'
import { JSON_TYPE } from '#doors/http.ts'
import { addPreflight, assistantRoute } from '#doors/mcp/assistants.ts'
import { readPlainRequest, refuseWrongArguments, writeCallResponse, writeListResponse } from '#doors/mcp/fast-path.ts'
import { createToolbox, type ToolRequest } from '#doors/mcp/toolbox.ts'
import { readRestrictions } from '#doors/mcp/tools.ts'
import type { Registry } from '#kernel/operation.ts'
import { Problem } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

type Options = { runtime: Runtime; registry: Registry; keys: KeyAuthenticator; tokens: KeyAuthenticator }

/**
 * The registry as agent tools (MCP), for every revision of the protocol: for API keys at one address, for assistants that
 * people connect with OAuth at another. Well-formed calls are answered directly; everything else goes to the SDK, which
 * knows every case.
 */
export async function mcpDoor(app: FastifyInstance, { runtime, registry, keys, tokens }: Options): Promise<void> {
  const toolbox = createToolbox(runtime, registry)
  const { base_url } = runtime.config
  let sdk: Promise<(context: ToolRequest) => Promise<Response>> | undefined
  const loadSdk = () => (sdk ??= import('./sdk.ts').then(({ createSdkHandler }) => createSdkHandler(toolbox, base_url)))
  const hosts = new Set(['localhost', '127.0.0.1', '[::1]', new URL(base_url).hostname])

  const handle = async (request: FastifyRequest, reply: FastifyReply, caller: Caller): Promise<FastifyReply> => {
    const context: ToolRequest = { caller, restrictions: readRestrictions(request, toolbox.toolsets), request }
    const plain = readPlainRequest(request)
    const send = async (json: string) =>
      reply.header('content-type', JSON_TYPE).send(await compress(request, reply, json))
    if (plain?.method === 'tools/list') return send(writeListResponse(plain, toolbox.listJson(context)))
    const tool = plain?.method === 'tools/call' ? toolbox.find(plain.name) : undefined
    if (plain?.method === 'tools/call' && tool)
      return send(
        writeCallResponse(plain, await toolbox.call(context, tool, plain.arguments), context.restrictions.schemas),
      )
    const refusal = refuseWrongArguments(request)
    if (refusal) return send(refusal)
    const handleWithSdk = await loadSdk()
    return reply.send(await handleWithSdk(context))
  }

  // The further addresses narrow the tools like the headers do, for clients that cannot set any.
  const mount = (base: string, { authenticate, recognise }: KeyAuthenticator, options: Partial<RouteOptions>) => {
    for (const url of [base, `${base}/readonly`, `${base}/x/:toolset`, `${base}/x/:toolset/readonly`])
      app.route({
        method: ['GET', 'POST', 'DELETE'],
        url,
        // Only pages of our own hosts may call from a browser, which protects local installations from DNS rebinding.
        onRequest: async (request) => {
          const { origin } = request.headers
          if (origin && !hosts.has(hostname(origin)) && !request.routeOptions.config.origins?.has(origin))
            throw new Problem('permission_denied', 'Pages of this origin may not call the tools.')
          await recognise(request)
        },
        ...options,
        handler: async (request, reply) => {
          const caller = await admit(request, reply, authenticate)
          if (!caller) return reply
          if (request.method === 'POST') return handle(request, reply, caller)
          return reply
            .code(405)
            .header('allow', 'POST')
            .send({ jsonrpc: '2.0', id: null, error: { code: -32000, message: 'Use POST.' } })
        },
      })
  }

  mount('/api/mcp', keys, { config: { credential: 'API key' } })
  mount('/mcp', tokens, assistantRoute(base_url))
  addPreflight(app, '/mcp')
}

/** Authenticates the caller, or answers 429 as JSON-RPC. A batch is charged one call per entry. */
async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  authenticate: Authenticate,
): Promise<Caller | undefined> {
  const body = request.body as { id?: unknown } | unknown[] | undefined
  try {
    return await authenticate(request, reply, Array.isArray(body) ? Math.max(1, body.length) : 1)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'rate_limited') throw error
    const id = !Array.isArray(body) && (typeof body?.id === 'string' || typeof body?.id === 'number') ? body.id : null
    reply.code(429).header('retry-after', error.extra.retry_after)
    sendJson(reply, JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message: error.message } }))
    return undefined
  }
}

function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.header('content-type', JSON_TYPE).send(json)
}

function hostname(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).hostname : ''
}
