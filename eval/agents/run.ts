import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/boot/config.ts'
import { startNode } from '#server/boot/main.ts'
import { createDemo } from '#server/demo/workspace.ts'
import { freePort, toUrl } from '#test/address.ts'
import { startTestServer, TEMPLATE } from '#test/server.ts'
import { openAgent } from './agent.ts'
import type { Desk, Task } from './task.ts'
import { tasks } from './tasks/index.ts'

/**
 * `npm run eval:agents`: tasks of a sales or support manager, done by a scripted caller through the tools of a server with
 * the demo workspace. Each task checks its end state in the database. Prints calls and tokens, and fails if any task does.
 */

// Measured before the tools were made smaller: 40 tasks, 103 calls, 146,600 tokens of answers; 83,323 to list the tools.
const BEFORE = { tokensPerTask: 3665, tools: 83_323 }

const folder = await mkdtemp(join(tmpdir(), 'hilo-eval-'))
await chmod(folder, 0o711) // Also for the unprivileged user PostgreSQL runs as.
const server = await startTestServer(folder)
try {
  const port = await freePort()
  const config = readConfig({
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: toUrl({ ...server.connection, database: TEMPLATE }),
    LOG_LEVEL: 'silent',
    HILO_DEMO: '0',
    HILO_DATA: join(folder, 'data'),
    HILO_KEY_LIMIT: '1000000',
    HILO_ACCOUNT_LIMIT: '1000000',
  })
  let demo: Awaited<ReturnType<typeof createDemo>> | undefined
  const node = await startNode(config, async (runtime, files) => {
    demo = await createDemo(runtime, files)
  })
  const { sql } = node.runtime.database
  const { account_id, key, email } = demo!
  const [user] = await sql<{ id: string }>`select id from users where email = ${email}`
  const agent = openAgent(`http://localhost:${port}/api/mcp`, key)
  const failed = await evaluate({ ...agent, sql, account_id, user_id: user!.id })
  await node.stop()
  process.exitCode = failed > 0 ? 1 : 0
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function evaluate(desk: Desk): Promise<number> {
  const { tools, instructions } = await desk.open()
  desk.spent()
  let [failed, calls, tokens] = [0, 0, 0]
  console.log('      calls  tokens')
  for (const task of tasks) {
    const error = await attempt(task, desk)
    const spent = desk.spent()
    calls += spent.calls
    tokens += spent.tokens
    if (error) failed += 1
    const figures = `${String(spent.calls).padStart(5)}  ${String(spent.tokens).padStart(6)}`
    console.log(`${error ? 'FAIL' : 'ok  '}  ${figures}  ${task.language}  ${task.request}`)
    if (error) console.log(`      ${error.message}`)
  }
  const perTask = Math.round(tokens / tasks.length)
  const languages = ['es', 'en'].map((each) => `${tasks.filter(({ language }) => language === each).length} ${each}`)
  console.log(`\n${tasks.length} tasks (${languages.join(', ')}), ${failed} failed; ${calls} calls, ${tokens} tokens`)
  console.log(`${perTask} tokens per task, ${share(perTask, BEFORE.tokensPerTask)} of ${BEFORE.tokensPerTask} before`)
  console.log(
    `${tools} tokens of tools/list, ${share(tools, BEFORE.tools)} of ${BEFORE.tools} before; ${instructions} of instructions`,
  )
  if (perTask * 2 >= BEFORE.tokensPerTask) console.log('FAIL  tokens per task did not fall by more than half')
  return failed + (perTask * 2 >= BEFORE.tokensPerTask ? 1 : 0)
}

async function attempt({ run }: Task, desk: Desk): Promise<Error | undefined> {
  try {
    await run(desk)
    return undefined
  } catch (error) {
    return error as Error
  }
}

function share(now: number, before: number): string {
  return `${Math.round((now / before) * 100)} %`
}
