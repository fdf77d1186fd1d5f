import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { events } from '#contract/events.ts'
import { available, bodySchema } from '#contract/webhook-bodies.ts'
import { JSON_TYPE } from '#doors/http.ts'
import { type Described, type Json, type OpenApi, referencePage } from '#doors/reference.ts'
import { type AnyOperation, permissionsOf, type Registry, route } from '#kernel/operation.ts'
import { codes } from '#kernel/problem.ts'

/** The REST interface, described for programs (`openapi.json`) and for people (`/docs`). Both are made once. */
export function openReference(app: FastifyInstance, registry: Registry, base_url: string): void {
  const document = openapi(registry, base_url)
  const json = JSON.stringify(document)
  const page = referencePage(document, codes)
  app.get('/api/v1/openapi.json', (_request, reply) => reply.header('content-type', JSON_TYPE).send(json))
  // The type of a problem is an address; whoever opens it finds what it means.
  app.get('/problems/:code', (request, reply) =>
    reply.redirect(`/docs#${encodeURIComponent((request.params as { code: string }).code)}`),
  )
  app.get('/docs', (_request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
      )
      .send(page),
  )
}

export function openapi(registry: Registry, base_url: string): OpenApi {
  const schemas: Record<string, Json> = { Problem: problemSchema }
  const paths: OpenApi['paths'] = {}
  for (const [name, op] of Object.entries(registry)) {
    if (op.permission === 'personal') continue
    const { method, path } = route(op)
    const template = `/api/v1${path.replace(/:(\w+)/g, '{$1}')}`
    paths[template] = { ...paths[template], [method.toLowerCase()]: describe(name, op, schemas) }
  }
  Object.assign(paths, streams)
  const webhooks = Object.fromEntries(available.map((name) => [name, { post: told(name, schemas) }]))
  return {
    openapi: '3.1.2',
    info: {
      title: 'Hilo',
      version: 'v1',
      description: 'Customer inbox and sales CRM. The same operations are agent tools at /api/mcp.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: base_url }],
    security: [{ api_key: [] }],
    tags: [...new Set([...Object.values(registry).map(tag), 'live'])]
      .sort()
      .map((name) => ({ name, description: `Operations on ${name}` })),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    webhooks,
    components: {
      securitySchemes: {
        api_key: { type: 'http', scheme: 'bearer', description: 'An API key: hil_…' },
        visitor: { type: 'http', scheme: 'bearer', description: 'The token of a chat session, for the live chat' },
      },
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      responses: {
        Problem: {
          description: 'A refusal, or a fault',
          content: { 'application/problem+json': { schema: ref('Problem') } },
        },
      },
    },
  }
}

function describe(name: string, op: AnyOperation, schemas: Record<string, Json>): Described {
  const { params, method } = route(op)
  const input = schemaOf(op.input, 'input', schemas) as { properties?: Record<string, Json>; required?: string[] }
  const fields = Object.entries(input.properties ?? {})
  const inQuery = method === 'GET' || method === 'DELETE'
  const parameters = fields
    .filter(([field]) => params.includes(field) || inQuery)
    .map(([field, schema]) =>
      parameter(field, schema, params.includes(field), input.required?.includes(field) ?? false),
    )
  const inBody = fields.filter(([field]) => !params.includes(field))
  const required = input.required?.filter((field) => !params.includes(field)) ?? []
  const needs = permissionsOf(op)
  return {
    operationId: name,
    summary: op.summary,
    description: [op.description, needs.length > 0 ? `Needs ${needs.join(' and ')}.` : 'Needs any valid credential.']
      .filter(Boolean)
      .join('\n\n'),
    tags: [tag(op)],
    ...(op.permission === 'visitor' && { security: [{ visitor: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(!inQuery && inBody.length > 0 && { requestBody: body(Object.fromEntries(inBody), required, op) }),
    responses: {
      [String(op.status ?? 200)]: {
        description: 'Done',
        content: op.streams
          ? { [op.streams]: { schema: { type: 'string' } } }
          : { 'application/json': { schema: schemaOf(op.output, 'output', schemas) } },
      },
      '4XX': { $ref: '#/components/responses/Problem' },
      '5XX': { $ref: '#/components/responses/Problem' },
    },
  }
}

/** What an endpoint is sent when this happens. */
function told(name: keyof typeof events, schemas: Record<string, Json>): Json {
  const schema = schemaOf(bodySchema(name), 'output', schemas)
  return {
    operationId: name,
    summary: `${events[name].summary}.`,
    tags: ['webhooks'],
    security: [],
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { '2XX': { description: 'Taken; anything else is tried again' } },
  }
}

function parameter(name: string, schema: Json, inPath: boolean, required: boolean) {
  const { description, ...rest } = schema
  const style = rest.type === 'object' ? { style: 'deepObject', explode: true } : {}
  return {
    name,
    in: inPath ? 'path' : 'query',
    required: inPath || required,
    ...(description ? { description: String(description) } : {}),
    schema: rest,
    ...style,
  }
}

function body(properties: Json, required: string[], op: AnyOperation): Json {
  const shape = (fields: Json) => ({
    schema: {
      type: 'object',
      properties: fields,
      additionalProperties: false,
      ...(required.length > 0 && { required }),
    },
  })
  const content = {
    'application/json': shape(properties),
    ...('csv' in properties && { 'text/csv': { schema: { type: 'string' } } }),
    ...(op.files && { 'multipart/form-data': shape(withFiles(properties, op.files)) }),
  }
  return { required: required.length > 0, content, description: op.summary }
}

/** The same fields as a form has them: the files themselves instead of their tokens. */
function withFiles(properties: Json, field: string): Json {
  const { items: _, ...list } = properties[field] as Json
  return { ...properties, [field]: { ...list, items: { type: 'string', format: 'binary' } } }
}

/** A schema with its named parts moved to the components, where all operations share them. */
function schemaOf(type: z.ZodType, io: 'input' | 'output', schemas: Record<string, Json>): Json {
  const { $defs = {}, $schema: _, ...schema } = jsonSchema(type, io)
  for (const [name, part] of Object.entries($defs)) schemas[name] ??= shared(part)
  return shared(schema)
}

function shared(schema: unknown): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
}

/** JSON Schema as doors publish it. Patterns of well-known formats are left out: they are long, and say nothing more. */
export function jsonSchema(
  type: z.ZodType,
  io: 'input' | 'output',
): Json & { $defs?: Record<string, Json>; $schema?: string } {
  return z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.format) delete jsonSchema.pattern
      if (io === 'output') delete jsonSchema.additionalProperties
      delete jsonSchema.propertyNames
      delete jsonSchema.id
    },
  }) as Json
}

