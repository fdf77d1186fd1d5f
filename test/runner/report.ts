import type { TestEvent } from 'node:test/reporters'

/** A test that ended, as one line of JSON for `npm test` to add up. */
export type Result = {
  file: string
  title: string
  passed: boolean
  isSkipped: boolean
  error?: string
}

/** A test file that ended, with its loading and closing. */
export type FileTime = { file: string; seconds: number }

/** The last line of a report: the process is to exit now. */
export const END = 'end\n'

/** The reporter of every test process: results as JSON lines, suites left out. */
export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const path: string[] = [] // The file, suites within it, and the test.
  let since = 0 // The end of the file before this one, or the start of the process.
  for await (const event of source) {
    if (event.type === 'test:summary' && !event.data.file) yield END
    if (event.type === 'test:start') path.length = event.data.nesting
    if (event.type === 'test:start') path.push(event.data.name)
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue
    const { data } = event
    const error = event.type === 'test:fail' ? event.data.details.error : undefined
    const isOnlyOfChildren = failsByChildren(error)
    if (data.details.type !== 'suite' || (error && !isOnlyOfChildren)) {
      const result: Result = {
        file: path[0]!,
        title:
          data.nesting === 0 ? 'opening or closing the file' : [...path.slice(1, data.nesting), data.name].join(' › '),
        passed: event.type === 'test:pass',
        isSkipped: data.skip !== undefined || data.todo !== undefined,
        ...(error && !isOnlyOfChildren && { error: describe(error) }),
      }
      yield `${JSON.stringify(result)}\n`
    }
    // After its results: a file with a time is complete.
    if (data.nesting > 0) continue
    yield `${JSON.stringify({ file: data.name, seconds: (performance.now() - since) / 1000 } as FileTime)}\n`
    since = performance.now()
  }
}

/** Results and times of a report, which may be cut short by a crash. */
export function parseReport(text: string): { results: Result[]; times: FileTime[] } {
  const lines = text.split('\n').slice(0, -1)
  const parsed = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Result | FileTime)
  return { results: parsed.filter((each) => 'title' in each), times: parsed.filter((each) => 'seconds' in each) }
}

function failsByChildren(error: Error | undefined): boolean {
  return error !== undefined && 'failureType' in error && error.failureType === 'subtestsFailed'
}

function describe(error: Error): string {
  return withCauses(error.cause instanceof Error ? error.cause : error)
}

/** With the errors that led to it: a failed fetch names its reason only there. */
function withCauses(error: Error): string {
  const text = error.stack ?? String(error)
  return error.cause instanceof Error ? `${text}\n  by ${withCauses(error.cause)}` : text
}
