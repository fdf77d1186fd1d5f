import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { secondsOf } from './jobs.ts'

/** Files of which a run takes a third: most of their time is that of a browser, or of servers they kill. */
const sampled = [/^test\/e2e\/(?!screens\.test)/, /^test\/faults\//]
const GROUPS = 3

/** The files of a whole run: of those above one group, drawn by the seed, and all others. */
export function sampleFiles(files: readonly string[], seed: number): string[] {
  const group = Math.floor(seed / 1000) % GROUPS // The last digits choose among the cases within a file.
  const kinds = sampled.map((pattern) => files.filter((file) => pattern.test(file)))
  const left = new Set(
    kinds.flatMap((each) =>
      deal(each)
        .filter((_, i) => i !== group)
        .flat(),
    ),
  )
  return files.filter((file) => !left.has(file))
}

/** Deals the files into groups that take about the same time. */
function deal(files: readonly string[]): string[][] {
  const groups = Array.from({ length: GROUPS }, () => ({ files: [] as string[], seconds: 0 }))
  for (const file of files.toSorted((a, b) => secondsOf(b) - secondsOf(a))) {
    const shortest = groups.reduce((least, each) => (each.seconds < least.seconds ? each : least))
    shortest.files.push(file)
    shortest.seconds += secondsOf(file)
  }
  return groups.map((each) => each.files)
}

/** A number that is the same for every run of a commit: one that passed here takes the same cases where it is tried next. */
export function seedOfCommit(): number {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], { encoding: 'utf8' })
  return /^[0-9a-f]{8}/.test(stdout ?? '') ? Number.parseInt(stdout.slice(0, 8), 16) % 1_000_000 : randomInt(1_000_000)
}
