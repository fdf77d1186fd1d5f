import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBrowser } from './browser.ts'
import { type Check, checks, checkSettings } from './check.ts'
import { ensureDovecot } from './dovecot.ts'
import { type Batch, dealBatches, findTests, recordDurations } from './runner/jobs.ts'
import { killAll, start, waitFor } from './runner/processes.ts'
import { failedFiles, type FilesRun, nameOf, runFiles } from './runner/run-files.ts'
import { sampleFiles, seedOfCommit } from './runner/sample-files.ts'
import { makeScratch, removeAbandoned, removeScratch } from './runner/scratch.ts'
import { printTotals } from './runner/totals.ts'
import { startTestServer } from './support/server.ts'

/**
 * `npm test`: the checks and every test, on one PostgreSQL of its own, in a few processes at a time. A file that failed
 * runs once more, alone, when everything else has ended: a failure by chance does not fail the run.
 * Arguments narrow it to files or folders, and then every failure counts: `npm test -- server/kernel`. `npm run
 * test:all` runs every file and case where `npm test` takes a sample (test/runner/sample-files.ts,
 * test/support/runs.ts), chosen by SEED, which follows from the commit. RECORD=1 keeps the duration of each file.
 */
const args = process.argv.slice(2)
const paths = args.filter((arg) => !arg.startsWith('--'))
const isWhole = paths.length === 0
const hasSecondRun = isWhole || args.includes('--retry')
const isFull = args.includes('--all')
const seed = Number(process.env.SEED ?? seedOfCommit())
const found = findTests(isWhole ? ['contract', 'server', 'web', 'widget', 'test'] : paths)
const files = isWhole && !isFull ? sampleFiles(found, seed) : found
const begun = performance.now()
const timing = { test_ms: Number(process.env.HILO_TEST_TIMEOUT_MS ?? 600_000), exit_ms: 120_000 }
/** So many are not lost by chance: something is broken, and the rest of the run would show nothing new. */
const MOST_FAILED_FILES = 10

const first: FilesRun[] = []
const second: FilesRun[] = []
const problems: string[] = []
let hasTools = false
let isOver = false

await removeAbandoned()
const folder = await makeScratch()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    problems.push(signal)
    endEarly(signal)
  })
// A run within a test uses the PostgreSQL of the outer run.
const outer = process.env.HILO_TEST_SERVER
const server = outer ? undefined : await startTestServer(folder)
const env = {
  ...withoutSettings(process.env),
  TMPDIR: folder,
  HILO_TEST_SERVER: outer || JSON.stringify(server!.connection),
  SEED: String(seed),
  HILO_STATEMENT_SECONDS: '60',
  // Every start of the product loads a thousand files; with those compiled before, it takes two thirds of the time.
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/hilo'),
  ...(isFull && { FULL: '1' }),
}

const batches = dealBatches(files)
const share = files.length < found.length ? ` of ${found.length}` : ''
console.log(`${files.length}${share} test files in ${batches.length} processes, SEED=${seed}`)
await runAll([
  ...(batches.some(({ needsTools }) => needsTools) ? [{ run: prepareTools }] : []),
  ...(isWhole ? checks.map(({ name, command }) => ({ run: () => runStep(name, command, checkSettings) })) : []),
  ...batches.map((batch) => ({ ...batch, run: () => runBatch(batch.files) })),
])
if (hasSecondRun) await runFailedAgain()

await server?.stop()
await removeScratch(folder)
const { isGood } = printTotals({ first, second, problems, seconds: (performance.now() - begun) / 1000 })
if (process.env.RECORD) recordDurations(new Map(first.flatMap(({ times }) => times.map((t) => [t.file, t.seconds]))))
process.exit(isGood ? 0 : 1)

