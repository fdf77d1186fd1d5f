import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const steps = [
  ['formatting', 'node_modules/.bin/oxfmt', ['--check', '.']],
  ['lint', 'node_modules/.bin/oxlint', ['--type-aware', '--quiet']],
  ['types', 'node_modules/.bin/tsc', ['-p', 'tsconfig.json']],
  ['types of the web app', 'node_modules/.bin/tsc', ['-p', 'web/tsconfig.json']],
  ['types of the live chat', 'node_modules/.bin/tsc', ['-p', 'widget/tsconfig.json']],
] as const

/** Formatting, lint and types. True when all is well. */
export async function check(): Promise<boolean> {
  return steps.every(([what, command, args]) => {
    if (args.includes('web/tsconfig.json' as never) && !existsSync('web/tsconfig.json')) return true
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
    console.log(`${status === 0 ? '✔' : '✖'} ${what}`)
    if (status !== 0) console.log(stdout + stderr)
    return status === 0
  })
}

if (import.meta.main) process.exit((await check()) ? 0 : 1)
