import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import type { Permission } from '#contract/permissions.ts'
import { issueVisitorToken } from '#domains/access/public/visitors.ts'
import { type AnyOperation, isRead, permissionsOf, route, withheldFields } from '#kernel/operation.ts'
import { codes, type ProblemBody } from '#kernel/problem.ts'
import { differences, fingerprint, type Fingerprint } from '#test/fingerprint.ts'
import { openLanguageModel } from '#test/llm.ts'
import { openNode, PASSWORD } from '#test/node.ts'
import { openProviders } from './providers.ts'
import { toRequest } from '#test/request.ts'
import { isFull, sample, seed } from '#test/runs.ts'
import type { Name } from '#test/workspace.ts'
import { inputLike, nasty, type Schema, schemaOf } from './arbitrary.ts'
import { chatOperations, openTenant, operations, transientOperations } from './tenant.ts'

/*
 * Every operation of the registry, through every door it has, attacked by callers without a key, with the wrong key,
 * from another workspace and with hostile input. A new operation needs only a sample in samples/ to be covered.
 * Each run takes one door of each operation and a sample of the odd texts, drawn by SEED; with FULL=1
 * (`npm run test:all`) it takes them all.
 */

type Fields = Record<string, unknown>
type Answer = { status: number; type: string; text: string; body: Fields & ProblemBody }
type Door = 'REST' | 'its tool'
type Tenant = Awaited<ReturnType<typeof openTenant>>

const MISSING_ID = '999999999999999999'
/** Shards are files of their own, so that they run beside each other. */
const SHARDS = 4
/** Rows of both tenants are compared around every operation, so tenants are replaced before they grow large. */
const OPERATIONS_PER_TENANT = 15

const fuzz = { numRuns: isFull ? 20 : 3, seed }
const oddTexts = [...nasty.sql, ...nasty.page, ...nasty.text]
const ODD_TEXTS_PER_FIELD = 1

/** Operations that skip unknown ids in a list instead of refusing. */
const ignoringUnknownIds = new Set<string>(['get_contacts', 'get_messages', 'list_next_activities'])

