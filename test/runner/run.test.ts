import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { until } from '#test/wait.ts'
import { killProcessesIn } from './processes.ts'

/* `npm test` itself, on files made for it. */

const folder = await mkdtemp(join(tmpdir(), 'runs-'))
after(() => killProcessesIn(folder))

const passes = write('passes', `test('passes', () => {})`)
const alwaysFails = write('always-fails', `test('is broken', () => { throw new Error('a fault') })`)

test('A file that failed by chance passes alone, is named at the end, and does not fail the run', async () => {
  const { code, output } = await run([passes, failsOnce('by-chance', `throw new Error('a lost race')`)])
  assert.equal(code, 0, output)
  assert.match(output, /Passed only on the second run:\n.*by-chance\.test\.ts\n.*fails once\n.*a lost race/)
  assert.equal(lastLine(output), '2 passed, 0 failed')
})

test('A file that fails twice fails the run; its error and its name are among the last lines', async () => {
  const { code, output } = await run([passes, alwaysFails])
  assert.equal(code, 1)
  assert.match(output, /✖ .*always-fails\.test\.ts\n {2}is broken\nError: a fault/)
  assert.match(output, /Slowest files:\n/)
  assert.match(output, /Failed:\n.*always-fails\.test\.ts: is broken\n/)
  assert.equal(lastLine(output), '1 passed, 1 failed')
})

test('A part of the tests that is run by name reports a failure at once', async () => {
  const { code, output } = await run([failsOnce('by-name', `throw new Error('a lost race')`)], { flags: [] })
  assert.equal(code, 1)
  assert.equal(lastLine(output), '0 passed, 1 failed')
})

test('A file that crashes is blamed alone: those after it run, and it gets its second run', async () => {
  const { code, output } = await run([
    passes,
    failsOnce('crash', `process.exit(3)`),
    write('later', `test('later', () => {})`),
  ])
  assert.equal(code, 0, output)
  assert.match(output, /Passed only on the second run:\n.*crash\.test\.ts\n.*ended with 3/)
  assert.equal(lastLine(output), '3 passed, 0 failed')
})

test('An error after the end of its test fails the run and is shown with its place', async () => {
  const late = write(
    'late',
    `test('ends first', () => { setTimeout(() => Promise.reject(new Error('too late')), 50) })
     test('goes on', () => new Promise((done) => setTimeout(done, 500)))`,
  )
  const { code, output } = await run([late, passes])
  assert.equal(code, 1)
  assert.match(
    output,
    /✖ the process of .*late\.test\.ts and 1 more ended with 1\nError: too late\n\s+at .*late\.test\.ts:3/,
  )
})

test('Files that crash, do not load or block for ever fail the run, each by its name', async () => {
  const crashes = write('crashes', `test('crashes', () => process.exit(3))`)
  const missing = write('missing', `await import('./nowhere.ts')`)
  const blocks = write(
    'blocks',
    `test('blocks', () => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0) })`,
  )
  const waits = write('waits', `test('waits', () => new Promise(() => setInterval(() => {}, 1000)))`)
  const env = { HILO_TEST_TIMEOUT_MS: '8000' }
  const { code, output } = await run([crashes, missing, blocks, waits, passes], { env })
  assert.equal(code, 1)
  const failed = output.slice(output.lastIndexOf('Failed:'))
  assert.match(failed, /crashes\.test\.ts ended with 3/)
  assert.match(failed, /missing\.test\.ts: opening or closing the file/)
  assert.match(failed, /blocks\.test\.ts stopped reporting and was killed/)
  assert.match(failed, /waits\.test\.ts: waits/)
  assert.equal(lastLine(output), '1 passed, 4 failed')
})

test('More than ten failed files end the run at once', async () => {
  const broken = Array.from({ length: 11 }, (_, i) =>
    write(`broken-${i}`, `test('broken', () => { throw new Error() })`),
  )
  const { code, output } = await run(broken)
  assert.equal(code, 1)
  assert.match(output, /11 files failed: the run ends here/)
  assert.doesNotMatch(output, /Running again/)
  assert.equal(lastLine(output), '0 passed, 11 failed')
})

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  test(`A run stopped by ${signal} leaves no process and no folder behind`, async () => {
    const { child, ended, scratch } = await runHalfWay(`stopped-${signal}`)
    child.kill(signal)
    const { code, output } = await ended
    assert.equal(code, 1, output)
    assert.ok(!existsSync(scratch))
    assert.deepEqual(processesIn(scratch), [])
  })

test('The next run removes processes and the folder of a run that was killed', async () => {
  const { child, ended, scratch } = await runHalfWay('killed')
  child.kill('SIGKILL')
  await ended
  assert.ok(existsSync(scratch))
  assert.ok(processesIn(scratch).length > 0, 'its PostgreSQL runs on')
  assert.equal((await run([passes])).code, 0)
  assert.ok(!existsSync(scratch))
  await until(() => processesIn(scratch).length === 0, 'its processes end')
})

/** A test file made for these tests. */
function write(name: string, body: string): string {
  const file = join(folder, `${name}.test.ts`)
  writeFileSync(
    file,
    `import { test } from 'node:test'\nimport { existsSync, writeFileSync } from 'node:fs'\n${body}\n`,
  )
  return file
}

/** A test file that does this in its first run only. */
function failsOnce(name: string, failure: string): string {
  const marker = join(folder, name)
  return write(
    name,
    `test('fails once', () => {
      if (existsSync('${marker}')) return
      writeFileSync('${marker}', '')
      ${failure}
    })`,
  )
}

type Ended = { code: number | null; output: string }

function run(files: string[], { flags = ['--retry'], env = {} } = {}): Promise<Ended> {
  return begin([...files, ...flags], env).ended
}

function begin(args: string[], env: NodeJS.ProcessEnv = {}): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, ['--import=./bin/imports.mjs', 'test/run.ts', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (output += text))
  return { child, ended: new Promise((done) => child.once('close', (code) => done({ code, output }))) }
}

/** A run in the middle of a test that waits for ever, with its folder. */
async function runHalfWay(name: string) {
  const marker = join(folder, name)
  const file = write(
    name,
    `test('waits', () => {
      writeFileSync('${marker}', process.env.TMPDIR)
      return new Promise(() => setInterval(() => {}, 1000))
    })`,
  )
  const { child, ended } = begin([file], { HILO_TEST_SERVER: '' })
  await until(() => existsSync(marker) && readFileSync(marker, 'utf8') !== '', 'the test begins')
  return { child, ended, scratch: readFileSync(marker, 'utf8') }
}

/** The processes that name this folder in their command line. */
function processesIn(path: string): string[] {
  const pids = readdirSync('/proc').filter((each) => /^\d+$/.test(each))
  return pids.flatMap((pid) => {
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      return line.includes(path) ? [line] : []
    } catch {
      return []
    }
  })
}

function lastLine(output: string): string {
  return output.trimEnd().split('\n').at(-1)!
}
