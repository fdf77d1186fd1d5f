import type { z } from 'zod'
import { events } from '#contract/events.ts'
import { available, bodySchema } from '#contract/webhook-bodies.ts'
import { type Json, jsonSchema } from '#doors/openapi/json-schema.ts'
import type { OpenApi, OperationObject } from '#doors/openapi/openapi.ts'
import { type AnyOperation, isRead, permissionsOf, type Registry, route } from '#kernel/operation.ts'
import { readerOf } from '#kernel/write-answers.ts'
import { codes } from '#kernel/problem.ts'

/** The OpenAPI document of the REST API, built from the registry. */
export function buildDocument(registry: Registry, base_url: string): OpenApi {
  const schemas: Record<string, Json> = { Problem: problemSchema }
  const paths: OpenApi['paths'] = {}
  for (const [name, op] of Object.entries(registry)) {
    if (op.permission === 'personal') continue
    const { method, path } = route(op)
    const template = `/api/v1${path.replace(/:(\w+)/g, '{$1}')}`
    paths[template] = { ...paths[template], [method.toLowerCase()]: describe(name, op, schemas) }
  }
  Object.assign(paths, streams)
  const webhooks = Object.fromEntries(available.map((name) => [name, { post: describeWebhook(name, schemas) }]))
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
        visitor: { type: 'http', scheme: 'bearer', description: 'Token of a live chat session' },
      },
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      responses: {
        Problem: {
          description: 'The request was refused, or it failed',
          content: { 'application/problem+json': { schema: ref('Problem') } },
        },
      },
    },
  }
}

function describe(name: string, op: AnyOperation, schemas: Record<string, Json>): OperationObject {
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
  const permissions = permissionsOf(op)
  const reader = isRead(op) || permissions.includes(readerOf(op)!) ? undefined : readerOf(op)
  return {
    operationId: name,
    summary: op.summary,
    description: [
      op.description,
      permissions.length > 0 ? `Requires ${permissions.join(' and ')}.` : 'Requires any valid credential.',
      reader && `Without ${reader} the answer has only the id and url of each record.`,
    ]
      .filter(Boolean)
      .join('\n\n'),
    tags: [tag(op)],
    ...(op.permission === 'visitor' && { security: [{ visitor: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(!inQuery && inBody.length > 0 && { requestBody: body(Object.fromEntries(inBody), required, op) }),
    responses: {
      [String(op.status ?? 200)]: {
        description: 'Success',
        content: op.streams
          ? { [op.streams]: { schema: { type: 'string' } } }
          : { 'application/json': { schema: schemaOf(op.output, 'output', schemas) } },
      },
      '4XX': { $ref: '#/components/responses/Problem' },
      '5XX': { $ref: '#/components/responses/Problem' },
    },
  }
}

/** The request that an endpoint receives when this event happens. */
function describeWebhook(name: keyof typeof events, schemas: Record<string, Json>): Json {
  const schema = schemaOf(bodySchema(name), 'output', schemas)
  return {
    operationId: name,
    summary: `${events[name].summary}.`,
    tags: ['webhooks'],
    security: [],
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { '2XX': { description: 'Received; any other status is retried' } },
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

/** The same fields as multipart/form-data: the files themselves instead of upload tokens. */
function withFiles(properties: Json, field: string): Json {
  const { items: _, ...list } = properties[field] as Json
  return { ...properties, [field]: { ...list, items: { type: 'string', format: 'binary' } } }
}

/** A schema whose named parts are moved to the components, which all operations share. */
function schemaOf(type: z.ZodType, io: 'input' | 'output', schemas: Record<string, Json>): Json {
  const { $defs = {}, $schema: _, ...schema } = jsonSchema(type, io)
  for (const [name, part] of Object.entries($defs)) schemas[name] ??= shared(part)
  return shared(schema)
}

function shared(schema: unknown): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
}

function tag(op: AnyOperation): string {
  return route(op).path.split('/')[1]!
}

const text = { type: 'string' }

/** Streams are not operations, so they are described here. */
const streams: OpenApi['paths'] = {
  '/api/v1/live': {
    get: stream(
      'listen',
      'Stream the events of the workspace as they happen (server-sent events).',
      'Each event has a name, an id and data {id, sequence, name, actor, payload, occurred_at}. Reconnect with the last id to receive what you missed, without gaps or repetition. The stream carries what the key may read, of the conversations its user may see. A reset event means that too much was missed: read everything again.',
      'api_key',
    ),
  },
  '/api/v1/widget/live': {
    get: stream(
      'listen_to_chat',
      'Stream the visitor’s own chat (server-sent events).',
      'Events message, typing, conversation and read; resumable like /api/v1/live.',
      'visitor',
    ),
  },
}

function stream(operationId: string, summary: string, description: string, security: string): OperationObject {
  const last = {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description: 'Id of the last event received',
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
      '200': { description: 'Stream of events', content: { 'text/event-stream': { schema: text } } },
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
    conflicting_id: { type: 'string', description: 'Id of the record that already has the unique value' },
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
