import { type AnyOperation, route } from '#kernel/operation.ts'

export type RestRequest = { method: string; path: string; body?: Record<string, unknown> }

/** The REST request for this input: path parameters in the path, the rest as query or body. */
export function toRequest(op: AnyOperation, input: Record<string, unknown>): RestRequest {
  const { method, path, params } = route(op)
  const filled = params.reduce(
    (text, param) => text.replace(`:${param}`, encodeURIComponent(asText(input[param]))),
    path,
  )
  const rest = Object.entries(input).filter(([field, value]) => !params.includes(field) && value !== undefined)
  if (method !== 'GET' && method !== 'DELETE') return { method, path: filled, body: Object.fromEntries(rest) }
  const query = new URLSearchParams()
  for (const [field, value] of rest) {
    for (const each of Array.isArray(value) ? value : [value]) query.append(field, asText(each))
  }
  return { method, path: query.size > 0 ? `${filled}?${query.toString()}` : filled }
}

function asText(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
}
