import { type FilesRun, failedFiles } from './run-files.ts'
import type { Result } from './report.ts'

/** Everything a run found out: the first run of each file, the second of those that failed, and the checks. */
export type Totals = {
  first: FilesRun[]
  /** Files that failed ran once more, alone; this counts instead of their first run. */
  second: FilesRun[]
  /** Checks that failed, with their output. */
  problems: string[]
  seconds: number
}

/** Prints failures with their errors first and the totals last, where a log cut short still shows them. */
export function printTotals({ first, second, problems, seconds }: Totals): { isGood: boolean } {
  const repeated = new Set(second.flatMap(({ files }) => files))
  const decisive = [...first.map((run) => without(run, repeated)), ...second]
  const results = decisive.flatMap((run) => run.results)
  const failed = results.filter(({ passed }) => !passed)
  const broken = [...problems, ...decisive.flatMap(({ problem }) => problem ?? [])]
  const lucky = [...repeated].filter((file) => !second.some((run) => failedFiles(run).includes(file)))

  printErrors(failed, broken)
  printSlowest(first)
  printLucky(lucky, first)
  printNames(failed, broken)
  const skipped = results.filter(({ isSkipped }) => isSkipped).length
  if (skipped > 0) console.log(`${skipped} skipped`)
  console.log(`${Math.round(seconds)} s in all`)
  console.log(`${results.length - failed.length - skipped} passed, ${failed.length + broken.length} failed`)
  return { isGood: failed.length + broken.length === 0 }
}

/** A first run without the files that ran again. Its problem goes with them: they are the ones it names. */
function without(run: FilesRun, repeated: ReadonlySet<string>): FilesRun {
  const stays = ({ file }: { file: string }) => !repeated.has(file)
  const { files, results, times, problem } = run
  const isRepeated = files.some((file) => repeated.has(file))
  return {
    files: files.filter((file) => !repeated.has(file)),
    results: results.filter(stays),
    times: times.filter(stays),
    ...(problem && !isRepeated && { problem }),
  }
}

function printErrors(failed: Result[], broken: string[]): void {
  for (const { file, title, error } of failed.filter((result) => result.error))
    console.log(`\n✖ ${file}\n  ${title}\n${error}`)
  for (const problem of broken) console.log(`\n✖ ${problem}`)
}

function printSlowest(runs: FilesRun[]): void {
  const slowest = runs.flatMap(({ times }) => times).toSorted((a, b) => b.seconds - a.seconds)
  const lines = slowest.slice(0, 10).map(({ file, seconds }) => `  ${seconds.toFixed(1).padStart(6)} s  ${file}`)
  console.log(`\nSlowest files:\n${lines.join('\n')}`)
}

/** Names races with the error of their first run, so that their cause can be found. */
function printLucky(lucky: string[], first: FilesRun[]): void {
  if (lucky.length === 0) return
  console.log('\nPassed only on the second run:')
  for (const file of lucky) {
    console.log(`  ${file}`)
    const run = first.find(({ files }) => files.includes(file))!
    const failed = run.results.filter((result) => result.file === file && !result.passed)
    for (const { title, error = '' } of failed) console.log(indent(`${title}\n${error}`))
    if (failed.length === 0 && run.problem) console.log(indent(run.problem))
  }
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '    ')
}

function printNames(failed: Result[], broken: string[]): void {
  const names = failed.map(({ file, title }) => `${file}: ${title}`)
  const lines = [...names, ...broken.map((problem) => problem.split('\n', 1)[0])]
  if (lines.length > 0) console.log(`\nFailed:\n${lines.map((line) => `  ${line}`).join('\n')}`)
  console.log('')
}
