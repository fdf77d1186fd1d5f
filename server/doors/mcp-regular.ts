import type { FastifyRequest } from 'fastify'
import { server_info } from '#doors/tools.ts'

const META = 'io.modelcontextprotocol/'
const MODERN = '2026-07-28'
const LEGACY = new Set([undefined, '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])

export type Regular = { id: string | number; modern: boolean } & (
  | { method: 'tools/list' }
  | { method: 'tools/call'; name: string; arguments: Record<string, unknown> }
)

/**
 * The request, when there is nothing unusual about it: one call of a list or a tool, with every header as the
 * protocol wants it. Undefined leaves it to the SDK, which has an answer for each way of being wrong.
 */
export function regularRequest({ body, headers }: FastifyRequest): Regular | undefined {
  if (!isObject(body) || body.jsonrpc !== '2.0' || Object.keys(body).some((key) => !envelope.has(key))) return undefined
  const { id, method, params = {} } = body
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined
  if (!isObject(params) || !acceptsBoth(headers.accept) || !headers['content-type']?.startsWith('application/json'))
    return undefined
  const { _meta: meta, ...rest } = params
  const modern = headers['mcp-protocol-version'] === MODERN
  if (modern ? !isModern(meta, headers, method, rest.name) : !isLegacy(meta, headers)) return undefined
  const base = { id: id as string | number, modern }
  if (method === 'tools/list') return Object.keys(rest).length === 0 ? { ...base, method } : undefined
  if (method !== 'tools/call') return undefined
  const { name, arguments: given = {}, ...more } = rest
  if (typeof name !== 'string' || !isObject(given) || Object.keys(more).length > 0) return undefined
  return { ...base, method, name, arguments: given }
}

const modernTail = `,"resultType":"complete","_meta":${JSON.stringify({ [`${META}serverInfo`]: server_info })}`
const listTail = ',"ttlMs":300000,"cacheScope":"private"'

/** The answer as JSON: what the method returns, and what its revision adds. */
export function regularAnswer({ id, modern }: Regular, result: string, isList: boolean): string {
  const tail = modern ? modernTail + (isList ? listTail : '') : ''
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${result}${tail}}}`
}

const known = new Set(['protocolVersion', 'clientCapabilities', 'clientInfo'].map((key) => META + key))
const envelope = new Set(['jsonrpc', 'id', 'method', 'params'])

function isModern(meta: unknown, headers: FastifyRequest['headers'], method: unknown, name: unknown): boolean {
  if (!isObject(meta)) return false
  if (Object.keys(meta).some((key) => !known.has(key))) return false
  const client = meta[`${META}clientInfo`]
  return (
    meta[`${META}protocolVersion`] === MODERN &&
    isObject(meta[`${META}clientCapabilities`]) &&
    (client === undefined ||
      (isObject(client) && typeof client.name === 'string' && typeof client.version === 'string')) &&
    headers['mcp-method'] === method &&
    headers['mcp-name'] === name
  )
}

function isLegacy(meta: unknown, headers: FastifyRequest['headers']): boolean {
  if (meta !== undefined && (!isObject(meta) || Object.keys(meta).length > 0)) return false
  return LEGACY.has(headers['mcp-protocol-version'] as string | undefined) && headers['mcp-session-id'] === undefined
}

function acceptsBoth(accept: string | undefined): boolean {
  return accept !== undefined && accept.includes('application/json') && accept.includes('text/event-stream')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
