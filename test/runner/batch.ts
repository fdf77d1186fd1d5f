import { appendFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { suite } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { limitStatements } from '#db/limits.ts'
import { seed } from '#test/runs.ts'
import { closeShared } from '#test/share.ts'

// A busy machine must not make the product refuse what a test does.
limitStatements(Number(process.env.HILO_STATEMENT_SECONDS))
// The same commit draws the same values, wherever it is tried.
fc.configureGlobal({ seed })

// The test runner reports an error that comes after the end of a test without its stack.
process.on('uncaughtExceptionMonitor', (error) => console.error(error))
process.on('unhandledRejection', (error) => {
  console.error(error)
  process.exitCode = 1
})

/** Runs test files in one process, each as a suite: what a file opens is closed before the next one begins. */
for (const file of process.argv.slice(2)) {
  await suite(file, async () => {
    // Written at once: a crash loses the last lines of the report.
    appendFileSync(process.env.HILO_TEST_BEGUN!, `${file}\n`)
    await passMidnight()
    await import(pathToFileURL(resolve(file)).href)
  })
}
await closeShared()

/** A file that compares days must not begin on one and end on the next; test workspaces count them in Bogota. */
async function passMidnight(): Promise<void> {
  const MINUTE = 60_000
  const sinceMidnight = (Date.now() - 5 * 60 * MINUTE) % (24 * 60 * MINUTE)
  const left = 24 * 60 * MINUTE - sinceMidnight
  if (left < 3 * MINUTE) await sleep(left)
}
