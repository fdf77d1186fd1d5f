import {
  type AuthInfo,
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticate, Caller } from '#doors/authenticate.ts'
import { JSON_TYPE, toProblem } from '#doors/http.ts'
import { countTool } from '#doors/metrics.ts'
import { regularRequest, regularAnswer } from '#doors/mcp-regular.ts'
import { type AgentTool, agentTools, instructions, isListed, type Narrowing, server_info } from '#doors/tools.ts'
import { invoke } from '#kernel/invoke.ts'
import { isRead, type Registry } from '#kernel/operation.ts'
import { Problem, problemBody } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

type Outcome = { answer: Record<string, unknown>; text: string; refused: boolean }
type Visit = { caller: Caller; narrowing: Narrowing; request: FastifyRequest }

/**
 * The registry as agent tools, for every revision of the protocol at one address. Regular requests are answered
 * directly; whatever is unusual goes to the SDK, which knows every case.
 */
export function openMcp(app: FastifyInstance, runtime: Runtime, registry: Registry, authenticate: Authenticate): void {
  const tools = agentTools(registry)
  const lists = new Map<string, string>()
  const base_url = runtime.config.base_url
  const hosts = new Set(['localhost', '127.0.0.1', '[::1]', new URL(base_url).hostname])

  const listed = ({ caller, narrowing }: Visit) =>
    [...tools.values()].filter((tool) => isListed(tool, caller, narrowing))

  /** The caller's list as JSON, made once for each set of rights. */
  const list = (visit: Visit): string => {
    const key = JSON.stringify([[...visit.caller.actor.permissions].sort(), visit.narrowing])
    let json = lists.get(key)
    if (!json) {
      json = JSON.stringify(listed(visit).map((tool) => tool.definition))
      if (lists.size < 1000) lists.set(key, json)
    }
    return json
  }

  /** Runs the tool. The text is the JSON of the answer, or of the problem when it was refused. */
  const call = async ({ caller, narrowing, request }: Visit, tool: AgentTool, input: unknown): Promise<Outcome> => {
    try {
      if (narrowing.readonly && !isRead(tool.op))
        throw new Problem('permission_denied', 'This connection is read-only (X-MCP-Readonly).')
      if (narrowing.toolsets && !narrowing.toolsets.includes(tool.toolset))
        throw new Problem('permission_denied', `This connection leaves out the set ${tool.toolset} (X-MCP-Toolsets).`)
      const answer = await invoke(runtime, [tool.name, tool.op], caller.actor, input, {
        request_id: request.id,
        ip: request.ip,
      })
      countTool(tool.name, 'ok')
      return { answer, text: JSON.stringify(answer), refused: false }
    } catch (error) {
      const problem = toProblem(error, request)
      countTool(tool.name, problem.code)
      const answer = problemBody(problem, { base_url, request_id: request.id })
      return { answer, text: JSON.stringify(answer), refused: true }
    }
  }

  const build = ({ authInfo }: McpRequestContext): McpServer => {
    const visit = authInfo?.extra?.visit as Visit
    const mcp = new McpServer(server_info, {
      capabilities: { tools: { listChanged: false } },
      instructions,
      cacheHints: {
        'tools/list': { ttlMs: 300_000, cacheScope: 'private' },
        'server/discover': { ttlMs: 3_600_000, cacheScope: 'public' },
      },
    })
    mcp.server.setRequestHandler('tools/list', () => ({ tools: listed(visit).map((tool) => tool.definition) }))
    mcp.server.setRequestHandler('tools/call', async ({ params }): Promise<CallToolResult> => {
      const tool = tools.get(params.name)
      if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(params.name))
      const { answer, text, refused } = await call(visit, tool, params.arguments ?? {})
      return { content: [{ type: 'text', text }], structuredContent: answer, ...(refused && { isError: true }) }
    })
    return mcp
  }

  const modern = createMcpHandler(build, { legacy: 'reject' })

  const unusual = async (visit: Visit): Promise<Response> => {
    const { request } = visit
    const authInfo: AuthInfo = { token: '', clientId: String(visit.caller.actor.id), scopes: [], extra: { visit } }
    const web = toWebRequest(request)
    const options = { authInfo, parsedBody: request.body }
    if (!(await isLegacyRequest(web, request.body))) return modern.fetch(web, options)
    const server = build({ era: 'legacy', authInfo, requestInfo: web })
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    try {
      return await transport.handleRequest(web, options)
    } finally {
      void server.close()
    }
  }

  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/api/mcp',
    // Nobody but the caller's own pages may reach it from a browser, whatever name the host goes by.
    onRequest: async (request) => {
      const { origin } = request.headers
      if (origin && !hosts.has(hostname(origin)))
        throw new Problem('permission_denied', 'This origin may not call the tools.')
    },
    handler: async (request, reply) => {
      const caller = await admit(request, reply, authenticate)
      if (!caller) return reply
      if (request.method !== 'POST') {
        return reply
          .code(405)
          .header('allow', 'POST')
          .send({ jsonrpc: '2.0', id: null, error: { code: -32000, message: 'Use POST.' } })
      }
      const visit: Visit = { caller, narrowing: narrowing(request), request }
      const regular = regularRequest(request)
      if (regular?.method === 'tools/list')
        return sendJson(reply, regularAnswer(regular, `"tools":${list(visit)}`, true))
      const tool = regular?.method === 'tools/call' ? tools.get(regular.name) : undefined
      if (regular && tool) {
        const { text, refused } = await call(visit, tool, regular.arguments)
        const failed = refused ? ',"isError":true' : ''
        const result = `"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${text}${failed}`
        return sendJson(reply, regularAnswer(regular, result, false))
      }
      return reply.send(await unusual(visit))
    },
  })
}

/** Lets the caller in, or answers why not. A batch counts as many calls as it holds. */
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

function narrowing({ headers }: FastifyRequest): Narrowing {
  const toolsets = headers['x-mcp-toolsets']
  const names =
    typeof toolsets === 'string'
      ? toolsets
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean)
      : []
  return { readonly: headers['x-mcp-readonly'] === 'true', toolsets: names.length > 0 ? names : undefined }
}

function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.header('content-type', JSON_TYPE).send(json)
}

function unknownTool(name: string): string {
  return `Unknown tool: ${name}. Ask tools/list for the tools there are.`
}

function hostname(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).hostname : ''
}

/** The request as the SDK wants it. Clients that accept only one of the two media types are served all the same. */
function toWebRequest(request: FastifyRequest): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  headers.set('accept', 'application/json, text/event-stream')
  headers.delete('content-length')
  const body = request.body === undefined ? undefined : JSON.stringify(request.body)
  return new Request(`http://${request.headers.host ?? 'localhost'}/api/mcp`, {
    method: request.method,
    headers,
    body: body ?? null,
  })
}
