import type { Tool } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '#doors/authenticate.ts'
import { countTool } from '#doors/health/metrics.ts'
import { toProblem } from '#doors/http.ts'
import { describeOtherTools, describeUnknownTool } from '#doors/mcp/other-tools.ts'
import { guardRepeat, readIdempotencyKey } from '#doors/mcp/repeats.ts'
import { type AgentTool, agentTools, isListed, type Restrictions } from '#doors/mcp/tools.ts'
import { invoke } from '#kernel/invoke.ts'
import { type Call, isRead, type Registry } from '#kernel/operation.ts'
import { Problem, problemBody } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

export type ToolRequest = { caller: Caller; restrictions: Restrictions; request: FastifyRequest }

/** The result of a call: the answer, or the problem when it was refused, as an object and as its JSON. */
export type ToolResult = { content: Record<string, unknown>; json: string; isError: boolean }

export type Toolbox = {
  toolsets: ReadonlySet<string>
  find(name: string): AgentTool | undefined
  describeUnknown(name: string): string
  list(request: ToolRequest): Tool[]
  listJson(request: ToolRequest): string
  call(request: ToolRequest, tool: AgentTool, input: unknown, meta?: unknown): Promise<ToolResult>
}

const MAX_CACHED_LISTS = 1000

/** The tools of the registry: which of them a caller sees, and how one is called. */
export function createToolbox(runtime: Runtime, registry: Registry): Toolbox {
  const tools = agentTools(registry)
  const cachedLists = new Map<string, string>()

  const list = ({ caller, restrictions }: ToolRequest) =>
    [...tools.values()]
      .filter((tool) => isListed(tool, caller, restrictions))
      .map(({ definition, detailed }) => (restrictions.schemas ? detailed() : definition()))

  return {
    toolsets: new Set([...tools.values()].map(({ toolset }) => toolset)),
    find: (name) => tools.get(name),
    describeUnknown: (name) => describeUnknownTool([...tools.keys()], name),
    list,
    // The list is serialised once for each set of permissions and restrictions.
    listJson: (request) => {
      const key = JSON.stringify([[...request.caller.actor.permissions].sort(), request.restrictions])
      const json = cachedLists.get(key) ?? JSON.stringify(list(request))
      if (cachedLists.size < MAX_CACHED_LISTS) cachedLists.set(key, json)
      return json
    },
    call: (request, tool, input, meta) => callTool(runtime, tools, request, tool, input, meta),
  }
}

async function callTool(
  runtime: Runtime,
  tools: ReadonlyMap<string, AgentTool>,
  { caller, restrictions, request }: ToolRequest,
  tool: AgentTool,
  input: unknown,
  meta: unknown,
): Promise<ToolResult> {
  const { id: request_id, ip } = request
  try {
    checkRestrictions(tool, restrictions)
    const given = withTextIds(tool, input)
    const repeat = guardRepeat(tool, given, readIdempotencyKey(request, meta))
    const call: Call = { request_id, ip, forAgent: true, ...(repeat.wrap && { wrap: repeat.wrap }) }
    const first = await invoke(runtime, [tool.name, tool.op], caller.actor, given, call)
    const content = repeat.answer() ?? first
    countTool(tool.name, 'ok')
    return { content, json: JSON.stringify(restrictions.schemas ? content : shorten(tool, content)), isError: false }
  } catch (error) {
    const problem = toProblem(error, request)
    countTool(tool.name, problem.code)
    if (restrictions.schemas) {
      const content = problemBody(problem, { base_url: runtime.config.base_url, request_id })
      return { content, json: JSON.stringify(content), isError: true }
    }
    const { errors: _, ...extra } = problem.extra
    const elsewhere = describeOtherTools(tools, tool, problem)
    const content = { code: problem.code, detail: `${problem.message}${elsewhere}`, ...extra }
    return { content, json: JSON.stringify(content), isError: true }
  }
}

/** Lists of long records show the fields a reader needs to choose one, without empty ones; the get tools show them all. */
function shorten({ op }: AgentTool, content: Record<string, unknown>): unknown {
  if (op.tool && op.tool.shorten) return op.tool.shorten(content)
  const fields = op.tool && op.tool.row
  if (!fields || !Array.isArray(content.items)) return content
  const items = (content.items as Record<string, unknown>[]).map((item) => keepFilled(item, fields))
  return { ...content, items }
}

function keepFilled(item: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  // Without a prototype, so that a key of any name is only a key.
  const kept = Object.create(null) as Record<string, unknown>
  for (const field of fields) {
    const value = withoutEmpty(item[field])
    if (!isEmpty(value)) kept[field] = value
  }
  return kept
}

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (typeof value !== 'object' || value === null) return value
  return keepFilled(value as Record<string, unknown>, Object.keys(value))
}

function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object') return value === undefined || value === ''
  return value === null || Object.keys(value).length === 0
}

/** Models write ids as numbers, too; where the tool takes text, a whole number is taken as its digits. */
function withTextIds({ definition }: AgentTool, input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const fields = definition().inputSchema.properties as Record<string, { type?: string; items?: { type?: string } }>
  const toText = (value: unknown, type: string | undefined) =>
    type === 'string' && Number.isSafeInteger(value) ? String(value) : value
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? value.map((each) => toText(each, fields[name]?.items?.type))
        : toText(value, fields[name]?.type),
    ]),
  )
}

function checkRestrictions(tool: AgentTool, { readonly, toolsets }: Restrictions): void {
  if (readonly && !isRead(tool.op))
    throw new Problem(
      'permission_denied',
      'This connection is read-only; to change records, connect without /readonly and X-MCP-Readonly.',
    )
  if (toolsets && !toolsets.includes(tool.toolset))
    throw new Problem(
      'permission_denied',
      `This connection leaves out the toolset ${tool.toolset}; add it to X-MCP-Toolsets, or connect at the address without /x.`,
    )
}
