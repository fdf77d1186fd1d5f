import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, statfs } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBrowser } from './browser.ts'
import { ensureDovecot } from './dovecot.ts'
import { checks } from './check.ts'
import { type Batch, dealBatches, findTests, recordDurations } from './jobs.ts'
import { END, type FileTime, type Result } from './report.ts'
import { startTestServer } from './support/server.ts'

/**
 * `npm test`: the checks and every test, on one PostgreSQL of its own, with as many processes as there are cores.
 * Arguments narrow it to files or folders: `npm test -- server/kernel`. `npm run test:all` runs every case where
 * `npm test` takes a sample, chosen by SEED (test/support/runs.ts). RECORD=1 keeps what each file took.
 */
const paths = process.argv.slice(2).filter((arg) => arg !== '--all')
const isWhole = paths.length === 0
const files = findTests(isWhole ? ['contract', 'server', 'web', 'widget', 'test'] : paths)
const seed = process.env.SEED ?? String(randomInt(1_000_000))
const begun = performance.now()

const TEST_TIMEOUT = 600_000
/** In a whole run a process that reports nothing for longer than any test may take is ended. */
const LONGEST_SILENCE = isWhole ? TEST_TIMEOUT + 60_000 : Infinity
/** From the end of a report to the exit of its process. */
const LONGEST_EXIT = 120_000

