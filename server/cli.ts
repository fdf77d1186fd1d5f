import { parseArgs } from 'node:util'
import type { Config } from '#server/config.ts'
import { readConfig } from '#server/config.ts'
import type { Runtime } from '#kernel/runtime.ts'

const usage = `hilo <command>

  start                                   start the server (the default)
  demo                                    make the demo workspace
  migrate                                 bring the database up to date
  account create --name N [--locale es|en] [--time-zone Z] [--country CO] [--currency COP] [--modules a,b]
  account list
  user create --account ID --name N --email E --role administrator|agent
              [--password P] [--visibility all|team|own] [--super-administrator]
  user reset-two-factor --email E         for who lost their second factor
  key create --account ID --role full|read_only|custom [--scopes a,b] [--user EMAIL] [--name N] [--expires ISO]
  key revoke --account ID --id KEY_ID
  classic-token --account ID [--regenerate]
  reports rebuild [--account ID]          count anew what reports add up, of all workspaces or of one
  backup [FILE]                           write everything to one file
  restore FILE                            read it back into an empty installation

With --json each prints one JSON object on its last line. Settings come from the environment; see the README.`

const options = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  name: { type: 'string' },
  account: { type: 'string' },
  email: { type: 'string' },
  role: { type: 'string' },
  password: { type: 'string' },
  visibility: { type: 'string' },
  'super-administrator': { type: 'boolean' },
  scopes: { type: 'string' },
  user: { type: 'string' },
  id: { type: 'string' },
  expires: { type: 'string' },
  locale: { type: 'string' },
  'time-zone': { type: 'string' },
  country: { type: 'string' },
  currency: { type: 'string' },
  modules: { type: 'string' },
  regenerate: { type: 'boolean' },
} as const

type Values = ReturnType<typeof parse>['values']
type Command = (runtime: Runtime, values: Values, rest: string[]) => Promise<object>

const commands: Record<string, () => Promise<Command>> = {
  demo: async () => {
    const { createDemo } = await import('#server/demo/workspace.ts')
    return (runtime) => createDemo(runtime)
  },
  migrate: async () => async () => ({ migrated: true }),
  'account create': async () => (await import('#server/commands.ts')).createAccountCommand,
  'account list': async () => (await import('#server/commands.ts')).listAccountsCommand,
  'user create': async () => (await import('#server/commands.ts')).createUserCommand,
  'user reset-two-factor': async () => (await import('#server/commands.ts')).resetTwoFactorCommand,
  'key create': async () => (await import('#server/commands.ts')).createKeyCommand,
  'key revoke': async () => (await import('#server/commands.ts')).revokeKeyCommand,
  'classic-token': async () => (await import('#server/commands.ts')).classicTokenCommand,
  'reports rebuild': async () => (await import('#server/commands.ts')).rebuildReportsCommand,
  backup: async () => (await import('#server/commands.ts')).backupCommand,
  restore: async () => (await import('#server/commands.ts')).restoreCommand,
}

export async function main(argv: string[]): Promise<void> {
  const { values, positionals } = parse(argv)
  const config = readConfig(process.env)
  if (values.help) return console.log(usage)
  if (positionals.length === 0 || positionals[0] === 'start') return serve(config)
  const name = [positionals.slice(0, 2).join(' '), positionals[0]!].find((each) => Object.hasOwn(commands, each))
  if (!name) throw new Error(`There is no command "${positionals.join(' ')}".\n\n${usage}`)
  const command = await commands[name]!()
  const { withRuntime } = await import('#server/commands.ts')
  const answer = await withRuntime(config, (runtime) =>
    command(runtime, values, positionals.slice(name.split(' ').length)),
  )
  console.log(values.json ? JSON.stringify(answer) : readable(answer))
}

function parse(argv: string[]) {
  return parseArgs({ args: argv, options, allowPositionals: true, strict: true })
}

function readable(answer: object): string {
  return Object.entries(answer)
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join('\n')
}

/** Runs the server until it is told to leave. */
async function serve(config: Config): Promise<void> {
  const { startNode } = await import('#server/main.ts')
  const { createFirstDemo } = await import('#server/demo/workspace.ts')
  const { isFresh, setupToken } = await import('#domains/access/first-run.ts')
  let greeting: string[] = []
  let own: string[] = []
  const node = await startNode(config, async (runtime) => {
    const demo = config.demo ? await createFirstDemo(runtime) : undefined
    if (await isFresh(runtime.database.sql)) {
      own = [
        '',
        '  Make your own workspace, once, at',
        `  ${config.base_url}/app/setup?token=${setupToken(runtime.secret)}`,
      ]
    }
    if (!demo) return
    greeting = [
      '  A demo workspace was made. This is shown once:',
      '',
      `  Sign in      ${demo.email}  /  ${demo.password}`,
      `  API key      ${demo.key}`,
      '',
      `  Try it       curl -H "Authorization: Bearer ${demo.key}" ${config.base_url}/api/v1/contacts`,
      `  For agents   ${config.base_url}/api/mcp  (MCP, the same key)`,
    ]
  })
  console.log(
    [
      '',
      `  Hilo is ready at ${config.base_url}`,
      `  API reference at ${config.base_url}/docs`,
      ...greeting,
      ...own,
      '',
    ].join('\n'),
  )

  let leaving = false
  const leave = (drainSeconds: number) => {
    if (leaving) return
    leaving = true
    node.stop(drainSeconds).then(
      () => process.exit(0),
      (error) => fail(error),
    )
  }
  process.on('SIGTERM', () => leave(config.drain_seconds))
  process.on('SIGINT', () => leave(0))
  process.on('SIGHUP', () => leave(0))
}

function fail(error: unknown): never {
  const { message, code } = error as NodeJS.ErrnoException
  const sentence = code === 'EADDRINUSE' ? `The port is in use; choose another with PORT.` : message
  console.error(process.env.LOG_LEVEL === 'debug' ? error : `hilo: ${sentence}`)
  process.exit(1)
}

main(process.argv.slice(2)).catch(fail)
