import { spawnSync } from 'node:child_process'

export type Check = { name: string; command: readonly [string, ...string[]] }

const tsc = 'node_modules/.bin/tsc'

/** The type checker and the linter are short Go programs: without collecting garbage they take a quarter less time. */
export const checkSettings = { GOGC: 'off', GOMEMLIMIT: '3GiB' }

/** Formatting, lint and types. */
export const checks: readonly Check[] = [
  { name: 'lint', command: ['node_modules/.bin/oxlint', '--type-aware', '--quiet'] },
  { name: 'types', command: [tsc, '--singleThreaded', '-p', 'tsconfig.json'] },
  { name: 'types of the web app', command: [tsc, '--singleThreaded', '-p', 'web/tsconfig.json'] },
  { name: 'types of the live chat', command: [tsc, '--singleThreaded', '-p', 'widget/tsconfig.json'] },
  { name: 'formatting', command: ['node_modules/.bin/oxfmt', '--check', '.'] },
]

if (import.meta.main) {
  const failed = checks.filter(({ name, command: [program, ...args] }) => {
    const env = { ...process.env, ...checkSettings }
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env })
    console.log(`${status === 0 ? '✔' : '✖'} ${name}${status === 0 ? '' : `\n${stdout}${stderr}`}`)
    return status !== 0
  })
  process.exit(failed.length > 0 ? 1 : 0)
}
