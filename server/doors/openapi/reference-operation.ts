import { escapeHtml } from '#doors/openapi/escape-html.ts'
import { exampleOf } from '#doors/openapi/examples.ts'
import type { Json } from '#doors/openapi/json-schema.ts'
import type { OpenApi, OperationObject } from '#doors/openapi/openapi.ts'
import type { ReferenceWords } from '#doors/openapi/reference-words.ts'

export type Member = { path: string; method: string; operation: OperationObject }

/** One operation: its description and fields, an example of its request and response, and the data to try it. */
export function section(member: Member, document: OpenApi, words: ReferenceWords): string {
  const { path, method, operation } = member
  const { operationId, summary, description } = operation
  const request = exampleRequest(member, document)
  const [status = '200'] = Object.keys(operation.responses)
  const isStream = Object.keys(contentOf(operation, status))[0] === 'text/event-stream'
  return `<section id="${operationId}" class="operation"${isStream ? '' : ` data-request="${escapeHtml(JSON.stringify(request))}"`}><div><h3><b class="${method}">${method}</b> <code>${escapeHtml(path)}</code></h3>
<p>${escapeHtml(summary)}</p>${description
    .split('\n\n')
    .map((line) => `<p class="more">${escapeHtml(line)}</p>`)
    .join('')}
${fieldTable(operation, words)}</div>
<div><h4>${words.request}</h4><pre>${escapeHtml(curl(request, document))}</pre>
<h4>${words.response} <code>${status}</code></h4><pre>${escapeHtml(exampleResponse(operation, status, document))}</pre>
<details><summary>${words.schema}</summary><pre>${escapeHtml(JSON.stringify(operation.responses[status], null, 2))}</pre></details></div></section>`
}

type Request = { method: string; path: string; parameters: Parameter[]; body: unknown }
type Parameter = { name: string; in: string; required: boolean; example: string }

function exampleRequest({ path, method, operation }: Member, document: OpenApi): Request {
  const place = { schemas: document.components.schemas, kind: 'request' as const, parent: operation.tags[0]! }
  const parameters = (operation.parameters ?? []).map(({ name, in: where, required, schema }) => {
    const value = required ? exampleOf(schema, { ...place, name }) : ''
    return { name, in: where, required, example: typeof value === 'string' ? value : JSON.stringify(value) }
  })
  const schema = bodyOf(operation)
  return { method, path, parameters, body: schema ? exampleOf(schema, { ...place, name: '' }) : null }
}

function exampleResponse(operation: OperationObject, status: string, document: OpenApi): string {
  const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(contentOf(operation, status))
  if (type === 'text/event-stream') return STREAM
  if (type === 'text/csv') return 'id,name\n1024,Ana Ruiz'
  if (type !== 'application/json') return type
  const place = { schemas: document.components.schemas, kind: 'response' as const, name: '' }
  return JSON.stringify(exampleOf(schema, { ...place, parent: operation.tags[0]! }), null, 2)
}

const STREAM = `id: 7f3a
event: message.received
data: {"id": "1024", "sequence": 7, "name": "message.received", …}`

function curl({ method, path, parameters, body }: Request, document: OpenApi): string {
  const given = parameters.filter(({ required }) => required)
  const filled = given.reduce((url, { name, example }) => url.replace(`{${name}}`, encodeURIComponent(example)), path)
  const query = given.filter((each) => each.in === 'query').map(({ name, example }) => [name, example] as const)
  const search = query.length > 0 ? `?${new URLSearchParams(query.map(([...pair]) => pair)).toString()}` : ''
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${String(document.servers[0]?.['url'])}${filled}${search}'`,
    `-H "Authorization: Bearer $KEY"`,
    ...(body === null
      ? []
      : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
  ]
  return lines.join(' \\\n  ')
}

type Content = Record<string, { schema: Json }>

const contentOf = ({ responses }: OperationObject, status: string): Content =>
  (responses[status]?.['content'] ?? {}) as Content

function bodyOf({ requestBody }: OperationObject): Json | undefined {
  return ((requestBody?.['content'] ?? {}) as Content)['application/json']?.schema
}

function fieldTable(operation: OperationObject, words: ReferenceWords): string {
  const body = bodyOf(operation) as { properties?: Record<string, Json>; required?: string[] } | undefined
  const rows = [
    ...(operation.parameters ?? []).map((each) => ({ ...each, where: each.in })),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
      name,
      schema,
      where: 'body',
      required: body?.required?.includes(name) ?? false,
      description: schema['description'] as string | undefined,
    })),
  ]
  if (rows.length === 0) return ''
  const head = [words.field, words.place, words.type, words.description].map((each) => `<th>${each}</th>`).join('')
  const lines = rows.map(
    ({ name, where, required, schema, description }) =>
      `<tr><td><code>${escapeHtml(name)}</code>${required ? ` <em>${words.required}</em>` : ''}</td><td>${words.places[where]}</td><td>${escapeHtml(typeName(schema))}</td><td>${escapeHtml(description ?? '')}</td></tr>`,
  )
  return `<table><thead><tr>${head}</tr></thead><tbody>${lines.join('')}</tbody></table>`
}

function typeName(schema: Json): string {
  if (Array.isArray(schema['enum'])) return schema['enum'].join(' | ')
  if (Array.isArray(schema['anyOf'])) return schema['anyOf'].map(typeName).join(' | ')
  if (schema['type'] === 'array') return `${typeName((schema['items'] ?? {}) as Json)}[]`
  return [schema['type'] ?? 'any'].flat().join(' | ')
}