/** Defines the attacks on one share of the operations, on a server of their own. */
export async function attackShard(shard: number): Promise<void> {
  const llm = await openLanguageModel()
  const node = await openNode({
    ...(await openProviders()),
    HILO_KEY_LIMIT: '10000000',
    HILO_ACCOUNT_LIMIT: '10000000',
    LLM_URL: llm.url,
    LLM_MODEL: 'prueba-1',
  })
  const pool = node.node.runtime.database.work
  let [own, other, rough] = await openTenants()
  let visitorToken = (await own.visitor()).token
  let attacked = 0

  async function openTenants(): Promise<[Tenant, Tenant, Tenant]> {
    const [first, second] = [await openTenant(node, 'propio'), await openTenant(node, 'ajeno')]
    return [first, second, await openTenant(node, 'revuelto')]
  }

  async function replaceTenants(): Promise<void> {
    if (++attacked % OPERATIONS_PER_TENANT !== 0) return
    ;[own, other, rough] = await openTenants()
    visitorToken = (await own.visitor()).token
  }

  const readRows = (...tenants: Tenant[]) =>
    fingerprint(
      pool,
      tenants.map(({ account_id }) => account_id),
    )

  for (const [row, [name, op]] of operations.filter((_, index) => index % SHARDS === shard).entries()) {
    for (const door of sample(doorsOf(op), 1, row)) {
      describe(`${name}, by ${door},`, () => {
        const call = (input: Fields, key: string | undefined) => callBy(door, name, op, input, key)
        const writes = permissionsOf(op).filter((each) => !each.endsWith(':read'))
        let input: Fields
        let foreign: Fields
        let keysWithout: [Permission, string][]
        let rows: Fingerprint

        // Everything the refused calls need is made first: from here to the last refusal no row may change.
        before(async () => {
          await replaceTenants()
          input = await own.sample(name)
          foreign = await other.sample(name)
          keysWithout = []
          for (const permission of permissionsOf(op)) keysWithout.push([permission, await own.without(permission)])
          rows = await readRows(own, other)
        })

        test('refuses a caller without a valid key', async () => {
          const lowered = own.key.toLowerCase()
          for (const key of [undefined, 'hil_', 'x', `${own.key.slice(0, -1)}%`, lowered, own.revoked, visitorToken]) {
            const answer = await call(input, key)
            assert.equal(answer.status, 401, key)
            assert.equal(answer.body.code, 'unauthenticated')
          }
        })

        test('refuses a key that has every permission but the one it needs, and names that one', async () => {
          for (const [permission, key] of keysWithout) assertRefused(await call(input, key), [permission])
        })

        test('refuses a read-only key unless it only reads', async () => {
          if (writes.length > 0) assertRefused(await call(input, own.readOnly), writes)
        })

        test('treats a record of another workspace like one that does not exist', async () => {
          const without = door === 'its tool' ? withheldFields(op) : []
          for (const path of idsIn(input).filter(([field]) => !without.includes(String(field)))) {
            const stranger = await call(replaceAt(input, path, valueAt(foreign, path)), own.rightful(op))
            const missing = await call(replaceAt(input, path, MISSING_ID), own.rightful(op))
            if (!ignoringUnknownIds.has(name)) {
              assert.equal(stranger.status, 404, `${path.join('.')}: ${stranger.text}`)
              assert.equal(stranger.body.code, 'not_found')
            }
            assert.deepEqual(anonymise(stranger, String(valueAt(foreign, path))), anonymise(missing, MISSING_ID))
            assert.ok(!stranger.text.includes(other.mark))
          }
        })

        test('refuses an unknown field, and names it', async () => {
          const answer = await call({ ...input, no_such_field: 'x' }, own.rightful(op))
          assert.equal(answer.status, 400, answer.text)
          assert.equal(answer.body.code, 'invalid_request')
          const isInQuery = door === 'REST' && ['GET', 'DELETE'].includes(route(op).method)
          const place = isInQuery ? { parameter: 'no_such_field' } : { pointer: '#/no_such_field' }
          const error = answer.body.errors?.find(({ code }) => code === 'unknown_field')
          assert.deepEqual({ ...error, ...place }, error)
        })

        test('refuses fields a caller may not set', async () => {
          const known = schemaOf(op).properties ?? {}
          const forbidden: Fields = {
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
          for (const [field, value] of Object.entries(forbidden).filter(([each]) => !Object.hasOwn(known, each))) {
            const answer = await call({ ...input, [field]: value }, own.rightful(op))
            assert.equal(answer.status, 400, `${field}: ${answer.text}`)
          }
        })

        test('changes no row of either workspace when it refuses', async () => {
          const after = await readRows(own, other)
          assert.deepEqual(differences(rows, after), [])
          rows = after
        })

        test('works for a caller with the right key, and touches no other workspace', async () => {
          const answer = await call(input, own.rightful(op))
          assert.equal(answer.status, op.status ?? 200, answer.text)
          if (op.streams) assert.ok(answer.type.startsWith(op.streams))
          else assert.deepEqual(op.output.parse(answer.body), withoutAgentFields(op, answer.body))
          assert.ok(!answer.text.includes(other.mark))
          if (!permissionsOf(op).includes('super_admin'))
            for (const secret of own.secrets) assert.ok(!answer.text.includes(secret))
          const changes = differences(rows, await readRows(own, other))
          if (isRead(op)) assert.deepEqual(changes, op.audit ? ['audit_entries'] : [])
          else if (!transientOperations.includes(name)) assert.notDeepEqual(changes, [])
        })

        test('works with a read-only key when it only reads', async () => {
          if (writes.length > 0) return
          const answer = await call(await own.sample(name), own.readOnly)
          assert.equal(answer.status, op.status ?? 200, answer.text)
        })

        test('takes SQL, markup and odd text as plain text', async () => {
          const before = await readRows(other)
          const sample = await rough.sample(name)
          for (const change of stringsOf(schemaOf(op))) {
            const inputs = drawTexts().map((text) => ({ ...sample, ...change(text) }))
            await eightAtATime(inputs, async (each) => assertSound(await call(each, rough.rightful(op)), each))
          }
          assert.deepEqual(differences(before, await readRows(other)), [])
        })

        test('answers any JSON with a result or a clear refusal', async () => {
          const sample = await rough.sample(name)
          const property = fc.asyncProperty(inputLike(sample, schemaOf(op)), async (each) => {
            assertSound(await call(each, rough.rightful(op)), each)
          })
          await fc.assert(property, fuzz)
        })
      })
    }
  }

  for (const [name, op] of chatOperations.filter((_, index) => index % SHARDS === shard)) {
    describe(`${name}, by the door of visitors,`, () => {
      before(replaceTenants)
      const call = (input: Fields, token: string | undefined) => callBy('REST', name, op, input, token)
      /** A visitor for whom the operation has an effect. */
      const openVisitor = (tenant = own) => tenant.visitor(name === 'start_chat')

      test('works for a visitor, and touches no other workspace', async () => {
        const { token } = await openVisitor()
        const input = await own.sample(name)
        const before = await readRows(own, other)
        const answer = await call(input, token)
        assert.equal(answer.status, op.status ?? 200, answer.text)
        assert.deepEqual(op.output.parse(answer.body), answer.body)
        const changes = differences(before, await readRows(own, other))
        if (isRead(op)) assert.deepEqual(changes, [])
        else if (!transientOperations.includes(name)) assert.notDeepEqual(changes, [])
      })

      test('refuses every key, a caller without a token, and invalid tokens', async () => {
        const input = await own.sample(name)
        const { token, ...visitor } = await openVisitor()
        const removed = await openVisitor()
        await own.act('delete_inbox', { inbox_id: removed.inbox_id })
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
          removed.token,
          issueVisitorToken(Buffer.alloc(32), visitor),
          issueVisitorToken(secret, visitor, new Date('2020-01-01')),
          issueVisitorToken(secret, { ...visitor, account_id: other.account_id }),
          issueVisitorToken(secret, { ...visitor, inbox_id: MISSING_ID }),
        ]
        await assertUnchanged(async () => {
          for (const key of wrong) {
            const answer = await call(input, key)
            assert.equal(answer.status, 401, `${key}: ${answer.text}`)
            assert.equal(answer.body.code, 'unauthenticated')
          }
        })
      })

      test('is neither an agent tool nor open to a signed-in person', async () => {
        const input = await own.sample(name)
        // Signing in writes rows of its own, so it happens before the comparison.
        const browser = await signIn()
        await assertUnchanged(async () => {
          const params = { name, arguments: input }
          const headers = { accept: 'application/json, text/event-stream' }
          const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
          const tool = await node.rest<{ result?: unknown }>('POST', '/api/mcp', { key: own.superKey, body, headers })
          assert.equal(tool.body.result, undefined, tool.text)
          const app = await node.rest('POST', `/api/app/${name}`, { body: input, headers: browser })
          assert.ok([403, 404].includes(app.status), app.text)
        })
      })

      test('shows and changes nothing of another visitor', async () => {
        const [theirs, stranger] = [await own.visitor(), await other.visitor()]
        // The same source_id in another inbox or another workspace is another person.
        const { token: _, ...same } = { ...stranger, source_id: theirs.source_id }
        const tokens = [stranger.token, issueVisitorToken(node.node.runtime.secret, same)]
        const before = await readRows(own)
        for (const token of tokens) {
          const answer = await call(await other.sample(name), token)
          assert.ok(answer.status < 500, answer.text)
          assert.ok(!answer.text.includes(own.mark), answer.text)
        }
        assert.deepEqual(differences(before, await readRows(own)), [])
      })

      test('refuses unknown fields, and fields that would change the identity of the visitor', async () => {
        const input = await own.sample(name)
        const { token } = await own.visitor()
        const forbidden = {
          no_such_field: 'x',
          source_id: 'x',
          inbox_id: '1',
          account_id: '1',
          contact_id: '1',
          verified: true,
        }
        await assertUnchanged(async () => {
          for (const [field, value] of Object.entries(forbidden)) {
            const answer = await call({ ...input, [field]: value }, token)
            assert.equal(answer.status, 400, `${field}: ${answer.text}`)
          }
        })
      })

      test('takes SQL, markup and odd text as plain text, and answers any JSON', async () => {
        const { token } = await rough.visitor()
        const sample = await rough.sample(name)
        const attempt = async (input: Fields) => {
          await node.sql`delete from rate_windows` // Limits are tested elsewhere.
          assertSound(await call(input, token), input)
        }
        const before = await readRows(other)
        for (const change of stringsOf(schemaOf(op)))
          for (const text of drawTexts()) await attempt({ ...sample, ...change(text) })
        await fc.assert(fc.asyncProperty(inputLike(sample, schemaOf(op)), attempt), fuzz)
        assert.deepEqual(differences(before, await readRows(other)), [])
      })
    })
  }

  let cookie: Promise<string> | undefined

  /** The headers of the administrator's browser. */
  async function signIn(): Promise<Record<string, string>> {
    const body = { email: own.user.email, password: PASSWORD }
    cookie ??= node
      .rest('POST', '/api/session', { body })
      .then((answer) => answer.headers.get('set-cookie')!.split(';')[0]!)
    return { cookie: await cookie, 'x-account-id': own.account_id }
  }

  async function callBy(door: Door, name: Name, op: AnyOperation, input: Fields, key?: string): Promise<Answer> {
    const credential = key === undefined ? {} : { key }
    if (door === 'REST') {
      const { method, path, body } = toRequest(op, input)
      const answer = await node.rest(method, path, { ...credential, ...(body && { body }) })
      return { ...answer, type: answer.headers.get('content-type') ?? '' }
    }
    const without = withheldFields(op)
    const given = Object.fromEntries(Object.entries(input).filter(([field]) => !without.includes(field)))
    const answer = await node.rest<{ result?: { isError?: boolean; structuredContent: Fields & ProblemBody } }>(
      'POST',
      '/api/mcp?schemas=1',
      {
        ...credential,
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
        headers: { accept: 'application/json, text/event-stream' },
      },
    )
    const { result } = answer.body
    if (!result) {
      // Missing credentials are refused by HTTP status; every other refusal is a result.
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

  async function assertUnchanged(run: () => Promise<void>): Promise<void> {
    const before = await readRows(own, other)
    await run()
    assert.deepEqual(differences(before, await readRows(own, other)), [])
  }

  /** The server was not at fault, leaked nothing, and a refusal can be read by a program. */
  function assertSound({ status, type, text, body }: Answer, input: Fields): void {
    const request = JSON.stringify(input)
    assert.ok(status < 500, `${status} for ${request}: ${text}`)
    assert.ok(!text.includes(other.mark), `a leak for ${request}: ${text}`)
    if (status < 400) return
    assert.ok(type.startsWith('application/problem+json'), `${type} for ${request}`)
    assert.ok(body.code in codes && body.status === status && body.detail && body.title && body.request_id, text)
  }
}

function doorsOf(op: AnyOperation): Door[] {
  return op.tool === false ? ['REST'] : ['REST', 'its tool']
}

let fields = 0

/** The odd texts for the next field. */
function drawTexts(): string[] {
  return sample(oddTexts, ODD_TEXTS_PER_FIELD, ODD_TEXTS_PER_FIELD * fields++)
}

async function eightAtATime<T>(items: T[], run: (item: T) => Promise<void>): Promise<void> {
  for (let i = 0; i < items.length; i += 8) await Promise.all(items.slice(i, i + 8).map(run))
}

function assertRefused({ status, body, text }: Answer, missing: readonly Permission[]): void {
  // Operations of the installation are hidden from callers who only have a workspace.
  const isHidden = missing.includes('super_admin')
  assert.equal(status, isHidden ? 404 : 403, text)
  assert.equal(body.code, isHidden ? 'not_found' : 'permission_denied')
  if (!isHidden) for (const permission of missing) assert.ok(body.detail.includes(permission), body.detail)
}

/** A refusal without the parts that differ from one request to the next. */
function anonymise({ body, type }: Answer, id: string): unknown {
  // An id may be as short as 8, which also occurs inside utf-8 and in statuses.
  const standalone = new RegExp(`(?<![\\w-])${id}(?!\\w)`, 'g')
  return JSON.parse(JSON.stringify({ ...body, type, request_id: '' }), (_field, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(standalone, 'ID') : value,
  )
}

type Path = (string | number)[]

/** The paths of all ids in the input, which are its texts of digits, however deep. */
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

function replaceAt(input: Fields, path: Path, value: unknown): Fields {
  const copy = structuredClone(input)
  const parent = valueAt(copy, path.slice(0, -1)) as Fields
  parent[path.at(-1)!] = value
  return copy
}

/** One change of the input per place that takes text: fields, members of lists, keys and values of attributes. */
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

/** Lists of tools come with their total, and some answers with a note; neither is part of the operation's answer. */
function withoutAgentFields(op: AnyOperation, body: Fields): Fields {
  const own = { ...body }
  const { total } = op.output instanceof z.ZodObject ? op.output.shape : {}
  if ('items' in own && !total) delete own.total
  if (op.note) delete own.note
  return own
}
