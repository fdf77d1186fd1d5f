import type { FastifyRequest } from 'fastify'
import type { ToolResult } from '#doors/mcp/toolbox.ts'
import { server_info } from '#doors/mcp/tools.ts'

const META = 'io.modelcontextprotocol/'
const MODERN = '2026-07-28'
const LEGACY = new Set([undefined, '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])

type Envelope = { id: string | number; modern: boolean }

export type PlainRequest = Envelope &
  ({ method: 'tools/list' } | { method: 'tools/call'; name: string; arguments: Record<string, unknown> })

/**
 * Reads a single `tools/list` or `tools/call` with every header as the protocol wants it. Undefined leaves the request
 * to the SDK, which has an answer for each way of being wrong, but builds a server and a transport for every call.
 */
export function readPlainRequest({ body, headers }: FastifyRequest): PlainRequest | undefined {
  if (!isObject(body) || body.jsonrpc !== '2.0' || Object.keys(body).some((key) => !envelopeKeys.has(key)))
    return undefined
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
  const { name, arguments: input = {}, ...others } = rest
  if (typeof name !== 'string' || !isObject(input) || Object.keys(others).length > 0) return undefined
  return { ...base, method, name, arguments: input }
}

/** The refusal of a call whose arguments are no object, which the SDK would answer with the words of its validator. */
export function refuseWrongArguments({ body }: FastifyRequest): string | undefined {
  if (!isObject(body) || body.method !== 'tools/call' || !isObject(body.params)) return undefined
  const { id } = body
  const { name, arguments: input } = body.params
  if ((typeof id !== 'string' && typeof id !== 'number') || typeof name !== 'string') return undefined
  if (input === undefined || isObject(input)) return undefined
  const message = `Give the arguments of ${name.slice(0, 64)} as an object of named fields, such as {"limit": 10}.`
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32602, message } })
}

// Fields that the revision of 2026 adds to every result, and to lists.
const modernFields = `,"resultType":"complete","_meta":${JSON.stringify({ [`${META}serverInfo`]: server_info })}`
const listFields = ',"ttlMs":300000,"cacheScope":"private"'

export function writeListResponse(envelope: Envelope, tools: string): string {
  return writeResponse(envelope, `"tools":${tools}${envelope.modern ? modernFields + listFields : ''}`)
}

export function writeCallResponse(envelope: Envelope, { json, isError }: ToolResult, schemas: boolean): string {
  const structured = schemas ? `,"structuredContent":${json}` : ''
  const content = `"content":[{"type":"text","text":${JSON.stringify(json)}}]${structured}`
  const error = isError ? ',"isError":true' : ''
  return writeResponse(envelope, `${content}${error}${envelope.modern ? modernFields : ''}`)
}

function writeResponse({ id }: Envelope, result: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${result}}}`
}

const metaKeys = new Set(['protocolVersion', 'clientCapabilities', 'clientInfo'].map((key) => META + key))
const envelopeKeys = new Set(['jsonrpc', 'id', 'method', 'params'])

function isModern(meta: unknown, headers: FastifyRequest['headers'], method: unknown, name: unknown): boolean {
  if (!isObject(meta)) return false
  if (Object.keys(meta).some((key) => !metaKeys.has(key))) return false
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
