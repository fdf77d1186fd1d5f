import { appendFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { limitStatements } from '#db/limits.ts'
import { closeShared } from '#test/share.ts'

// A busy machine must not make the product refuse what a test does.
limitStatements(Number(process.env.HILO_STATEMENT_SECONDS))

/** Runs test files in one process, each as a suite: what a file opens is closed before the next one begins. */
for (const file of process.argv.slice(2)) {
  await suite(file, async () => {
    // Written at once: a crash loses the last lines of the report.
    appendFileSync(process.env.HILO_TEST_BEGUN!, `${file}\n`)
    await import(pathToFileURL(resolve(file)).href)
  })
}
await closeShared()