/** The settings of a Hilo that runs on this machine are not those of its tests, nor are those of a test that starts this run. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const setting =
    /^(HILO_(?!TEST_)|(DATABASE|EMBEDDINGS|LLM|META|S3|SMTP)_|(BASE_URL|HOST|LOG_LEVEL|NODE_TEST_CONTEXT|PORT|RECORD)$)/
  return Object.fromEntries(Object.entries(env).filter(([name]) => !setting.test(name)))
}

type Job = Partial<Pick<Batch, 'needsTools' | 'waits'>> & { run: () => Promise<void> }

/**
 * Takes the jobs in their order: a worker per core, and one more that begins with the tests that mostly wait. A core
 * would be idle 8 % of the time without it: browser tests wait for one process after the other.
 */
async function runAll(jobs: Job[]): Promise<void> {
  const queue = [...jobs]
  const find = (suits: (job: Job) => boolean) => queue.find((job) => (hasTools || !job.needsTools) && suits(job))
  const work = async (next: () => Job | undefined) => {
    while (queue.length > 0 && !isOver) {
      const job = next()
      if (job) queue.splice(queue.indexOf(job), 1)
      await (job ? job.run() : sleep(200))
    }
  }
  const prefer = (waiting: boolean) => () => find(({ waits = false }) => waits === waiting) ?? find(() => true)
  await Promise.all([...Array.from({ length: availableParallelism() }, () => work(prefer(false))), work(prefer(true))])
}

async function prepareTools(): Promise<void> {
  await Promise.all([runStep('web build', [process.execPath, 'bin/run.mjs', 'build']), installTools()])
  hasTools = true
}

async function installTools(): Promise<void> {
  try {
    if (files.some((file) => file.startsWith('test/e2e/'))) await ensureBrowser()
    if (files.includes('test/channels/email-imap.test.ts')) await ensureDovecot()
  } catch (error) {
    problems.push((error as Error).message)
    endEarly('a tool is missing')
  }
}

/** The checks and the build do not depend on chance: one that fails ends the run. */
async function runStep(name: string, [program, ...args]: Check['command'], settings = {}): Promise<void> {
  const started = performance.now()
  const { code, output } = await waitFor(start(program, args, { ...env, ...settings }))
  if (isOver) return
  printDone(code === 0, name, started)
  if (code === 0) return
  problems.push(`${name}\n${output}`)
  endEarly(`${name} failed`)
}

/** Runs the files of a batch; after a crash, those without a result go on in a new process. */
async function runBatch(inBatch: string[]): Promise<void> {
  let left = inBatch
  while (left.length > 0 && !isOver) {
    const started = performance.now()
    const run = await runFiles(left, env, timing)
    if (isOver) return
    printDone(!run.problem && failedFiles(run).length === 0, `${nameOf(left)}: ${run.results.length} tests`, started)
    first.push(run)
    left = left.filter((file) => !run.files.includes(file))
  }
  const failed = new Set(first.flatMap(failedFiles))
  if (hasSecondRun && failed.size > MOST_FAILED_FILES) endEarly(`${failed.size} files failed`)
}

/** Once more, one at a time, with nothing beside it: a file that passes now failed by chance. */
async function runFailedAgain(): Promise<void> {
  for (const run of first) {
    const failed = failedFiles(run)
    // A process that broke after all its tests had passed is repeated as it was.
    const groups = run.problem && failed.length === 0 ? [run.files] : failed.map((file) => [file])
    for (const group of groups) {
      if (isOver) return
      console.log(`Running again: ${group.join(', ')}`)
      second.push(await runFiles(group, env, timing))
    }
  }
}

function endEarly(reason: string): void {
  if (isOver) return
  console.log(`${reason}: the run ends here.`)
  isOver = true
  killAll()
}

function printDone(isGood: boolean, name: string, started: number): void {
  const separator = name.includes(': ') ? ',' : ':'
  console.log(`${isGood ? '✔' : '✖'} ${name}${separator} ${((performance.now() - started) / 1000).toFixed(1)} s`)
}