const folder = await mkdtemp(join(await scratch(), 'hilo-test-'))
await chmod(folder, 0o711) // PostgreSQL runs as an unprivileged user and must reach its data below this folder.
const server = await startTestServer(folder)
const env = {
  ...process.env,
  TMPDIR: folder,
  HILO_TEST_SERVER: JSON.stringify(server.connection),
  SEED: seed,
  // Every start of the product loads a thousand files; with those compiled before, it takes two thirds of the time.
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/hilo'),
  ...(process.argv.includes('--all') && { FULL: '1' }),
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
for (const signal of signals) process.once(signal, () => void cleanUp().then(() => process.exit(1)))

const results: Result[] = []
const durations = new Map<string, number>()
const problems: string[] = []

const batches = dealBatches(files)
const needsBrowser = files.some((file) => file.startsWith('test/e2e/'))
if (needsBrowser) await ensureBrowser()
if (files.includes('test/channels/email-imap.test.ts')) ensureDovecot()
console.log(`${files.length} test files in ${batches.length} processes, SEED=${seed}`)
let isBuilt = false
await runAll([
  ...(batches.some(({ needsBuild }) => needsBuild) ? [{ run: buildWeb }] : []),
  ...(isWhole ? checks.map(({ name, command }) => ({ run: () => runStep(name, command) })) : []),
  ...batches.map((batch) => ({ ...batch, run: () => runBatch(batch) })),
])

await cleanUp()
const failed = results.filter(({ passed }) => !passed)
printFailures()
printSlowest()
printFailedNames()
if (process.env.RECORD) recordDurations(durations)
const skipped = results.filter(({ isSkipped }) => isSkipped).length
console.log(`${Math.round((performance.now() - begun) / 1000)} s in all`)
console.log(
  `${results.length - failed.length - skipped} passed, ${failed.length + problems.length} failed, ${skipped} skipped`,
)
process.exit(failed.length + problems.length > 0 ? 1 : 0)

async function cleanUp(): Promise<void> {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Memory instead of disk where there is room: most tests begin with a copy of the template database. */
async function scratch(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => undefined)
  return memory && memory.bavail * memory.bsize > 4 * 2 ** 30 ? '/dev/shm' : tmpdir()
}

type Job = { needsBuild?: boolean; waits?: boolean; run: () => Promise<void> }

/**
 * Takes the jobs in their order: a worker per core, and one more for the tests that mostly wait. The cores take those
 * only when nothing else is left.
 */
async function runAll(jobs: Job[]): Promise<void> {
  const queue = [...jobs]
  const find = (suits: (job: Job) => boolean) => queue.find((job) => (isBuilt || !job.needsBuild) && suits(job))
  const work = async (next: () => Job | undefined, isDone: () => boolean) => {
    while (!isDone()) {
      const job = next()
      if (job) queue.splice(queue.indexOf(job), 1)
      await (job ? job.run() : sleep(200))
    }
  }
  const core = () => find(({ waits }) => !waits) ?? find(() => true)
  const waiting = () => find(({ waits }) => waits === true)
  await Promise.all([
    ...Array.from({ length: availableParallelism() }, () => work(core, () => queue.length === 0)),
    work(waiting, () => !queue.some(({ waits }) => waits)),
  ])
}

async function buildWeb(): Promise<void> {
  await runStep('web build', [process.execPath, 'bin/run.mjs', 'build'])
  isBuilt = true
}

async function runBatch({ name, files: inBatch }: Batch): Promise<void> {
  const report = join(folder, `${batches.findIndex((batch) => batch.name === name)}.jsonl`)
  const started = performance.now()
  const child = start(process.execPath, [
    '--import=./bin/imports.mjs',
    `--test-timeout=${TEST_TIMEOUT}`,
    '--test-reporter=./test/report.ts',
    `--test-reporter-destination=${report}`,
    'test/batch.ts',
    ...inBatch,
  ])
  const watch = killWhenStuck(child, report)
  const { code, signal, output } = await ended(child)
  clearInterval(watch)
  const { reported, times } = parseReport(await readReport(report))
  const seconds = (performance.now() - started) / 1000
  for (const { file, seconds: taken } of times) durations.set(file, taken)
  results.push(...reported)
  const isGood = code === 0 && reported.every(({ passed }) => passed)
  console.log(`${isGood ? '✔' : '✖'} ${name}: ${reported.length} tests, ${seconds.toFixed(1)} s`)
  if (signal === 'SIGKILL') problems.push(describeStuck(name, inBatch, reported, output))
  else if (code !== 0 && reported.every(({ passed }) => passed)) problems.push(`${name} ended with ${code}:\n${output}`)
}

function parseReport(text: string): { reported: Result[]; times: FileTime[] } {
  const lines = text.split('\n').filter((line) => line.startsWith('{'))
  const parsed = lines.map((line) => JSON.parse(line) as Result | FileTime)
  return {
    reported: parsed.filter((each) => 'title' in each),
    times: parsed.filter((each) => 'seconds' in each),
  }
}

function readReport(report: string): Promise<string> {
  return readFile(report, 'utf8').catch(() => '')
}

/** Kills a process that stopped reporting, or that does not exit after its last test, with all it started. */
function killWhenStuck(child: ChildProcess, report: string): NodeJS.Timeout {
  let length = 0
  let since = Date.now()
  return setInterval(async () => {
    const text = await readReport(report)
    if (text.length !== length) since = Date.now()
    length = text.length
    const limit = text.endsWith(END) ? LONGEST_EXIT : LONGEST_SILENCE
    if (Date.now() - since > limit && child.exitCode === null) process.kill(-child.pid!, 'SIGKILL')
  }, 5_000)
}

function describeStuck(name: string, inBatch: string[], reported: Result[], output: string): string {
  const seen = new Set(reported.map(({ file }) => file))
  const missing = inBatch.filter((file) => !seen.has(file))
  const { file, title } = reported.at(-1) ?? { file: '', title: 'none' }
  return [
    `${name} was killed: ${missing.length > 0 ? 'it reported nothing more' : 'it did not exit after its last test'}.`,
    `Files without a result: ${missing.join(', ') || 'none'}`,
    `Last result: ${file} ${title}`,
    output,
  ].join('\n')
}

async function runStep(name: string, [program, ...args]: readonly [string, ...string[]]): Promise<void> {
  const started = performance.now()
  const { code, output } = await ended(start(program, args))
  console.log(`${code === 0 ? '✔' : '✖'} ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  if (code !== 0) problems.push(`${name}:\n${output}`)
}

/** A process that leads a group of its own, so that it can be killed with all it started. */
function start(program: string, args: readonly string[]): ChildProcess {
  return spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env, detached: true })
}

function ended(child: ChildProcess): Promise<{ code: number; signal: NodeJS.Signals | null; output: string }> {
  let output = ''
  child.stdout!.on('data', (text) => (output += text))
  child.stderr!.on('data', (text) => (output += text))
  const pass = (signal: NodeJS.Signals) => child.kill(signal)
  for (const signal of signals) process.on(signal, pass)
  return new Promise((done) => {
    child.on('close', (code, signal) => {
      for (const each of signals) process.off(each, pass)
      done({ code: code ?? 1, signal, output: output.slice(-20_000) })
    })
  })
}

function printFailures(): void {
  for (const { file, title, error } of failed.filter((result) => result.error))
    console.log(`\n✖ ${file}\n  ${title}\n${error}`)
  for (const problem of problems) console.log(`\n✖ ${problem}`)
}

/** Repeats the names at the end, where a log cut short still shows them. */
function printFailedNames(): void {
  const names = failed.map(({ file, title }) => `${file}: ${title}`)
  const lines = [...names, ...problems.map((problem) => problem.split('\n', 1)[0])]
  if (lines.length > 0) console.log(`\nFailed:\n${lines.map((line) => `  ${line}`).join('\n')}`)
}

function printSlowest(): void {
  const slowest = [...durations].toSorted(([, a], [, b]) => b - a).slice(0, 10)
  console.log(
    `\nSlowest files:\n${slowest.map(([file, each]) => `  ${each.toFixed(1).padStart(6)} s  ${file}`).join('\n')}`,
  )
}
