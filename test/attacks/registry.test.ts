import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import { type Permission, scopes } from '#contract/permissions.ts'
import { issueVisitor } from '#domains/access/visitors.ts'
import { type AnyOperation, isRead, permissionsOf, route } from '#kernel/operation.ts'
import { codes, type ProblemBody } from '#kernel/problem.ts'
import { registry } from '#registry'
import { differences, fingerprint } from '#test/fingerprint.ts'
import { openLanguageModel } from '#test/llm.ts'
import { openNode, PASSWORD } from '#test/node.ts'
import { toRequest } from '#test/request.ts'
import { ID_PATTERN, inputLike, nasty, type Schema } from './arbitrary.ts'
import { chatOperations, fleeting, openGround, operations } from './ground.ts'
import { samples } from './samples.ts'

/*
 * Every operation of the registry, through every door it has, against everybody who should not. An operation added to
 * the registry is attacked from that day on; all it needs is a line in samples.ts.
 */

type Fields = Record<string, unknown>
type Answer = { status: number; type: string; text: string; body: Fields & ProblemBody }
type Door = 'REST' | 'its tool'

const MISSING_ID = '999999999999999999'
const FUZZ_RUNS = Number(process.env.FUZZ_RUNS ?? 20)

const odd = [...nasty.sql, ...nasty.page, ...nasty.text]

const llm = await openLanguageModel()
const node = await openNode({
  HILO_KEY_LIMIT: '10000000',
  HILO_ACCOUNT_LIMIT: '10000000',
  LLM_URL: llm.url,
  LLM_MODEL: 'prueba-1',
})
const pool = node.node.runtime.database.work
let [own, other, rough] = await openGrounds()
let attacked = 0

async function openGrounds() {
  const [first, second] = [await openGround(node, 'propio'), await openGround(node, 'ajeno')]
  return [first, second, await openGround(node, 'revuelto')] as const
}

/** Every row is looked at before and after each attack, so new ground is taken before there are too many. */
async function moveOn(): Promise<void> {
  if (++attacked % 15 === 0) [own, other, rough] = await openGrounds()
}

const everything = [...operations, ...chatOperations]

/** Lists of ids, of which those that are not there are left out. */
const leavingOut = new Set<string>(['get_contacts', 'get_messages'])

