import { parseArgs } from 'node:util'
import { limitStatements } from '#db/limits.ts'
import { readConfig } from './config.ts'
import type { Runtime } from '#kernel/runtime.ts'

const usage = `hilo <command>

  start                                   start the server (the default)
  demo                                    create the demo workspace
  migrate                                 bring the database up to date
  account create --name N [--locale es|en] [--time-zone Z] [--country CO] [--currency COP] [--modules a,b]
  account list
  user create --account ID --name N --email E --role administrator|agent
              [--password P] [--visibility all|team|own] [--super-administrator]
  user reset-two-factor --email E         for a person who lost their second factor
  key create --account ID --role full|read_only|custom [--scopes a,b] [--user EMAIL] [--name N] [--expires ISO]
  key revoke --account ID --id KEY_ID
  classic-token --account ID [--regenerate]
  import chatwoot --url U --token T [--account ID] [--from-account ID]
                                          take over a workspace of Chatwoot; run it again to continue
  platform-token                          the token of the operator's programs, for /platform/api/v1
  reports rebuild [--account ID]          recompute the figures of reports, for all workspaces or one
  backup [FILE]                           write everything to one file
  restore FILE                            read it back into an empty installation

With --json each command prints one JSON object on its last line. Settings come from the environment; see the README.`

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
  url: { type: 'string' },
  token: { type: 'string' },
  'from-account': { type: 'string' },
} as const

type Values = ReturnType<typeof parse>['values']
type Command = (runtime: Runtime, values: Values, rest: string[]) => Promise<object>

const commands: Record<string, () => Promise<Command>> = {
  demo: async () => {
    const { createDemo } = await import('#server/demo/workspace.ts')
    const { openFiles } = await import('#gateways/files.ts')
    return (runtime) => createDemo(runtime, openFiles(readConfig(process.env)))
  },
  migrate: async () => async () => ({ migrated: true }),
  'account create': async () => (await import('./commands.ts')).createAccountCommand,
  'account list': async () => (await import('./commands.ts')).listAccountsCommand,
  'user create': async () => (await import('./commands.ts')).createUserCommand,
  'user reset-two-factor': async () => (await import('./commands.ts')).resetTwoFactorCommand,
  'key create': async () => (await import('./commands.ts')).createKeyCommand,
  'key revoke': async () => (await import('./commands.ts')).revokeKeyCommand,
  'classic-token': async () => (await import('./commands.ts')).classicTokenCommand,
  'import chatwoot': async () => (await import('./import-command.ts')).importChatwootCommand,
  'platform-token': async () => (await import('./commands.ts')).platformTokenCommand,
  'reports rebuild': async () => (await import('./commands.ts')).rebuildReportsCommand,
  backup: async () => (await import('./commands.ts')).backupCommand,
  restore: async () => (await import('./commands.ts')).restoreCommand,
}

export async function main(argv: string[]): Promise<void> {
  const { values, positionals } = parse(argv)
  const config = readConfig(process.env)
  if (values.help) return console.log(usage)
  limitStatements(config.statement_seconds)
  if (positionals.length === 0 || positionals[0] === 'start') return (await import('./serve.ts')).serve(config)
  const name = [positionals.slice(0, 2).join(' '), positionals[0]!].find((each) => Object.hasOwn(commands, each))
  if (!name) throw new Error(`There is no command "${positionals.join(' ')}".\n\n${usage}`)
  const command = await commands[name]!()
  const { withRuntime } = await import('./commands.ts')
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

function fail(error: unknown): never {
  const { message, code } = error as NodeJS.ErrnoException
  const sentence = code === 'EADDRINUSE' ? `The port is in use; choose another with PORT.` : message
  console.error(process.env.LOG_LEVEL === 'debug' ? error : `hilo: ${sentence}`)
  process.exit(1)
}

main(process.argv.slice(2)).catch(fail)
