import assert from 'node:assert/strict'
import { test } from 'node:test'
import SwaggerParser from '@apidevtools/swagger-parser'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { exampleOf } from '#doors/openapi/examples.ts'
import type { OperationObject, OpenApi } from '#doors/openapi/openapi.ts'
import type { Json } from '#doors/openapi/json-schema.ts'
import { type AnyOperation, route } from '#kernel/operation.ts'
import { codes } from '#kernel/problem.ts'
import { openLanguageModel } from '#test/llm.ts'
import { generous } from '#test/limits.ts'
import { openNode } from '#test/node.ts'
import { raw } from '#test/raw.ts'
import { toRequest } from '#test/request.ts'
import { matchesSnapshot } from '#test/snapshot.ts'
import { openProviders } from '../attacks/providers.ts'
import { chatOperations, openTenant, operations } from '../attacks/tenant.ts'

const llm = await openLanguageModel()
const node = await openNode({ ...generous, ...(await openProviders()), LLM_URL: llm.url, LLM_MODEL: 'prueba-1' })
const own = await openTenant(node, 'propio')
const { body: document } = await node.rest<OpenApi>('GET', '/openapi.json')

test('The OpenAPI document matches the committed one', () =>
  matchesSnapshot('test/contract/openapi.json', { ...document, servers: [{ url: 'http://localhost:3000' }] }))

test('The document is valid OpenAPI 3.1 without dangling references', async () => {
  assert.match(document.openapi, /^3\.1\./)
  await SwaggerParser.validate(structuredClone(document) as never)
})

test('The document can be read without a key and names this server', async () => {
  const { status, headers } = await node.rest('GET', '/openapi.json')
  assert.equal(status, 200)
  assert.match(headers.get('content-type') ?? '', /^application\/json/)
  assert.deepEqual(document.servers, [{ url: node.url }])
})

test('The document describes every operation once, with its path, fields and permissions', () => {
  const everything = [...operations, ...chatOperations]
  const streams = new Set(['/api/v1/live', '/api/v1/widget/live'])
  const described = Object.entries(document.paths).filter(([path]) => !streams.has(path))
  assert.equal(described.flatMap(([, methods]) => Object.keys(methods)).length, everything.length)
  for (const [name, op] of everything) {
    const described = describedAs(op)
    assert.equal(described.operationId, name)
    assert.equal(described.summary, op.summary)
    const inPath = described.parameters?.filter((each) => each.in === 'path').map((each) => each.name) ?? []
    assert.deepEqual(inPath.toSorted(), route(op).params.toSorted(), name)
    const needs = [op.permission].flat().filter((each) => each !== 'authenticated') as string[]
    for (const permission of needs) assert.ok(described.description.includes(permission), name)
    const fields = [
      ...(described.parameters?.map((each) => each.name) ?? []),
      ...Object.keys(bodyOf(described).properties),
    ]
    assert.deepEqual(fields.toSorted(), Object.keys(op.input.shape).toSorted(), name)
  }
})

test('Requests and responses match the document', async () => {
  const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true } })
  ajv.addSchema(document, 'openapi')
  for (const [name, op] of operations) {
    const input = await own.sample(name)
    const request = toRequest(op, input)
    const described = describedAs(op)
    const escaped = `${pathOf(op).replaceAll('~', '~0').replaceAll('/', '~1')}/${route(op).method.toLowerCase()}`
    const at = (pointer: string) => ajv.getSchema(`openapi#/paths/${encodeURI(escaped)}/${pointer}`) as ValidateFunction

    if (request.body && Object.keys(request.body).length > 0) {
      const accepts = at('requestBody/content/application~1json/schema')
      assert.ok(accepts(request.body), `${name}: ${ajv.errorsText(accepts.errors)}`)
      assert.ok(!accepts({ ...request.body, no_such_field: 1 }), name)
    }
    const answer = await node.rest(request.method, request.path, {
      key: own.rightful(op),
      ...(request.body && { body: request.body }),
    })
    const status = Object.keys(described.responses).find((each) => each !== 'default')!
    assert.equal(String(answer.status), status, `${name}: ${answer.text}`)
    const [type] = Object.keys(described.responses[status]!.content as object)
    assert.ok(answer.headers.get('content-type')?.startsWith(type!), name)
    if (type !== 'application/json') continue
    const promises = at(`responses/${status}/content/application~1json/schema`)
    assert.ok(promises(answer.body), `${name}: ${ajv.errorsText(promises.errors)}`)
    assert.ok(!promises({ unlike: 'anything' }), `${name} would accept any answer`)
  }
})

