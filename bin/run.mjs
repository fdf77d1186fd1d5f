// `node bin/run.mjs <file> [args]`: runs a file of Hilo on the Node.js it was made for, with its dependencies
// installed and its web app and live chat built. Itself it runs on Node.js 20, and on nothing else.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmdirSync, statSync } from 'node:fs'
import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const at = (...path) => join(root, ...path)
const vite = at('node_modules/vite/bin/vite.js')

/** Brings the checkout up to date, then runs the file and ends as it ends. */
export async function runCurrent(args) {
  if (!isImage()) {
    await whenStale(isInstalled, install)
    if (args.some((arg) => arg.endsWith('vite.js'))) return endAs(await build(args))
    if (existsSync(at('web')) && existsSync(at('vite.config.ts'))) {
      await whenStale(isBuilt, () =>
        buildFor('Building the web app and the live chat…', [vite, 'build', '--logLevel', 'warn']),
      )
    }
  }
  await runFile(args)
}

/** A production image comes with everything built, and with a finished install that left the tools out. */
function isImage() {
  const hasInstall = existsSync(at('node_modules/.package-lock.json'))
  return hasInstall && !existsSync(at('node_modules/vite')) && existsSync(at('dist'))
}

/** Runs a file on Hilo's Node.js, with what it compiles kept for the next time. */
export async function runFile(args) {
  const env = { ...process.env, NODE_COMPILE_CACHE: at('node_modules/.cache/hilo') }
  endAs(await run(findNode(), args, { env, stdio: 'inherit' }))
}

/** The version package.json asks for; when its install script did not run, ours will do if it is recent enough. */
function findNode() {
  const own = at('node_modules/.bin/node')
  if (existsSync(own)) return realpathSync(own)
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  fail(
    `Hilo needs Node.js 24 or newer, and this is ${process.version}. Run \`npm rebuild node\`, or install Node.js 24.`,
  )
}

function isInstalled() {
  const lock = readOr('', at('package-lock.json'))
  const stamp = createHash('sha256').update(lock).digest('hex')
  if (readOr('', at('node_modules/.hilo-lock')) === stamp) return true
  if (!matchesInstalled(lock)) return false
  writeFileSync(at('node_modules/.hilo-lock'), stamp)
  return true
}

/** npm notes at the end of every install what it installed, so one made by hand is not made again. */
function matchesInstalled(lock) {
  const installed = JSON.parse(readOr('{}', at('node_modules/.package-lock.json'))).packages
  if (!installed) return false
  return Object.entries(JSON.parse(lock).packages).every(([path, { version, optional, link }]) => {
    if (path === '' || link) return true
    return installed[path] ? installed[path].version === version : optional
  })
}

async function install() {
  console.error('Installing the dependencies (first start, or package-lock.json changed)…')
  // Also where NODE_ENV=production, because the web app is built here.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const { code } = await run('npm', args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (code !== 0 || !isInstalled()) fail('The dependencies could not be installed.')
}

function isBuilt() {
  return readOr('', at('dist/.stamp')) === newestSource()
}

async function buildFor(words, args) {
  console.error(words)
  const { code } = await build(args, { cwd: root, stdio: ['ignore', 2, 2] })
  if (code !== 0) fail('The web app or the live chat could not be built.')
}

/**
 * Builds the web app, and then the live chat, which has a configuration of its own. Notes what was built as it was
 * before the build, so that a change made meanwhile is not missed.
 */
async function build(args, options = { stdio: 'inherit' }) {
  const source = newestSource()
  const end = await run(findNode(), args, options)
  if (end.code !== 0) return end
  const widget = await run(findNode(), [...args, '--config', at('vite.widget.config.ts')], options)
  if (widget.code === 0) {
    mkdirSync(at('dist'), { recursive: true })
    writeFileSync(at('dist/.stamp'), source)
  }
  return widget
}

function newestSource() {
  const names = ['web', 'widget', 'contract', 'vite.config.ts', 'vite.widget.config.ts', 'package-lock.json']
  const sources = names.map((name) => at(name))
  return String(Math.max(...sources.filter((path) => existsSync(path)).map(newest)))
}

/** Folders count too: their time tells of files that were removed. */
function newest(path) {
  const state = statSync(path)
  if (!state.isDirectory()) return state.mtimeMs
  return Math.max(state.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** Of several starts at once in a fresh clone one does the work and the others wait for it. */
async function whenStale(isCurrent, work) {
  if (isCurrent()) return
  // An empty folder, which git does not see. Its holder keeps its time fresh, so a killed one is noticed.
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
    if (!isCurrent()) await work()
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
    // This computer slept and another start took the lock for abandoned. It finds the work done or does it again.
  }
}

function remove(folder) {
  try {
    rmdirSync(folder)
  } catch {
    // Somebody else removed it first.
  }
}

function readOr(fallback, file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return fallback
  }
}

/** Passes signals on to the program, so that it can finish, and answers how it ended. */
function run(program, args, options) {
  const child = spawn(program, args, options)
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
