import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestServer } from '#test/server.ts'

/**
 * `npm run bench:memory`: how much the memory of a node grows with 300 clients that never read, 5,000 idle streams, and
 * bodies of 90,000 unknown fields. The same measurements as in `npm test`, at full size.
 */
const folder = await mkdtemp(join(tmpdir(), 'hilo-bench-'))
await chmod(folder, 0o711) // Also for the unprivileged user PostgreSQL runs as.
const server = await startTestServer(folder)
try {
  const env = { ...process.env, FULL: '1', HILO_TEST_SERVER: JSON.stringify(server.connection) }
  const child = spawn(process.execPath, ['--import=./bin/imports.mjs', 'test/batch.ts', 'test/faults/memory.test.ts'], {
    stdio: 'inherit',
    env,
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exitCode = code ?? 1
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
