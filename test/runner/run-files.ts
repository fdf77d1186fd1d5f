import type { ChildProcess } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Ending, killGroup, start, waitFor } from './processes.ts'
import { END, type FileTime, parseReport, type Result } from './report.ts'

/** Files that ran in one process. */
export type FilesRun = {
  files: string[]
  results: Result[]
  times: FileTime[]
  /** Why the process ended other than by its tests; undefined when they alone decided. */
  problem?: string
}

export type Timing = {
  /** The longest a test may take. */
  test_ms: number
  /** From the end of the report to the exit of the process. */
  exit_ms: number
}

let processes = 0

/** Runs files one after another in a process of their own. A crash or a hang ends it: `files` of the answer are those that were run. */
export async function runFiles(files: string[], env: NodeJS.ProcessEnv, timing: Timing): Promise<FilesRun> {
  const report = join(env.TMPDIR!, `report-${processes++}.jsonl`)
  const begun = `${report}.begun`
  const child = start(
    process.execPath,
    [
      '--import=./bin/imports.mjs',
      `--test-timeout=${timing.test_ms}`,
      '--test-reporter=./test/runner/report.ts',
      `--test-reporter-destination=${report}`,
      'test/runner/batch.ts',
      ...files,
    ],
    { ...env, HILO_TEST_BEGUN: begun },
  )
  const watch = killWhenStuck(child, report, timing)
  const ending = await waitFor(child)
  clearInterval(watch)
  const { results, times } = parseReport(await readOr('', report))
  const last = (await readOr('', begun)).split('\n').at(-2) ?? files[0]!
  await Promise.all([rm(report, { force: true }), rm(begun, { force: true })])
  return judge(files, { files, results, times }, last, ending)
}

/** The files whose tests failed, or during which the process ended. */
export function failedFiles({ files, results, times, problem }: FilesRun): string[] {
  const failed = new Set(results.filter(({ passed }) => !passed).map(({ file }) => file))
  const complete = new Set(times.map(({ file }) => file))
  return files.filter((file) => failed.has(file) || (problem && !complete.has(file)))
}

/** After a crash the file that had begun last is to blame; others without an end are left out, to be run again. */
function judge(files: string[], run: FilesRun, last: string, ending: Ending): FilesRun {
  const complete = new Set(run.times.map(({ file }) => file))
  if (files.every((file) => complete.has(file))) {
    const isExplained = ending.code === 0 || run.results.some(({ passed }) => !passed)
    return { ...run, ...(!isExplained && { problem: describe(files, ending) }) }
  }
  const isJudged = (file: string) => complete.has(file) || file === last
  return {
    files: files.filter(isJudged),
    results: run.results.filter(({ file }) => isJudged(file)),
    times: run.times,
    problem: describe([last], ending),
  }
}

export function nameOf([first, ...rest]: readonly string[]): string {
  return rest.length > 0 ? `${first} and ${rest.length} more` : first!
}

function describe(files: string[], { code, signal, output }: Ending): string {
  const end = signal === 'SIGKILL' ? 'stopped reporting and was killed' : `ended with ${signal ?? code}`
  return `the process of ${nameOf(files)} ${end}\n${output}`
}

/** Kills a process that stopped reporting, or that does not exit after its last test, with all it started. */
function killWhenStuck(child: ChildProcess, report: string, { test_ms, exit_ms }: Timing): NodeJS.Timeout {
  let length = 0
  let since = Date.now()
  return setInterval(async () => {
    const text = await readOr('', report)
    if (text.length !== length) since = Date.now()
    length = text.length
    // The test runner ends a test that waits too long; only a process that blocks reports nothing for longer.
    const limit = text.endsWith(END) ? exit_ms : test_ms * 1.1
    if (Date.now() - since > limit) killGroup(child)
  }, 1_000)
}

function readOr(fallback: string, file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => fallback)
}
