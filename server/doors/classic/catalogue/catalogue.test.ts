import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { registry } from '#server/boot/registry.ts'
import { openClassicNode } from '#test/classic.ts'
import { catalogue } from './all.ts'
import type { ClassicOperation } from './operation.ts'

const PLATFORM = 'a-token-of-the-operator'
const { node, ask, token, account_id } = await openClassicNode({
  HILO_PLATFORM_TOKEN: PLATFORM,
  HILO_OPEN_LIMIT: '10000',
})

const DOCUMENT = 'docs/classic.md'
const BASES = /^\/(api\/v[12]\/(accounts\/:|profile)|public\/api\/|platform\/api\/)|^\/api$/

/** A route without the names of its parameters, which only the code reads. */
const anonymous = (method: string, path: string) => `${method} ${path.replace(/:\w+/g, ':id')}`
const listed = new Set(catalogue.map(({ method, path }) => anonymous(method, path)))

/** The routes of the server under the classic prefixes; both verbs of an update are one. */
const served = new Set(
  node.routes
    .filter(({ url }) => BASES.test(url))
    .flatMap(({ method, url }) => [method].flat().map((each) => [each, url.replace(/(.)\/$/, '$1')] as const))
    .filter(([method, url]) => method !== 'HEAD' && method !== 'OPTIONS' && !url.endsWith('*'))
    .map(([method, url]) => anonymous(method === 'PUT' && !listed.has(anonymous('PUT', url)) ? 'PATCH' : method, url)),
)

test('Every operation of the table has a route, and every route is in the table', () => {
  assert.deepEqual([...listed].toSorted(), [...served].toSorted())
  assert.equal(listed.size, catalogue.length, 'no operation is listed twice')
})

test('Every operation of ours that the table names exists', () => {
  const names = catalogue.flatMap((each) => ('operations' in each ? each.operations : []))
  assert.deepEqual(
    names.filter((name) => !Object.hasOwn(registry, name)),
    [],
  )
})

test('An operation that is not offered answers 501 with the sentence that says what to use instead', async () => {
  for (const operation of catalogue) {
    if (!('instead' in operation)) continue
    const path = operation.path.replace(':account_id', account_id).replace(/:\w+/g, '1')
    const credential = path.startsWith('/platform') ? PLATFORM : token
    const answer = await ask(operation.method, path, undefined, { api_access_token: credential })
    assert.deepEqual([answer.status, answer.body], [501, { error: operation.instead }], `${operation.method} ${path}`)
    assert.match(operation.instead, /^[A-Z].*\.$/)
    assert.equal((await ask(operation.method, path)).status, 401, 'the token is asked for first')
  }
})

test('docs/classic.md says the same', () => {
  const text = document()
  if (process.env.UPDATE === '1') return writeFileSync(DOCUMENT, text)
  const advice = `${DOCUMENT} differs from the table; write it with: UPDATE=1 npm test -- server/doors/classic/catalogue`
  assert.ok(existsSync(DOCUMENT) && readFileSync(DOCUMENT, 'utf8') === text, advice)
})

function document(): string {
  const answered = catalogue.filter((each) => 'operations' in each).length
  const groups = Map.groupBy(catalogue, ({ group }) => group)
  return `${[
    '# The classic API',
    '',
    'Programs written for the account-token API of other inbox products work unchanged. This is every operation they may call:',
    `${answered} are answered by operations of Hilo, ${catalogue.length - answered} by \`501\` with a sentence that says what to use instead.`,
    'An update is accepted as `PATCH` and as `PUT`, and every path with and without a slash at its end.',
    '',
    'The table is in `server/doors/classic/catalogue`; a test holds the routes and this page to it. Permissions, limits,',
    'visibility and the audit log are those of the operations.',
    ...[...groups].flatMap(([name, operations]) => ['', `## ${name}`, ...table(operations)]),
  ].join('\n')}\n`
}

function table(operations: readonly ClassicOperation[]): string[] {
  return [
    '| operation | here |',
    '|---|---|',
    ...operations.map((each) => {
      const path = each.path.replace(/:(\w+)/g, '{$1}')
      const names =
        'operations' in each ? each.operations.map((name) => `\`${name}\``).join(', ') : `501: ${each.instead}`
      return `| \`${each.method} ${path}\` | ${names || 'answered by the door'} |`
    }),
  ]
}
