// `node bin/run.mjs <file> [args]` runs a file of Hilo on the Node.js version it is made for, after installing its
// packages and building its web app and live chat when needed. This script itself runs on Node.js 20 without packages.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmdirSync } from 'node:fs'
import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const at = (...path) => join(root, ...path)
const quickly = ['--import', new URL('imports.mjs', import.meta.url).href]
const vite = at('node_modules/vite/bin/vite.js')

/** Installs and builds what is missing or out of date, then runs the file and exits with its exit code. */
export async function runCurrent(args) {
  if (isImage()) return runFile(args)
  const group = args.some((arg) => /^(test|bench|eval)\//.test(arg)) ? 'all' : 'run'
  await whenStale(
    () => isInstalled(group),
    () => install(group),
  )
  if (args[0] === 'build') return whenStale(isBuilt, buildQuietly)
  // `npm test` builds beside the tests that need no build.
  if (args.includes('test/run.ts')) return runFile(args)
  if (args.includes('start') && !args.includes('--watch') && !isBuilt()) return runWhileBuilding(args)
  await whenStale(isBuilt, buildQuietly)
  await runFile(args)
}

/** The production image contains the built web app and no build tools. */
function isImage() {
  const hasInstall = existsSync(at('node_modules/.package-lock.json'))
  return hasInstall && !existsSync(at('node_modules/vite')) && existsSync(at('dist'))
}

/** Runs a file on Hilo's Node.js. */
export async function runFile(args) {
  endAs(await run(findNode(), [...quickly, ...args], { env: environment(), stdio: 'inherit' }))
}

/** The server makes its database and its demo while the web app is built, and opens its doors when both are done. */
async function runWhileBuilding(args) {
  const child = spawn(findNode(), [...quickly, ...args], {
    env: { ...environment(), HILO_BUILD: 'pending' },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  const ended = follow(child)
  process.once('exit', () => child.kill('SIGTERM')) // A failed build ends the server too.
  await whenStale(isBuilt, buildQuietly)
  if (child.connected) child.send('built')
  endAs(await ended)
}

/** A compile cache that survives the process. */
function environment() {
  return { ...process.env, NODE_COMPILE_CACHE: at('node_modules/.cache/hilo') }
}

/** The Node.js of package.json; where npm skipped it, the running one if it is recent enough. */
function findNode() {
  const own = at('node_modules/.bin/node')
  if (existsSync(own)) return realpathSync(own)
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  fail(`Hilo needs Node.js 24 or newer, and this is ${process.version}. Install Node.js 24 and try again.`)
}

/** `run` is enough to build and run Hilo; `all` adds the test tools. */
function isInstalled(group) {
  const lock = readOr('', at('package-lock.json'))
  const digest = createHash('sha256').update(lock).digest('hex')
  const stamps = readOr('', at('node_modules/.hilo-lock'))
  if (stamps === `${digest} all` || stamps === `${digest} ${group}`) return true
  if (!matchesInstalled(lock)) return false
  writeFileSync(at('node_modules/.hilo-lock'), `${digest} all`)
  return true
}

/** npm records what it installed, so a complete install by hand is not repeated. */
function matchesInstalled(lock) {
  const installed = JSON.parse(readOr('{}', at('node_modules/.package-lock.json'))).packages
  if (!installed) return false
  return Object.entries(JSON.parse(lock).packages).every(([path, { version, optional, link }]) => {
    if (!path.startsWith('node_modules/') || link) return true
    return installed[path] ? installed[path].version === version : optional
  })
}

async function install(group) {
  const words = group === 'all' ? 'Installing packages and test tools' : 'Installing packages'
  const only = group === 'all' ? [] : ['--workspace', 'packages/build', '--include-workspace-root']
  await step(words, '20 to 40 s, longer on a slow network', async () => {
    const args = ['ci', '--include=dev', ...only, '--no-audit', '--no-fund', '--loglevel=error']
    const options = { cwd: root, stdio: ['ignore', 'ignore', 2], shell: process.platform === 'win32' }
    const { code } = await run('npm', args, options)
    if (code !== 0) fail('The packages could not be installed; npm says why above.')
    removeUnused()
  })
  const lock = readFileSync(at('package-lock.json'), 'utf8')
  writeFileSync(at('node_modules/.hilo-lock'), `${createHash('sha256').update(lock).digest('hex')} ${group}`)
}

/** Removes headers, documents and the copy of npm from Node.js, and all source maps: a quarter of the install. */
function removeUnused() {
  for (const name of readdirSync(at('node_modules')).filter((each) => /^node-(bin-)?(linux|darwin)-/.test(each)))
    for (const folder of ['include', 'lib', 'share'])
      rmSync(at('node_modules', name, folder), { recursive: true, force: true })
  for (const file of readdirSync(at('node_modules'), { recursive: true }))
    if (file.endsWith('.map')) rmSync(at('node_modules', file), { force: true })
}

function isBuilt() {
  return readOr('', at('dist/.stamp')) === newestSource()
}

async function buildQuietly() {
  await step('Building the web app and the live chat', '10 to 20 s', async () => {
    if (!(await build())) fail('The web app or the live chat could not be built; the reason is above.')
  })
}

/** Builds both, and records the sources as they were before, so no later change is missed. */
async function build() {
  const source = newestSource()
  const args = ['--disable-warning=ExperimentalWarning', vite, 'build', '--logLevel', 'warn']
  const options = { cwd: root, stdio: ['ignore', 2, 2] }
  const ends = await Promise.all([
    run(findNode(), args, options),
    run(findNode(), [...args, '--config', at('vite.widget.config.ts')], options),
  ])
  if (ends.some(({ code }) => code !== 0)) return false
  mkdirSync(at('dist'), { recursive: true })
  writeFileSync(at('dist/.stamp'), source)
  return true
}

/** Names the step and its usual duration, then how long it took. */
async function step(words, usually, work) {
  const begun = Date.now()
  console.error(`${words} (${usually})…`)
  await work()
  console.error(`${words}: done in ${Math.round((Date.now() - begun) / 1000)} s`)
}

function newestSource() {
  const names = ['web', 'widget', 'contract', 'vite.config.ts', 'vite.widget.config.ts', 'package-lock.json']
  const sources = names.map((name) => at(name))
  return String(Math.max(...sources.filter((path) => existsSync(path)).map(newest)))
}

/** Folders count too: their time changes when a file is removed. */
function newest(path) {
  const state = statSync(path)
  if (!state.isDirectory()) return state.mtimeMs
  return Math.max(state.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** When several starts run at once in a fresh clone, one does the work and the others wait for it. */
async function whenStale(isCurrent, work) {
  if (isCurrent()) return undefined
  // An empty folder, which git ignores. Its holder keeps its time fresh, so a lock of a killed process expires.
  const lock = at('.hilo-busy')
  while (!make(lock)) {
    await sleep(300)
    if (Date.now() - modified(lock) > 15_000) remove(lock)
  }
  const beat = setInterval(() => touch(lock), 2_000)
  const release = () => {
    clearInterval(beat)
    remove(lock)
  }
  process.once('exit', release)
  try {
    return isCurrent() ? undefined : await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

function make(folder) {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function modified(folder) {
  return statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
}

function touch(folder) {
  try {
    utimesSync(folder, new Date(), new Date())
  } catch {
    // The computer was suspended and another start took over the lock; it finds the work done or does it again.
  }
}

function remove(folder) {
  try {
    rmdirSync(folder)
  } catch {
    // Another process removed it first.
  }
}

function readOr(fallback, file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return fallback
  }
}

function run(program, args, options) {
  return follow(spawn(program, args, options))
}

/** Forwards signals to the program, so that it can finish, and resolves with how it ended. */
function follow(child) {
  const pass = (signal) => child.kill(signal)
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, pass)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      for (const name of signals) process.off(name, pass)
      resolve({ code, signal })
    })
  })
}

function endAs({ code, signal }) {
  if (signal) process.kill(process.pid, signal)
  else process.exitCode = code
}

function fail(words) {
  console.error(words)
  process.exit(1)
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  await runCurrent(process.argv.slice(2))
