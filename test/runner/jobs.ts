import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'

/** Files that run together in one process. */
export type Batch = {
  files: string[]
  seconds: number
  /** It needs the built web app, a browser or a mail server; others run while these are made. */
  needsTools: boolean
  /** It spends most of its time waiting: for leases, restarts and the clock. */
  waits: boolean
}

/** Files with a process of their own. All others share one, because loading the product costs more than most of them. */
const alone = [
  /^server\/db\/(embedded|backup)/, // They start and kill PostgreSQL servers, which must not reach other files.
  /^server\/doors\/health\//, // Metrics are counted per process.
  /^test\/faults\//, // They wait for servers they kill: beside busy tests they take no time of their own.
  /^test\/(cli|start|runner\/run)\.test\.ts$/, // They wait for the commands they start.
]

/** Large batches share the loading of the product; the last ones are small, so that all cores are busy to the end. */
const MOST_SECONDS = 180
const LEAST_SECONDS = 40
const USUAL_SECONDS = 0.5

const DURATIONS = 'test/runner/durations.json'

/** Seconds each file took when they were last recorded; only files over a second are kept. */
const durations: Record<string, number> = JSON.parse(readFileSync(DURATIONS, 'utf8'))

/** The test files under these paths. */
export function findTests(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (path.endsWith('.test.ts')) return [path]
    return existsSync(path) ? globSync(`${path}/**/*.test.ts`).sort() : []
  })
}

/** Deals the files into batches, the longest first, so that no long one is left for the end. */
export function dealBatches(files: readonly string[]): Batch[] {
  const [isolated, browser, shared] = partition(files)
  const batches = [...isolated.map((file) => toBatch([file])), ...pack(browser), ...pack(shared)]
  return batches.toSorted((a, b) => b.seconds - a.seconds)
}

function partition(files: readonly string[]): [string[], string[], string[]] {
  const browser = files.filter((file) => file.startsWith('test/e2e/'))
  const isolated = files.filter((file) => alone.some((pattern) => pattern.test(file)))
  return [isolated, browser, files.filter((file) => !browser.includes(file) && !isolated.includes(file))]
}

/** Neighbours stay together, in batches of at most a quarter of the time that is left. */
function pack(files: readonly string[]): Batch[] {
  const batches: string[][] = []
  let left = totalOf(files)
  let room = 0
  for (const file of files) {
    const seconds = secondsOf(file)
    if (room < seconds / 2) {
      batches.push([])
      room = Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, left / 4))
    }
    batches.at(-1)!.push(file)
    room -= seconds
    left -= seconds
  }
  return batches.map(toBatch)
}

function toBatch(files: string[]): Batch {
  const [first] = files
  return {
    files,
    seconds: totalOf(files),
    needsTools: files.some((file) => /^(test\/(e2e|start|channels\/email-imap)|server\/doors)/.test(file)),
    waits: /^(test\/(faults|cli|runner)|server\/db\/embedded)/.test(first!),
  }
}

export const secondsOf = (file: string) => durations[file] ?? USUAL_SECONDS
const totalOf = (files: readonly string[]) => files.reduce((sum, file) => sum + secondsOf(file), 0)

/** Keeps what the files of this run took, for the next deal; other files keep what they took before. */
export function recordDurations(seconds: ReadonlyMap<string, number>): void {
  const all = Object.entries({ ...durations, ...Object.fromEntries(seconds) })
  const long = all.filter(([file, each]) => each >= 1 && existsSync(file))
  const sorted = long.map(([file, each]) => [file, Math.round(each)] as const).toSorted(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(DURATIONS, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}
