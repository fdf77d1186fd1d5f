import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { type AnyOperation, type Context, isRead, permissionsOf } from '#kernel/operation.ts'
import { readerOf, toWriteAnswer } from '#kernel/write-answers.ts'
import { registry } from '#registry'
import { openNode } from '#test/node.ts'

const { rest, key, makeKey } = await openNode()
const base_url = 'https://hilo.example.com'
const operations = Object.entries(registry as Record<string, AnyOperation>)

type Schema = {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string
  const?: unknown
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  additionalProperties?: Schema
}

/** An answer with a value in every field. */
function example(schema: Schema, root: Schema, name = ''): unknown {
  if (schema.$ref) return example(root.$defs![schema.$ref.split('/').at(-1)!]!, root, name)
  if (schema.const !== undefined) return schema.const
  const choices = schema.anyOf ?? schema.oneOf
  if (choices)
    return example(
      choices.find(({ type }) => type !== 'null')!,
      root,
      name,
    )
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([field, each]) => [field, example(each, root, field)])
    return Object.fromEntries(fields)
  }
  if (schema.type === 'array') return [example(schema.items ?? {}, root)]
  if (schema.type === 'object') return { key: 'private' }
  if (name === 'id') return '1'
  return name === 'url' ? `${base_url}/app/1` : 'private'
}

const answerOf = (op: AnyOperation) => {
  const schema = z.toJSONSchema(op.output, { unrepresentable: 'any', io: 'output' }) as Schema
  return example(schema, schema)
}

/** The names of all values in an answer. */
function leaves(value: unknown, name = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => leaves(each, name))
  if (typeof value !== 'object' || value === null) return [name]
  return Object.entries(value).flatMap(([field, each]) => leaves(each, field))
}

const references = new Set(['id', 'url', 'deleted', 'secret', 'next_cursor'])
/** Changes whose answers describe the change and no record. */
const outcomes = new Set([
  'import_properties',
  'replay_webhook',
  'run_macro',
  'send_transcript',
  'set_typing',
  'set_viewing',
  'submit_lead_form',
  'upload_attachments',
  // These read nothing that is not covered by the permissions they need besides.
  'test_ai_agent',
  'test_automation_rule',
])

test('Every change answers a caller who may not read its records with ids and addresses only', () => {
  const revealing = operations.flatMap(([name, op]) => {
    const reader = readerOf(op)
    if (isRead(op) || !reader || permissionsOf(op).includes(reader)) return []
    const context = { actor: { permissions: new Set(permissionsOf(op)) }, base_url } as unknown as Context
    const shown = leaves(toWriteAnswer(op, context, answerOf(op)))
    return shown.every((each) => references.has(each)) ? [] : [name]
  })
  assert.deepEqual(
    revealing.filter((name) => !outcomes.has(name)),
    [],
  )
})

test('A record that a change answers with is read with the permission that reading it needs', () => {
  const readable = new Map<string, Set<string>>()
  for (const [, op] of operations) {
    if (isRead(op))
      for (const record of recordsOf(op.output))
        readable.set(record, new Set([...(readable.get(record) ?? []), ...permissionsOf(op)]))
  }
  const wrong = operations.flatMap(([name, op]) => {
    const reader = readerOf(op)
    if (isRead(op) || !reader) return []
    const strangers = recordsOf(op.output).filter(
      (record) => readable.has(record) && !readable.get(record)!.has(reader),
    )
    return strangers.map((record) => `${name} answers with ${record}, which ${reader} does not read`)
  })
  assert.deepEqual(wrong, [])
})

/** The ids of the records an answer is, or is a list of. */
function recordsOf(output: z.ZodType): string[] {
  const items = output instanceof z.ZodObject ? (output.shape as Record<string, unknown>)['items'] : undefined
  const record = items instanceof z.ZodArray ? (items.element as z.ZodType) : output
  const id = record.meta()?.id
  return typeof id === 'string' ? [id] : []
}

test('A key that may write contacts but not read them learns nothing from an update without changes', async () => {
  const writer = await makeKey('custom', ['contacts:write'])
  const contact = { name: 'Inés Peña', email: 'ines@example.com', phone_number: '+573001234567' }
  const { body: created } = await rest<{ id: string; url: string }>('POST', '/contacts', { key: writer, body: contact })
  assert.deepEqual(Object.keys(created).sort(), ['id', 'url'])
  const known = { id: created.id, url: created.url }
  for (const body of [{}, { city: 'Cali' }])
    assert.deepEqual((await rest('PATCH', `/contacts/${created.id}`, { key: writer, body })).body, known)
  const { body: note } = await rest('POST', `/contacts/${created.id}/notes`, { key: writer, body: { body: 'Nota' } })
  assert.deepEqual(Object.keys(note), ['id'])
  assert.equal((await rest('GET', `/contacts/${created.id}`, { key: writer })).status, 403)
  const { body: whole } = await rest<{ name: string; city: string }>('PATCH', `/contacts/${created.id}`, {
    key,
    body: {},
  })
  assert.deepEqual([whole.name, whole.city], ['Inés Peña', 'Cali'])
})

test('A key that may only manage webhooks still gets the secret of its webhook, once', async () => {
  const writer = await makeKey('custom', ['webhooks:write'])
  const body = { url: 'https://example.com/hook', events: ['*'] }
  const { body: made } = await rest<{ id: string; secret: string }>('POST', '/webhooks', { key: writer, body })
  assert.deepEqual(Object.keys(made).sort(), ['id', 'secret'])
  const { body: again } = await rest('PATCH', `/webhooks/${made.id}`, { key: writer, body: { description: 'x' } })
  assert.deepEqual(again, { id: made.id })
})

test('A program that only sends messages gets the ids of what it stored', async () => {
  const { body: inbox } = await rest<{ id: string }>('POST', '/inboxes', {
    key,
    body: { name: 'Programa', channel: 'api' },
  })
  const writer = await makeKey('custom', ['messages:send'])
  const { body } = await rest<Record<'message' | 'conversation', object>>('POST', `/inboxes/${inbox.id}/messages`, {
    key: writer,
    body: { source_id: 'cliente', content: 'Hola', contact: { name: 'Inés' } },
  })
  assert.deepEqual([Object.keys(body.message), Object.keys(body.conversation).sort()], [['id'], ['id', 'url']])
})