test('Refusals match the document, and it lists every code', async () => {
  const ajv = new Ajv2020({ strict: false })
  ajv.addSchema(document, 'openapi')
  const problem = ajv.getSchema('openapi#/components/schemas/Problem') as ValidateFunction
  const refusals = [
    await node.rest('GET', '/me'),
    await node.rest('GET', '/contacts/999999999', { key: node.key }),
    await node.rest('GET', '/contacts?limit=x', { key: node.key }),
    await node.rest('POST', '/contacts', { key: node.key, body: {} }),
    await node.rest('POST', '/contacts', { key: await node.makeKey('read_only'), body: {} }),
    await node.rest('POST', '/contacts', { key: node.key, body: '{' }),
    await node.rest('GET', '/nothing', { key: node.key }),
  ]
  for (const { body, status, headers, text } of refusals) {
    assert.ok(problem(body), `${ajv.errorsText(problem.errors)}: ${text}`)
    assert.equal(body.status, status)
    assert.equal(body.request_id, headers.get('x-request-id'))
    assert.equal(body.type, `${node.url}/problems/${body.code.replaceAll('_', '-')}`)
    assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/)
  }
  const known = (document.components.schemas.Problem as { properties: { code: { enum: string[] } } }).properties.code
    .enum
  assert.deepEqual(known, Object.keys(codes))
})

test('The reference page shows every operation with its fields, in both languages, and only our own script', async () => {
  for (const [language, label] of [
    ['en', 'Example request'],
    ['es', 'Petición de ejemplo'],
  ] as const) {
    const response = await fetch(`${node.url}/docs?language=${language}`)
    assert.equal(response.status, 200)
    const policy = response.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'; script-src 'self'/)
    assert.doesNotMatch(policy, /unsafe/)
    const page = await response.text()
    assert.deepEqual(page.match(/<script[^>]*>|javascript:|\son\w+=/gi), ['<script type="module" src="/reference.js">'])
    assert.match(page, new RegExp(`<html lang="${language}">`))
    for (const [name, op] of operations) {
      const section = sectionOf(page, name)
      assert.ok(page.includes(`href="#${name}"`), name)
      const shown = [`<code>${pathOf(op)}</code>`, `>${route(op).method}</b>`, escaped(op.summary), label]
      const fields = Object.keys(op.input.shape).map((field) => `<code>${field}</code>`)
      assert.deepEqual(
        [...shown, ...fields].filter((each) => !section.includes(each)),
        [],
        name,
      )
    }
  }
})

test('The reference is compressed for those who accept it, in the language they read', async () => {
  const read = async (headers: Record<string, string>) => {
    const {
      status,
      headers: got,
      body,
    } = await raw(node.url, 'GET', '/docs', { headers: Object.entries(headers).flat() })
    assert.equal(status, 200)
    return { encoding: got['content-encoding'], bytes: Number(got['content-length']), body }
  }
  const small = await read({ 'accept-encoding': 'gzip, br', 'accept-language': 'es-CO' })
  const plain = await read({ 'accept-language': 'es-CO' })
  assert.deepEqual([small.encoding, plain.encoding], ['br', undefined])
  assert.ok(small.bytes < plain.bytes / 5, `${small.bytes} of ${plain.bytes} bytes`)
  const english = await fetch(`${node.url}/docs`, { headers: { 'accept-language': 'en-US' } })
  assert.match(await english.text(), /<html lang="en">/)
})

test('The examples of the reference are valid requests and responses of every operation', () => {
  const { schemas } = document.components
  for (const [name, op] of [...operations, ...chatOperations]) {
    const described = describedAs(op)
    const place = { schemas, parent: described.tags[0]! }
    const required = described.parameters?.filter((each) => each.required) ?? []
    const parameters = required.map((each) => [
      each.name,
      exampleOf(each.schema, { ...place, kind: 'request', name: each.name }),
    ])
    const body = exampleOf(bodyOf(described), { ...place, kind: 'request', name: '' })
    const input = op.input.safeParse({ ...Object.fromEntries(parameters), ...(body as object) })
    assert.ok(input.success, `${name}: ${input.error?.message}`)
    const [answer] = Object.values(described.responses)
    const schema = (answer!['content'] as Record<string, { schema: Json }>)['application/json']?.schema
    if (!schema) continue
    const output = op.output.safeParse(exampleOf(schema, { ...place, kind: 'response', name: '' }))
    assert.ok(output.success, `${name}: ${output.error?.message}`)
  }
})

function pathOf(op: AnyOperation): string {
  return `/api/v1${route(op).path.replace(/:(\w+)/g, '{$1}')}`
}

function describedAs(op: AnyOperation): OperationObject {
  return document.paths[pathOf(op)]![route(op).method.toLowerCase()]!
}

function bodyOf(described: OperationObject): Json & { properties: Json } {
  const content = described.requestBody?.['content'] as
    | Record<string, { schema: Json & { properties: Json } }>
    | undefined
  return content?.['application/json']?.schema ?? { type: 'object', properties: {} }
}

function sectionOf(page: string, name: string): string {
  const start = page.indexOf(`<section id="${name}" `)
  return start < 0 ? '' : page.slice(start, page.indexOf('</section>', start))
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

test('The type of a refusal is a URL that explains it', async () => {
  const refused = await node.rest('GET', '/contacts/0', { key: node.key })
  const moved = await fetch(refused.body.type, { redirect: 'manual' })
  assert.equal(moved.headers.get('location'), '/docs#not-found')
  const page = await fetch(refused.body.type)
  assert.match(await page.text(), /id="not-found"/)
})
