import { createRequire } from 'node:module'
import { runInNewContext } from 'node:vm'
import type { Answer, Loose } from '#test/classic.ts'

type Send = { type: 'body' | 'query'; property: string; value: string }
type Property = {
  name: string
  type: string
  default: unknown
  options?: { value: string; routing?: { request: { method: string; url: string } } }[]
  routing?: { send: Send }
  displayOptions?: { show: { resource?: string[]; operation?: string[] } }
}
type Ask = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>

const load = createRequire(import.meta.url)

/**
 * The published n8n node for the classic routes, run as n8n runs a declarative node: every field that an operation shows
 * is sent, with its default unless it is filled in, and expressions are evaluated.
 */
export function openN8n(ask: Ask) {
  const { ChatWoot } = load('@devlikeapro/n8n-nodes-chatwoot/dist/nodes/ChatWoot/ChatWoot.node.js')
  const { ChatWootApi } = load('@devlikeapro/n8n-nodes-chatwoot/dist/credentials/ChatWootApi.credentials.js')
  const { properties, requestDefaults } = new ChatWoot().description as {
    properties: Property[]
    requestDefaults: { headers: Record<string, string> }
  }
  const credentials: Loose = new ChatWootApi()
  const operations = properties
    .filter(({ name, options }) => name === 'operation' && options)
    .flatMap(({ displayOptions, options }) =>
      options!.map(({ value, routing }) => ({
        name: `${displayOptions!.show.resource![0]}: ${value}`,
        resource: displayOptions!.show.resource![0]!,
        value,
        request: routing!.request,
      })),
    )
  const called = new Set<string>()

  /** Runs an operation with these fields and this token. */
  const run = async (name: string, fields: Record<string, unknown>, token: string): Promise<Answer> => {
    const operation = operations.find((each) => each.name === name)
    if (!operation) throw new Error(`The node has no operation ${name}.`)
    called.add(name)
    const { resource, value, request } = operation
    const shown = properties.filter(
      ({ type, displayOptions }) =>
        type !== 'notice' &&
        displayOptions?.show.resource?.includes(resource) &&
        displayOptions.show.operation?.includes(value),
    )
    const unknown = Object.keys(fields).filter((field) => !shown.some((each) => each.name === field))
    if (unknown.length > 0) throw new Error(`The operation ${name} has no field ${unknown.join(', ')}.`)
    const $parameter: Record<string, unknown> = {}
    for (const { name: field, default: initial } of shown) $parameter[field] = fields[field] ?? initial
    const query = new URLSearchParams()
    const body: Record<string, unknown> = {}
    for (const { name: field, routing } of shown) {
      if (!routing) continue
      const { type, property, value: expression } = routing.send
      const sent = evaluate(expression, { $value: $parameter[field], $parameter })
      if (type === 'body') body[property] = sent
      else query.append(property, String(sent))
    }
    const path = evaluate(request.url, { $parameter }) as string
    const headers = lowerCase({ ...requestDefaults.headers, ...authentication(credentials, token) })
    const hasBody = Object.keys(body).length > 0
    return ask(
      request.method,
      query.size > 0 ? `${path}?${query.toString()}` : path,
      hasBody ? body : undefined,
      headers,
    )
  }
  return {
    run,
    /** The request by which n8n checks the credentials. */
    test: () => ask('GET', credentials.test.request.url as string),
    names: operations.map(({ name }) => name),
    called,
  }
}

function authentication({ authenticate }: Loose, accessToken: string): Record<string, string> {
  const headers = Object.entries(authenticate.properties.headers as Record<string, string>)
  return Object.fromEntries(
    headers.map(([name, value]) => [name, String(evaluate(value, { $credentials: { accessToken } }))]),
  )
}

/** HTTP knows no difference, but two spellings of one name would be sent as two headers. */
function lowerCase(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

/** The value of a text that, if it begins with an equals sign, has expressions in double braces. */
function evaluate(text: string, scope: object): unknown {
  if (!text.startsWith('=')) return text
  const whole = /^=\{\{([^]*)\}\}$/.exec(text)
  if (whole && !whole[1]!.includes('}}')) return plain(runInNewContext(`(${whole[1]})`, { ...scope }))
  return text.slice(1).replaceAll(/\{\{(.*?)\}\}/g, (_, code: string) => String(runInNewContext(code, { ...scope })))
}

/** A value of another realm, as one of this. */
function plain(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.parse(JSON.stringify(value)) : value
}
