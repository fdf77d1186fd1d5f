import { spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser.ts'
import { check } from './check.ts'
import { startTestServer } from './support/server.ts'

/**
 * `npm test`: the checks, then every test, on one PostgreSQL of its own. Arguments narrow it to files or folders:
 * `npm test -- server/kernel`.
 */
const wanted = process.argv.slice(2)
const files =
  wanted.length > 0 ? wanted.flatMap(testsIn) : ['contract', 'server', 'web', 'widget', 'test'].flatMap(testsIn)
if (wanted.length === 0 && !(await check())) process.exit(1)
if (files.some((file) => file.startsWith('test/e2e'))) await ensureBrowser()

const folder = await mkdtemp(join(tmpdir(), 'hilo-test-'))
await chmod(folder, 0o711) // Also for the unprivileged user PostgreSQL runs as.
const server = await startTestServer(folder)
const code = await run(['--test', '--test-concurrency=2', '--test-timeout=1800000', ...files], {
  HILO_TEST_SERVER: JSON.stringify(server.connection),
})
await server.stop()
await rm(folder, { recursive: true, force: true })
process.exit(code)

function testsIn(path: string): string[] {
  if (path.endsWith('.test.ts')) return [path]
  return existsSync(path) ? globSync(`${path}/**/*.test.ts`).sort() : []
}

function run(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
