import { parseStorableJson } from '#contract/storable-json.ts'
import { Agent, request } from 'undici'
import { findObjection, readNetworks } from '#gateways/outbound-address.ts'
import { readBeginning, flattenHeaders, createGuardedConnect } from '#gateways/outbound.ts'

/** A call to a provider; an object is sent as JSON. */
export type ProviderRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  body?: object | string | Buffer | FormData
  most?: number
  milliseconds?: number
}

const TIMEOUT_MILLISECONDS = 20_000
const ANSWER_BYTES = 2 * 1024 * 1024
/** Errors of a connection that was never made: the provider has seen nothing. */
const UNSENT = new Set([
  'blocked',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/**
 * Calls to providers of channels, guarded like every outbound call. Their addresses are set by the operator, so checked
 * connections are kept open. `fail` makes the error of a call without an answer.
 */
export function openProviderHttp(
  { outbound_allow }: { outbound_allow: readonly string[] },
  fail: (message: string, unsent: boolean) => Error,
) {
  const allowed = readNetworks(outbound_allow)
  const dispatcher = new Agent({ connections: 64, keepAliveTimeout: 30_000, connect: createGuardedConnect(allowed) })
  return async (url: string, { method = 'GET', body, most = ANSWER_BYTES, ...options }: ProviderRequest = {}) => {
    const reason = findObjection(url, allowed)
    if (reason) throw fail(reason, true)
    const { content, type } = await encode(body)
    const headers = {
      'user-agent': 'Hilo',
      ...(type && { 'content-type': type }),
      ...options.headers,
      'accept-encoding': 'identity',
    }
    const signal = AbortSignal.timeout(options.milliseconds ?? TIMEOUT_MILLISECONDS)
    try {
      const answer = await request(url, { method, headers, body: content, dispatcher, signal })
      const { bytes, whole } = await readBeginning(answer.body, most)
      return { status: answer.statusCode, headers: flattenHeaders(answer.headers), bytes, whole, json: readJson(bytes) }
    } catch (error) {
      const { code, message } = error as Error & { code?: string }
      throw fail(message, UNSENT.has(code ?? ''))
    }
  }
}

async function encode(body: ProviderRequest['body']): Promise<{ content: string | Buffer | null; type?: string }> {
  if (body === undefined) return { content: null }
  if (typeof body === 'string' || Buffer.isBuffer(body)) return { content: body }
  if (!(body instanceof FormData)) return { content: JSON.stringify(body), type: 'application/json' }
  const encoded = new Response(body)
  return { content: Buffer.from(await encoded.arrayBuffer()), type: encoded.headers.get('content-type')! }
}

// oxlint-disable-next-line typescript/no-explicit-any -- read field by field
function readJson(bytes: Buffer): any {
  try {
    return parseStorableJson(bytes)
  } catch {
    return undefined
  }
}
