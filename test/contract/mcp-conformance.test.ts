import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import { openKeyProxy } from '#test/key-proxy.ts'
import { openNode } from '#test/node.ts'

const suite = resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js')

/** The scenarios that apply to a server without fixtures, and the number of checks that must pass. */
const revisions = {
  '2025-06-18': {
    checks: 31,
    apply: ['server-initialize', 'ping', 'tools-list', 'prompts-list', 'resources-list'],
    partly: {},
  },
  '2025-11-25': {
    checks: 37,
    apply: [
      'server-initialize',
      'ping',
      'tools-list',
      'prompts-list',
      'resources-list',
      'dns-rebinding-protection',
      'server-session-lifecycle',
    ],
    partly: {},
  },
  '2026-07-28': {
    checks: 94,
    apply: [
      'tools-list',
      'prompts-list',
      'resources-list',
      'sep-2164-resource-not-found',
      'caching',
      'http-header-validation',
      'dns-rebinding-protection',
      'server-sse-multiple-streams',
      'input-required-result-unsupported-methods',
      'input-required-result-validate-input',
    ],
    // The rest of it needs fixture tools.
    partly: { 'server-stateless': 4 },
  },
} as const

const node = await openNode({ HILO_KEY_LIMIT: '1000000', HILO_ACCOUNT_LIMIT: '1000000' })
const proxy = await openKeyProxy(node)

for (const [revision, { checks, apply, partly }] of Object.entries(revisions)) {
  const baseline = resolve(`test/contract/conformance-${revision}.yml`)

  describe(`The conformance suite of ${revision}`, () => {
    test('passes, except for features the server lacks', async () => {
      const { code, output } = await run(revision, baseline)
      assert.equal(code, 0, output.slice(-4000))
      const passed = Number(/Total: (\d+) passed/.exec(output)?.[1])
      assert.ok(passed >= checks, `${passed} checks passed, and ${checks} should`)
    })

    test('skips no scenario that applies', () => {
      const entries = [...readFileSync(baseline, 'utf8').matchAll(/^ {2}- (\S+)$/gm)].map((match) => match[1]!)
      assert.ok(entries.length > 0)
      for (const entry of entries) assert.match(entry, /^[\w-]+:[\w-]+$/, 'a check of a scenario, not all of it')
      const excused = (scenario: string) => entries.filter((entry) => entry.startsWith(`${scenario}:`)).length
      for (const scenario of apply) assert.equal(excused(scenario), 0, scenario)
      for (const [scenario, most] of Object.entries(partly)) assert.ok(excused(scenario) <= most, scenario)
      assert.ok(!entries.some((entry) => entry.includes('wire-schema')), 'what goes over the wire is always valid')
    })
  })
}

async function run(revision: string, baseline: string): Promise<{ code: number; output: string }> {
  const url = `http://127.0.0.1:${proxy.port}/api/mcp`
  const options = ['--suite', 'all', '--spec-version', revision, '--expected-failures', baseline]
  const child = spawn(process.execPath, [suite, 'server', '--url', url, ...options], { cwd: tmpdir() })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  const [code] = (await once(child, 'close')) as [number]
  return { code, output }
}
