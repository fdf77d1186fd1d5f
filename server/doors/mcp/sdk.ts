import {
  type AuthInfo,
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import { getPrompt, listPrompts } from '#doors/mcp/prompts.ts'
import { listResources, listTemplates, readResource } from '#doors/mcp/resources.ts'
import type { Toolbox, ToolRequest } from '#doors/mcp/toolbox.ts'
import { instructions, server_info } from '#doors/mcp/tools.ts'

/** Answers any request of the protocol with the SDK: handshakes, older revisions, batches, malformed calls. */
export function createSdkHandler(toolbox: Toolbox, base_url: string): (context: ToolRequest) => Promise<Response> {
  const build = (context: McpRequestContext) => buildServer(toolbox, base_url, context)
  const modern = createMcpHandler(build, { legacy: 'reject' })

  return async (context) => {
    const { request, caller } = context
    const authInfo: AuthInfo = { token: '', clientId: String(caller.actor.id), scopes: [], extra: { context } }
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
}

function buildServer(toolbox: Toolbox, base_url: string, { authInfo }: McpRequestContext): McpServer {
  const context = authInfo?.extra?.context as ToolRequest
  const mcp = new McpServer(server_info, {
    capabilities: {
      tools: { listChanged: false },
      prompts: { listChanged: false },
      resources: { listChanged: false, subscribe: false },
      extensions: { 'io.modelcontextprotocol/ui': {} },
    },
    instructions: instructions(context.caller, new Date()),
    cacheHints: {
      ...Object.fromEntries(cached.map((method) => [method, { ttlMs: 300_000, cacheScope: 'private' }])),
      'resources/read': { ttlMs: 0, cacheScope: 'private' },
    },
  })
  mcp.server.setRequestHandler('tools/list', () => ({ tools: toolbox.list(context) }))
  mcp.server.setRequestHandler('tools/call', async ({ params }, ctx): Promise<CallToolResult> => {
    const tool = toolbox.find(params.name)
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, toolbox.describeUnknown(params.name))
    const { content, json, isError } = await toolbox.call(context, tool, params.arguments ?? {}, ctx.mcpReq._meta)
    const structured = context.restrictions.schemas && { structuredContent: content }
    return { content: [{ type: 'text', text: json }], ...structured, ...(isError && { isError }) }
  })
  addPrompts(mcp, toolbox, context)
  addResources(mcp, toolbox, context, base_url)
  return mcp
}

/** Lists that stay the same for a connection. */
const cached = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list', 'server/discover'] as const

function addPrompts({ server }: McpServer, toolbox: Toolbox, context: ToolRequest): void {
  const { locale } = context.caller.actor.account
  const isListed = (tool: string) => toolbox.list(context).some(({ name }) => name === tool)
  server.setRequestHandler('prompts/list', () => ({ prompts: listPrompts(locale, isListed) }))
  server.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = getPrompt(params.name, params.arguments ?? {}, locale, isListed)
    if (typeof prompt === 'string') throw new ProtocolError(ProtocolErrorCode.InvalidParams, prompt)
    return prompt
  })
}

function addResources({ server }: McpServer, toolbox: Toolbox, context: ToolRequest, base_url: string): void {
  server.setRequestHandler('resources/list', () => ({ resources: listResources(toolbox, context) }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: listTemplates(toolbox, context, base_url),
  }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const found = await readResource(toolbox, context, base_url, uri)
    return found ?? refuseResource(uri)
  })
}

function refuseResource(uri: string): never {
  throw new ResourceNotFoundError(
    uri,
    'There is no such record or view; give the url of a record as the tools answer it.',
  )
}

/** The request as the SDK expects it. It demands that clients accept both media types; those that name one are served too. */
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