function tag(op: AnyOperation): string {
  return route(op).path.split('/')[1]!
}

const text = { type: 'string' }

/** What is listened to rather than asked: no operation, so it is described here. */
const streams: OpenApi['paths'] = {
  '/api/v1/live': {
    get: stream(
      'listen',
      'Hear what happens in the workspace, as it happens: server-sent events.',
      'Each event has the name of what happened, its data {id, sequence, name, actor, payload, occurred_at}, and an id; come back with the last id to hear what you missed, without gap or repetition. You hear what your key may read, of the conversations you may see. An event reset means: read everything anew.',
      'api_key',
    ),
  },
  '/api/v1/widget/live': {
    get: stream(
      'listen_to_chat',
      'Hear what happens in the visitor’s own chat: server-sent events.',
      'Events message, typing, conversation and read; resumable like /api/v1/live.',
      'visitor',
    ),
  },
}

function stream(operationId: string, summary: string, description: string, security: string): Described {
  const last = {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description: 'The id of the last event heard',
    schema: text,
  }
  return {
    operationId,
    summary,
    description,
    tags: ['live'],
    security: [{ [security]: [] }],
    parameters: [last],
    responses: {
      '200': { description: 'A stream', content: { 'text/event-stream': { schema: text } } },
      '4XX': { $ref: '#/components/responses/Problem' },
      '5XX': { $ref: '#/components/responses/Problem' },
    },
  }
}

function ref(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

const problemSchema = {
  type: 'object',
  description: 'A refusal (RFC 9457). detail says what to do next.',
  required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
  properties: {
    type: text,
    title: text,
    status: { type: 'integer' },
    detail: text,
    code: { type: 'string', enum: Object.keys(codes) },
    request_id: text,
    conflicting_id: { type: 'string', description: 'The record that holds a value that must be unique' },
    candidates: { type: 'array', items: { type: 'object', properties: { id: text, name: text } } },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['code', 'detail'],
        properties: { pointer: text, parameter: text, code: text, detail: text },
      },
    },
  },
}