describe('the registry', () => {
  test('every operation has a sample, and no sample is left of an operation that is gone', () => {
    assert.deepEqual(Object.keys(samples).toSorted(), Object.keys(registry).toSorted())
  })

  test('every operation has a test of its own beside it', () => {
    const tested = new Set(globSync('server/domains/*/operations/*.test.ts').map((path) => basename(path, '.test.ts')))
    assert.deepEqual(
      everything.map(([name]) => name).filter((name) => !tested.has(name)),
      [],
    )
  })

  test('every operation asks for permissions there are', () => {
    const known = new Set<string>([...scopes, 'admin', 'super_admin', 'visitor', 'authenticated'])
    for (const [name, op] of everything) {
      const asked = [op.permission].flat() as string[]
      assert.ok(asked.length > 0 && asked.every((each) => known.has(each)), name)
    }
  })

  test('a read asks for reading, and a write for more than reading', () => {
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

  test('every summary is sentences, and says what happens', () => {
    for (const [name, op] of everything) {
      assert.match(op.summary, /^[A-Z][^\n]*\.$/, name)
      if (op.description) assert.match(op.description, /^[A-Z'"][^\n]*\.$/, name)
    }
  })

  test('no two operations share an address, and none hides another', () => {
    const addresses = everything.map(([, op]) => op.rest.replace(/:\w+/g, ':x'))
    assert.deepEqual(addresses.toSorted(), [...new Set(addresses)].toSorted())
    for (const [name, op] of everything)
      assert.match(op.rest, /^(GET|POST|PATCH|PUT|DELETE) (\/[a-z][a-z0-9-]*|\/:[a-z_]+)+$/, name)
  })

  test('what an address names is a field of its operation', () => {
    for (const [name, op] of everything)
      for (const param of route(op).params) assert.ok(schemaOf(op).properties?.[param], `${name}: ${param}`)
  })

  test('every parameter of a tool is described, and every tool refuses fields it does not know', () => {
    for (const [name, op] of operations.filter(([, each]) => each.tool !== false)) {
      const { properties = {}, additionalProperties } = schemaOf(op) as Schema & {
        properties?: Record<string, { description?: string }>
      }
      assert.equal(additionalProperties, false, name)
      const without = op.tool ? op.tool.without : []
      for (const [field, { description }] of Object.entries(properties))
        if (!without.includes(field)) assert.ok(description && description.length > 3, `${name}: ${field}`)
    }
  })

  test('what removes or overwrites says so, and what says so is not a read', () => {
    for (const [name, op] of everything) {
      if (route(op).method === 'DELETE') assert.ok(op.destructive, name)
      if (isRead(op)) assert.ok(!op.destructive && op.status === undefined, name)
    }
  })

  test('every sample names every id its operation can take', async () => {
    for (const [name, op] of everything) {
      const sample = await own.sample(name)
      const fields = Object.entries(schemaOf(op).properties ?? {}).filter(([, schema]) => isId(schema))
      for (const [field] of fields) assert.ok(sample[field] !== undefined, `${name}: ${field}`)
    }
  })
})

for (const [name, op] of operations) {
  for (const door of doorsOf(op)) {
    describe(`${name}, by ${door},`, () => {
      before(moveOn)
      const call = (input: Fields, key: string | undefined) => callBy(door, name, op, input, key)

      test('does what it says', async () => {
        const input = await own.sample(name)
        const unwatched = op.audit && isRead(op) ? ['audit_entries'] : []
        const before = await fingerprint(pool, [own.account_id, other.account_id], unwatched)
        const answer = await call(input, own.rightful(op))
        assert.equal(answer.status, op.status ?? 200, answer.text)
        if (op.streams) assert.ok(answer.type.startsWith(op.streams))
        else assert.deepEqual(op.output.parse(answer.body), answer.body)
        assert.ok(!answer.text.includes(other.ground.mark))
        if (!permissionsOf(op).includes('super_admin'))
          for (const secret of own.secrets) assert.ok(!answer.text.includes(secret))
        const after = await fingerprint(pool, [own.account_id, other.account_id], unwatched)
        const changes = differences(before, after)
        if (isRead(op)) assert.deepEqual(changes, [])
        else if (!fleeting.includes(name)) assert.notDeepEqual(changes, [])
      })

      test('is closed to whoever has no key, or one that is not right', async () => {
        const input = await own.sample(name)
        const { token } = await own.visitor()
        const wrong = [undefined, 'hil_', 'x', `${own.key.slice(0, -1)}%`, own.key.toLowerCase(), own.revoked, token]
        await unchanged(async () => {
          for (const key of wrong) {
            const answer = await call(input, key)
            assert.equal(answer.status, 401, key)
            assert.equal(answer.body.code, 'unauthenticated')
          }
        })
      })

      test('is open to a read-only key when it reads, and to no other read-only key', async () => {
        const input = await own.sample(name)
        const missing = permissionsOf(op).filter((each) => !each.endsWith(':read'))
        if (missing.length === 0) {
          const answer = await call(input, own.readOnly)
          assert.equal(answer.status, op.status ?? 200, answer.text)
        } else {
          await unchanged(async () => refuses(await call(input, own.readOnly), missing))
        }
      })

      test('is refused to a key that has every permission but the one it needs, naming that one', async () => {
        const input = await own.sample(name)
        for (const permission of permissionsOf(op)) {
          const key = await own.without(permission)
          await unchanged(async () => refuses(await call(input, key), [permission]))
        }
      })

      test('knows no record of another workspace, and touches none', async () => {
        const input = await own.sample(name)
        const foreign = await other.sample(name)
        const without = door === 'its tool' && op.tool ? op.tool.without : []
        for (const path of idsIn(input).filter(([field]) => !without.includes(String(field)))) {
          await unchanged(async () => {
            const stranger = await call(replaced(input, path, valueAt(foreign, path)), own.rightful(op))
            const nobody = await call(replaced(input, path, MISSING_ID), own.rightful(op))
            if (!leavingOut.has(name)) {
              assert.equal(stranger.status, 404, `${path.join('.')}: ${stranger.text}`)
              assert.equal(stranger.body.code, 'not_found')
            }
            assert.deepEqual(anonymous(stranger, String(valueAt(foreign, path))), anonymous(nobody, MISSING_ID))
            assert.ok(!stranger.text.includes(other.ground.mark))
          })
        }
      })

      test('refuses a field it does not know, and names it', async () => {
        const input = await own.sample(name)
        await unchanged(async () => {
          const answer = await call({ ...input, no_such_field: 'x' }, own.rightful(op))
          assert.equal(answer.status, 400, answer.text)
          assert.equal(answer.body.code, 'invalid_request')
          const inQuery = door === 'REST' && ['GET', 'DELETE'].includes(route(op).method)
          const named = inQuery ? { parameter: 'no_such_field' } : { pointer: '#/no_such_field' }
          const error = answer.body.errors?.find(({ code }) => code === 'unknown_field')
          assert.deepEqual({ ...error, ...named }, error)
        })
      })

      test('lets nobody assign what is not theirs to assign', async () => {
        const input = await own.sample(name)
        const known = schemaOf(op).properties ?? {}
        const coveted: Fields = {
          account_id: other.account_id,
          id: '1',
          user_id: other.user.id,
          created_by: { type: 'system', id: null, name: 'x' },
          created_at: '2000-01-01T00:00:00Z',
          updated_at: '2000-01-01T00:00:00Z',
          role: 'administrator',
          permissions: ['admin'],
          scopes: ['contacts:write'],
          visibility: 'all',
          super_administrator: true,
          is_super_admin: true,
          plan: 'growth',
          constructor: 'x',
        }
        await unchanged(async () => {
          for (const [field, value] of Object.entries(coveted).filter(([each]) => !Object.hasOwn(known, each))) {
            const answer = await call({ ...input, [field]: value }, own.rightful(op))
            assert.equal(answer.status, 400, `${field}: ${answer.text}`)
          }
        })
      })

      test('takes SQL, markup and odd text for what they are: text', async () => {
        const before = await fingerprint(pool, [other.account_id])
        const sample = await rough.sample(name)
        for (const change of stringsOf(schemaOf(op))) {
          const inputs = odd.map((text) => ({ ...sample, ...change(text) }))
          await eightAtATime(inputs, async (input) => sound(await call(input, rough.rightful(op)), input))
        }
        assert.deepEqual(differences(before, await fingerprint(pool, [other.account_id])), [])
      })

      test('has an answer to whatever JSON is sent', async () => {
        const sample = await rough.sample(name)
        const property = fc.asyncProperty(inputLike(sample, schemaOf(op)), async (input) => {
          sound(await call(input, rough.rightful(op)), input)
        })
        await fc.assert(
          property,
          process.env.FUZZ_RUNS ? { numRuns: FUZZ_RUNS } : { numRuns: FUZZ_RUNS, seed: 20261115 },
        )
      })
    })
  }
}

for (const [name, op] of chatOperations) {
  describe(`${name}, by the door of visitors,`, () => {
    before(moveOn)
    const call = (input: Fields, token: string | undefined) => callBy('REST', name, op, input, token)
    /** Somebody for whom it does something. */
    const someone = (where = own) => where.visitor(name === 'start_chat')

    test('does what it says', async () => {
      const { token } = await someone()
      const input = await own.sample(name)
      const before = await fingerprint(pool, [own.account_id, other.account_id])
      const answer = await call(input, token)
      assert.equal(answer.status, op.status ?? 200, answer.text)
      assert.deepEqual(op.output.parse(answer.body), answer.body)
      const changes = differences(before, await fingerprint(pool, [own.account_id, other.account_id]))
      if (isRead(op)) assert.deepEqual(changes, [])
      else if (!fleeting.includes(name)) assert.notDeepEqual(changes, [])
    })

    test('is closed to every key, to nobody, and to tokens that are not right', async () => {
      const input = await own.sample(name)
      const { token, ...visitor } = await someone()
      const gone = await someone()
      await own.ground.act('delete_inbox', { inbox_id: gone.inbox_id })
      const { secret } = node.node.runtime
      const wrong = [
        undefined,
        'x',
        own.key,
        own.superKey,
        own.readOnly,
        own.agentKey,
        own.revoked,
        `${token}x`,
        token.slice(1),
        token.toUpperCase(),
        `v2${token.slice(2)}`,
        gone.token,
        issueVisitor(Buffer.alloc(32), visitor),
        issueVisitor(secret, visitor, new Date('2020-01-01')),
        issueVisitor(secret, { ...visitor, account_id: other.account_id }),
        issueVisitor(secret, { ...visitor, inbox_id: MISSING_ID }),
      ]
      await unchanged(async () => {
        for (const key of wrong) {
          const answer = await call(input, key)
          assert.equal(answer.status, 401, `${key}: ${answer.text}`)
          assert.equal(answer.body.code, 'unauthenticated')
        }
      })
    })

    test('is no tool, and nothing somebody signed in can do', async () => {
      const input = await own.sample(name)
      // Signing in is itself remembered, and is not what is tried here.
      const browser = await signedIn()
      await unchanged(async () => {
        const params = { name, arguments: input }
        const headers = { accept: 'application/json, text/event-stream' }
        const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
        const tool = await node.rest<{ result?: unknown }>('POST', '/api/mcp', { key: own.superKey, body, headers })
        assert.equal(tool.body.result, undefined, tool.text)
        const app = await node.rest('POST', `/api/app/${name}`, { body: input, headers: browser })
        assert.ok([403, 404].includes(app.status), app.text)
      })
    })

    test('shows nothing of another visitor, and touches nothing of theirs', async () => {
      const [theirs, stranger] = [await own.visitor(), await other.visitor()]
      // The same name in the channel, in another inbox or another workspace, is somebody else.
      const { secret } = node.node.runtime
      const { token: _, ...same } = { ...stranger, source_id: theirs.source_id }
      const tokens = [stranger.token, issueVisitor(secret, same)]
      const before = await fingerprint(pool, [own.account_id])
      for (const token of tokens) {
        const answer = await call(await other.sample(name), token)
        assert.ok(answer.status < 500, answer.text)
        assert.ok(!answer.text.includes(own.ground.mark), answer.text)
      }
      assert.deepEqual(differences(before, await fingerprint(pool, [own.account_id])), [])
    })

    test('refuses a field it does not know, and lets nobody say who they are by one', async () => {
      const input = await own.sample(name)
      const { token } = await own.visitor()
      const coveted = {
        no_such_field: 'x',
        source_id: 'x',
        inbox_id: '1',
        account_id: '1',
        contact_id: '1',
        verified: true,
      }
      await unchanged(async () => {
        for (const [field, value] of Object.entries(coveted)) {
          const answer = await call({ ...input, [field]: value }, token)
          assert.equal(answer.status, 400, `${field}: ${answer.text}`)
        }
      })
    })

    test('takes SQL, markup and odd text for what they are, and has an answer to whatever JSON is sent', async () => {
      const { token } = await rough.visitor()
      const sample = await rough.sample(name)
      const ask = async (input: Fields) => {
        // So many requests would be too many; here they are not the question.
        await node.sql`delete from rate_windows`
        sound(await call(input, token), input)
      }
      const before = await fingerprint(pool, [other.account_id])
      for (const change of stringsOf(schemaOf(op))) for (const text of odd) await ask({ ...sample, ...change(text) })
      const fuzz = fc.asyncProperty(inputLike(sample, schemaOf(op)), ask)
      await fc.assert(fuzz, { numRuns: FUZZ_RUNS, ...(process.env.FUZZ_RUNS ? {} : { seed: 20261115 }) })
      assert.deepEqual(differences(before, await fingerprint(pool, [other.account_id])), [])
    })
  })
}

let cookie: Promise<string> | undefined

/** The headers of the administrator’s browser. */
async function signedIn(): Promise<Record<string, string>> {
  const body = { email: own.user.email, password: PASSWORD }
  cookie ??= node
    .rest('POST', '/api/session', { body })
    .then((answer) => answer.headers.get('set-cookie')!.split(';')[0]!)
  return { cookie: await cookie, 'x-account-id': own.account_id }
}

function doorsOf(op: AnyOperation): Door[] {
  return op.tool === false ? ['REST'] : ['REST', 'its tool']
}

async function callBy(door: Door, name: string, op: AnyOperation, input: Fields, key?: string): Promise<Answer> {
  const credential = key === undefined ? {} : { key }
  if (door === 'REST') {
    const { method, path, body } = toRequest(op, input)
    const answer = await node.rest(method, path, { ...credential, ...(body && { body }) })
    return { ...answer, type: answer.headers.get('content-type') ?? '' }
  }
  const without = op.tool ? op.tool.without : []
  const given = Object.fromEntries(Object.entries(input).filter(([field]) => !without.includes(field)))
  const answer = await node.rest<{ result?: { isError?: boolean; structuredContent: Fields & ProblemBody } }>(
    'POST',
    '/api/mcp',
    {
      ...credential,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
      headers: { accept: 'application/json, text/event-stream' },
    },
  )
  const { result } = answer.body
  if (!result) {
    // Who is not let in is told so by HTTP; whoever is gets a result, be it a refusal.
    assert.notEqual(answer.status, 200, answer.text)
    return { ...answer, type: answer.headers.get('content-type') ?? '' }
  }
  const body = result.structuredContent
  return {
    status: result.isError ? body.status : (op.status ?? 200),
    type: result.isError ? 'application/problem+json' : 'application/json',
    text: JSON.stringify(body),
    body,
  }
}

async function eightAtATime<T>(items: T[], run: (item: T) => Promise<void>): Promise<void> {
  for (let i = 0; i < items.length; i += 8) await Promise.all(items.slice(i, i + 8).map(run))
}

/** Whatever it was, we were not at fault, and the refusal is one a program can read. */
function sound({ status, type, text, body }: Answer, input: Fields): void {
  const sent = JSON.stringify(input)
  assert.ok(status < 500, `${status} for ${sent}: ${text}`)
  assert.ok(!text.includes(other.ground.mark), `a leak for ${sent}: ${text}`)
  if (status < 400) return
  assert.ok(type.startsWith('application/problem+json'), `${type} for ${sent}`)
  assert.ok(body.code in codes && body.status === status && body.detail && body.title && body.request_id, text)
}

function refuses({ status, body, text }: Answer, missing: readonly Permission[]): void {
  // What belongs to the installation is not shown to those who only have a workspace.
  const hidden = missing.includes('super_admin')
  assert.equal(status, hidden ? 404 : 403, text)
  assert.equal(body.code, hidden ? 'not_found' : 'permission_denied')
  if (!hidden) for (const permission of missing) assert.ok(body.detail.includes(permission), body.detail)
}

async function unchanged(run: () => Promise<void>): Promise<void> {
  const accounts = [own.account_id, other.account_id]
  const before = await fingerprint(pool, accounts)
  await run()
  assert.deepEqual(differences(before, await fingerprint(pool, accounts)), [])
}

/** A refusal but for what differs from one request to another. */
function anonymous({ body, type }: Answer, id: string): unknown {
  // An id may be as short as 8, which stands in utf-8 and in statuses too.
  const named = new RegExp(`(?<![\\w-])${id}(?!\\w)`, 'g')
  return JSON.parse(JSON.stringify({ ...body, type, request_id: '' }), (_field, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(named, 'ID') : value,
  )
}

function schemaOf(op: AnyOperation): Schema {
  return z.toJSONSchema(op.input, { io: 'input', unrepresentable: 'any' }) as Schema
}

function isId(schema: Schema): boolean {
  return [schema, ...(schema.anyOf ?? [])].some(({ pattern }) => pattern === ID_PATTERN)
}

type Path = (string | number)[]

/** Where in the input an id stands: every text of digits, however deep. */
function idsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return /^\d{1,18}$/.test(value) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) =>
    idsIn(each, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

function valueAt(input: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, key) => (value as Fields)[key], input)
}

function replaced(input: Fields, path: Path, value: unknown): Fields {
  const copy = structuredClone(input)
  const parent = valueAt(copy, path.slice(0, -1)) as Fields
  parent[path.at(-1)!] = value
  return copy
}

/** One change of the input for each place a text may stand: fields, members of lists, names and values of attributes. */
function stringsOf(schema: Schema): ((text: string) => Fields)[] {
  return Object.entries(schema.properties ?? {}).flatMap(([field, each]) =>
    textsIn(each).map((wrap) => (text: string) => ({ [field]: wrap(text) })),
  )
}

function textsIn(schema: Schema): ((text: string) => unknown)[] {
  if (schema.anyOf) return schema.anyOf.flatMap(textsIn)
  if (schema.type === 'string') return [(text) => text]
  if (schema.type === 'array') return textsIn(schema.items ?? {}).map((wrap) => (text) => [wrap(text)])
  if (schema.type !== 'object') return []
  if (schema.properties) return stringsOf(schema)
  const { additionalProperties } = schema
  const values = typeof additionalProperties === 'object' ? textsIn(additionalProperties) : []
  return [...values.map((wrap) => (text: string) => ({ key: wrap(text) })), (text) => ({ [text]: 'value' })]
}
