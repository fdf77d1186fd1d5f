export type Json = Record<string, unknown>

export type OpenApi = {
  openapi: string
  info: Json
  servers: Json[]
  security: Json[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Described>>
  webhooks: Record<string, Json>
  components: { securitySchemes: Json; schemas: Record<string, Json>; responses: Json }
}

export type Described = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security?: Json[]
  parameters?: { name: string; in: string; required: boolean; description?: string; schema: Json }[]
  requestBody?: Json
  responses: Record<string, Json>
}

/** The interface as a page to read: no script, nothing loaded from elsewhere. */
export function referencePage(document: OpenApi, codes: Record<string, readonly [number, string]>): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const groups = document.tags.map(({ name }) => ({
    name,
    members: operations.filter(({ operation }) => operation.tags.includes(name)),
  }))
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hilo API</title><style>${style}</style></head><body>
<nav aria-label="Operations"><h1>Hilo API</h1><a href="/api/v1/openapi.json">openapi.json</a>
${groups.map(({ name, members }) => `<h2>${escape(name)}</h2>${members.map(link).join('')}`).join('')}</nav>
<main><section><h2>Calling it</h2><p>Send an API key with each request. Lists answer <code>items</code> and <code>next_cursor</code>;
refusals are <code>application/problem+json</code> with a <code>code</code> and a <code>detail</code> that says what to do.</p>
<pre>curl ${escape(String(document.servers[0]?.url))}/api/v1/contacts -H "Authorization: Bearer $KEY"</pre>
<p>The same operations are agent tools (MCP) at <code>/api/mcp</code>, with the same keys.</p></section>
<section><h2>Refusals</h2><table><thead><tr><th>Code</th><th>Status</th><th></th></tr></thead><tbody>${Object.entries(
    codes,
  )
    .map(
      ([code, [status, title]]) =>
        `<tr id="${code.replaceAll('_', '-')}"><td><code>${code}</code></td><td>${status}</td><td>${escape(title)}</td></tr>`,
    )
    .join('')}</tbody></table></section>
${groups.map(({ name, members }) => `<h2>${escape(name)}</h2>${members.map(section).join('')}`).join('')}</main></body></html>`
}

type Member = { path: string; method: string; operation: Described }

function link({ method, operation }: Member): string {
  return `<a href="#${operation.operationId}"><b class="${method}">${method}</b> ${escape(operation.operationId)}</a>`
}

function section({ path, method, operation }: Member): string {
  return `<section id="${operation.operationId}"><h3><b class="${method}">${method}</b> <code>${escape(path)}</code></h3>
<p>${escape(operation.summary)}</p>${operation.description
    .split('\n\n')
    .map((line) => `<p class="more">${escape(line)}</p>`)
    .join('')}
${fields(operation)}<details><summary>Answer</summary><pre>${escape(JSON.stringify(operation.responses, null, 2))}</pre></details></section>`
}

type Field = {
  name: string
  from: string
  required: boolean
  schema: Record<string, unknown>
  description?: string | undefined
}

function fields(operation: Described): string {
  const parameters: Field[] = (operation.parameters ?? []).map((each) => ({ ...each, from: each.in }))
  const content = (operation.requestBody?.content ?? {}) as Record<
    string,
    { schema: { properties?: Record<string, Record<string, unknown>>; required?: string[] } }
  >
  const body = content['application/json']?.schema
  const rows = parameters.concat(
    Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
      name,
      from: 'body',
      required: body?.required?.includes(name) ?? false,
      schema,
      description: schema.description as string | undefined,
    })),
  )
  if (rows.length === 0) return ''
  return `<table><thead><tr><th>Field</th><th>In</th><th>Type</th><th></th></tr></thead><tbody>${rows
    .map(
      ({ name, from, required, schema, description }) =>
        `<tr><td><code>${escape(name)}</code>${required ? ' <em>required</em>' : ''}</td><td>${from}</td><td>${escape(typeName(schema))}</td><td>${escape(description ?? '')}</td></tr>`,
    )
    .join('')}</tbody></table>`
}

function typeName(schema: Record<string, unknown>): string {
  if (Array.isArray(schema.enum)) return schema.enum.join(' | ')
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map(typeName).join(' | ')
  if (schema.type === 'array') return `${typeName((schema.items ?? {}) as Record<string, unknown>)}[]`
  return String(schema.type ?? 'any')
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const style = `
:root{color-scheme:light dark;--line:light-dark(#e4e4e7,#33333a);--soft:light-dark(#f6f6f7,#1d1d21);--text:light-dark(#1c1c20,#ececef);--muted:light-dark(#5c5c66,#a5a5b0)}
*{box-sizing:border-box}body{margin:0;display:grid;grid-template-columns:17rem 1fr;font:15px/1.55 system-ui,sans-serif;color:var(--text);background:light-dark(#fff,#141417)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.25rem;border-right:1px solid var(--line);font-size:13px}
nav h1{font-size:1.15rem;margin:0 0 .5rem}nav h2{font-size:.75rem;text-transform:uppercase;letter-spacing:.05em;color:var(--muted);margin:1.25rem 0 .25rem}
nav a{display:block;padding:.2rem 0;color:inherit;text-decoration:none;overflow-wrap:anywhere}nav a:hover,nav a:focus{text-decoration:underline}
main{padding:1.5rem 2.5rem 6rem;max-width:62rem;min-width:0}section{padding:1.25rem 0;border-bottom:1px solid var(--line)}
h3{font-size:1rem;margin:.25rem 0}p{margin:.4rem 0}.more{color:var(--muted)}code,pre{font:13px/1.5 ui-monospace,monospace}
pre{background:var(--soft);padding:.9rem;border-radius:.5rem;overflow:auto}table{border-collapse:collapse;width:100%;margin:.75rem 0;font-size:14px}
td,th{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line)}em{color:var(--muted);font-size:12px}
b{font:600 11px ui-monospace,monospace}.GET{color:light-dark(#0b6b3a,#5ad18f)}.POST{color:light-dark(#1d4ed8,#8ab4ff)}.PATCH{color:light-dark(#92500b,#f0b35a)}.DELETE{color:light-dark(#b42318,#ff8a80)}
@media(max-width:48rem){body{display:block}nav{position:static;height:auto;max-height:40vh}main{padding:1rem}table{display:block;overflow:auto}}`
