import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { scopes } from '#contract/permissions.ts'
import { isRead, permissionsOf, route, withheldFields } from '#kernel/operation.ts'
import { registry } from '#registry'
import { openNode } from '#test/node.ts'
import { isId, type Schema, schemaOf } from './arbitrary.ts'
import { openProviders } from './providers.ts'
import { samples } from './samples.ts'
import { chatOperations, openTenant, operations } from './tenant.ts'

/* Rules every operation of the registry follows. The attacks on each of them are in operations.ts. */

const everything = [...operations, ...chatOperations]

test('Every operation has a sample, and every sample has an operation', () => {
  assert.deepEqual(Object.keys(samples).toSorted(), Object.keys(registry).toSorted())
})

test('Every operation has a test of its own beside it', () => {
  const tested = new Set(globSync('server/domains/*/operations/*.test.ts').map((path) => basename(path, '.test.ts')))
  assert.deepEqual(
    everything.map(([name]) => name).filter((name) => !tested.has(name)),
    [],
  )
})

test('Every operation requires existing permissions', () => {
  const known = new Set<string>([...scopes, 'admin', 'super_admin', 'visitor', 'authenticated'])
  for (const [name, op] of everything) {
    const asked = [op.permission].flat() as string[]
    assert.ok(asked.length > 0 && asked.every((each) => known.has(each)), name)
  }
})

test('A read requires a permission to read, and a write requires more', () => {
  for (const [name, op] of everything) {
    const asked = permissionsOf(op).filter((each) => each.includes(':'))
    if (isRead(op))
      assert.ok(
        asked.every((each) => each.endsWith(':read')),
        name,
      )
    else if (asked.length > 0)
      assert.ok(
        asked.some((each) => !each.endsWith(':read')),
        name,
      )
  }
})

test('Every summary consists of sentences that describe the effect', () => {
  for (const [name, op] of everything) {
    assert.match(op.summary, /^[A-Z][^\n]*\.$/, name)
    if (op.description) assert.match(op.description, /^[A-Z'"][^\n]*\.$/, name)
  }
})

test('No two operations share an address, and none hides another', () => {
  const addresses = everything.map(([, op]) => op.rest.replace(/:\w+/g, ':x'))
  assert.deepEqual(addresses.toSorted(), [...new Set(addresses)].toSorted())
  for (const [name, op] of everything)
    assert.match(op.rest, /^(GET|POST|PATCH|PUT|DELETE) (\/[a-z][a-z0-9-]*|\/:[a-z_]+)+$/, name)
})

test('Every parameter of an address is a field of its operation', () => {
  for (const [name, op] of everything)
    for (const param of route(op).params) assert.ok(schemaOf(op).properties?.[param], `${name}: ${param}`)
})

test('Every parameter of a tool is described, and every tool refuses fields it does not know', () => {
  for (const [name, op] of operations.filter(([, each]) => each.tool !== false)) {
    const { properties = {}, additionalProperties } = schemaOf(op) as Schema & {
      properties?: Record<string, { description?: string }>
    }
    assert.equal(additionalProperties, false, name)
    const without = withheldFields(op)
    for (const [field, { description }] of Object.entries(properties))
      if (!without.includes(field)) assert.ok(description && description.length > 3, `${name}: ${field}`)
  }
})

test('Operations that remove or overwrite are marked destructive, and no read is', () => {
  for (const [name, op] of everything) {
    if (route(op).method === 'DELETE') assert.ok(op.destructive, name)
    if (isRead(op)) assert.ok(!op.destructive && op.status === undefined, name)
  }
})

test('Every sample names every id its operation can take', async () => {
  const own = await openTenant(await openNode(await openProviders()), 'propio')
  for (const [name, op] of everything) {
    const sample = await own.sample(name)
    const fields = Object.entries(schemaOf(op).properties ?? {}).filter(([, schema]) => isId(schema))
    for (const [field] of fields) assert.ok(sample[field] !== undefined, `${name}: ${field}`)
  }
})
